import { expect, test } from 'vitest'
import { contentTexts } from '../../app/texts/operator/content.ts'
import type { BranchGap } from '../delivery/branch-gaps.ts'
import { type ContentFinding, listContentFindings, type ShopContent } from './content-findings.ts'

const paulista = { id: 1, name: 'Paulista', gaps: [] as BranchGap[] }
const moema = { ...paulista, id: 2, name: 'Moema' }
const counts = { branchId: 1, pricedCount: 40, buyableCount: 30 }
const catalogue = {
  productCount: 40,
  medicineCount: 20,
  prescriptionCount: 12,
  withoutPictureCount: 0,
  unregistered: { count: 0, skus: [] },
  hasCeilingList: true,
  aboveCeiling: { count: 0, skus: [] },
  branches: [counts],
}
const open: ShopContent = {
  isSandbox: false,
  hasProfile: true,
  profileFault: null,
  pretendNames: [],
  hasMail: true,
  hasPayment: true,
  isCounterOpen: true,
  staffRoles: ['owner', 'pharmacist'],
  branches: [paulista],
  catalogue,
  pending: { count: 0, worthCents: 0 },
}

test('of a shop that has all nothing is missing', () => {
  expect(listContentFindings(open)).toEqual([])
})

const twoBranches = (gap: BranchGap) => ({
  branches: [paulista, { ...moema, gaps: [gap] }],
  catalogue: { ...catalogue, branches: [counts, { ...counts, branchId: 2 }] },
})

test.each<[string, Partial<ShopContent>, ContentFinding['state'], RegExp]>([
  ['the sandbox', { isSandbox: true }, 'hint', /^Esta é a demonstração/],
  ['no shop.json', { hasProfile: false }, 'todo', /^shop\.json não existe/],
  ['one that a start refuses', { profileFault: { pt: 'cnpj: está vazio', en: '' } }, 'todo', /^cnpj: está vazio$/],
  ['one of the demo’s values', { pretendNames: ['phone'] }, 'todo', /^shop\.json: phone ainda é da demonstração/],
  ['no mail', { hasMail: false }, 'todo', /SMTP_URL e MAIL_FROM/],
  ['no way to pay', { hasPayment: false }, 'todo', /^Nenhum meio de pagamento/],
  ['no branch', { branches: [] }, 'todo', /^Nenhuma loja/],
  ['no hours', twoBranches('hours'), 'todo', /^Loja 2 \(Moema\): nenhum dia de funcionamento/],
  ['nobody to sell to', twoBranches('customers'), 'todo', /^Loja 2 \(Moema\): ninguém compra ali/],
  ['no windows', twoBranches('windows'), 'todo', /^Loja 2 \(Moema\): entrega só com hora marcada/],
  ['no postal codes', twoBranches('zipcodes'), 'hint', /^Loja 2 \(Moema\): nenhum CEP atendido/],
  ['no address', twoBranches('address'), 'hint', /^Loja 2 \(Moema\): sem endereço/],
  ['no phone', twoBranches('phone'), 'hint', /^Loja 2 \(Moema\): sem telefone/],
  ['no pharmacist', twoBranches('pharmacist'), 'hint', /^Loja 2 \(Moema\): sem farmacêutico/],
  ['no legal data', twoBranches('legalData'), 'hint', /^Loja 2 \(Moema\): sem CNPJ/],
  ['no product', { catalogue: { ...catalogue, productCount: 0 } }, 'todo', /^Nenhum produto\. .*catalogue assemble/],
  [
    'nothing in stock',
    { catalogue: { ...catalogue, branches: [{ ...counts, buyableCount: 0 }] } },
    'todo',
    /^Nenhum produto à venda/,
  ],
  ['a branch without prices', { branches: [paulista, moema] }, 'todo', /^Loja 2 \(Moema\): nenhum produto tem preço/],
  [
    'one with empty shelves',
    {
      branches: [paulista, moema],
      catalogue: { ...catalogue, branches: [counts, { ...counts, branchId: 2, buyableCount: 0 }] },
    },
    'hint',
    /^Loja 2 \(Moema\): nada em estoque/,
  ],
  [
    'one without some prices',
    { catalogue: { ...catalogue, branches: [{ ...counts, pricedCount: 39 }] } },
    'hint',
    /^Loja 1 \(Paulista\): 1 produto sem preço/,
  ],
  [
    'medicines without a registration',
    { catalogue: { ...catalogue, unregistered: { count: 4, skus: ['A1', 'B2', 'C3'] } } },
    'todo',
    /^4 produtos com receita e sem registro na Anvisa \(A1, B2, C3 …\)/,
  ],
  [
    'prices above their ceiling',
    { catalogue: { ...catalogue, aboveCeiling: { count: 1, skus: ['A1'] } } },
    'todo',
    /^1 preço acima do teto da CMED \(A1\)/,
  ],
  [
    'medicines and no list of ceilings',
    { catalogue: { ...catalogue, hasCeilingList: false } },
    'hint',
    /^Sem a lista da CMED/,
  ],
  ['no pictures', { catalogue: { ...catalogue, withoutPictureCount: 7 } }, 'hint', /^7 produtos sem foto/],
  [
    'products to complete',
    { pending: { count: 1, worthCents: 1234 } },
    'hint',
    /^1 produto do caixa espera quem o complete \(R\$\s12,34 em estoque\)/,
  ],
  ['a closed counter', { isCounterOpen: false, staffRoles: [] }, 'hint', /COUNTER=0/],
  ['no owner', { staffRoles: ['pharmacist', 'clerk'] }, 'todo', /^Nenhum gerente/],
  ['no pharmacist for prescriptions', { staffRoles: ['owner'] }, 'todo', /^Nenhum farmacêutico/],
  [
    'no pharmacist where nothing wants one',
    { staffRoles: ['owner'], catalogue: { ...catalogue, prescriptionCount: 0 } },
    'hint',
    /^Nenhum farmacêutico/,
  ],
])('of a shop with %s it says what to do next', (_name, change, state, sentence) => {
  const findings = listContentFindings({ ...open, ...change })
  expect(findings).toMatchObject([{ state, message: { pt: expect.stringMatching(sentence) } }])
})

test('who sells no medicines needs no list of ceilings', () => {
  const withoutMedicines = { ...catalogue, medicineCount: 0, hasCeilingList: false }
  expect(listContentFindings({ ...open, catalogue: withoutMedicines })).toEqual([])
})

test('the only branch has the shop’s own phone, pharmacist and legal data', () => {
  const branches = [{ ...paulista, gaps: ['phone', 'pharmacist', 'legalData', 'address'] as BranchGap[] }]
  expect(listContentFindings({ ...open, branches })).toMatchObject([
    { message: { pt: expect.stringContaining('sem endereço') } },
  ])
})

test('of many branches the first are named, and the others counted', () => {
  const branches = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, name: 'Filial' }))
  const { pt, en } = contentTexts.gaps.phone(branches)
  expect(pt).toMatch(/^Lojas 1 \(Filial\), 2 .*, 5 \(Filial\) e mais 2: sem telefone/)
  expect(en).toMatch(/^Branches 1 .* and 2 more: /)
})
