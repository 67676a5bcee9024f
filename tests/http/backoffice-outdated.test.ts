import { beforeAll, expect, test } from 'vitest'
import {
  addPasskeyOfOwner,
  listCodedIntents,
  listStaffForms,
  madeBy,
  outdated,
  readState,
  refusalOf,
  type StaffForm,
} from '../support/backoffice-forms.ts'
import { cmedList } from '../support/cmed-list.ts'
import { ownServer } from '../support/file-server.ts'
import type { FormUse } from '../support/forms.ts'
import type { PlainAnswer, PlainBrowser } from '../support/http.ts'
import { svgBlob } from '../support/logo.ts'
import { photoBlob } from '../support/prescriptions.ts'
import { newCustomer, openShopper, person, placeOrder, register } from '../support/purchase.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()

/** What people type into each form, by what its button does. */
const typed: Record<string, FormUse['fields']> = {
  cupom: { discount: '7%' },
  aviso: { text: 'Hoje fechamos às 18h' },
  banner: { title: 'Outro título' },
  'novo-banner': { title: 'Noite tranquila', text: 'Para dormir bem.', link_text: 'Ver' },
  'previa-banner': { title: 'Noite tranquila', text: 'Para dormir bem.', link_text: 'Ver' },
  icone: { icon: 'leaf' },
  sinonimos: { words: 'qwertol, asdfol' },
  'criar-chave': { name: 'ERP', scopes: ['orders'] },
  webhook: { url: 'https://erp.example/avisos' },
  detalhes: { storage: 'Na geladeira' },
  oferta: { stock: '+5' },
  lista: { file: cmedList('2026-09-10', '33,22') },
  aliquotas: { generic_rate: '17', source: 'a contadora' },
  seguranca: { safety_stock: '2' },
  promover: { discount: '11' },
  'promover-varios': { discount: '12' },
  'promover-quantidade': { rule: 'leve 3, pague 2' },
  modelos: { order_placed: 'pedido_feito_2' },
  'avisar-loja': { alert_email: 'caixa@example.com' },
  convidar: { name: 'Zuleica', email: 'zuleica@example.com' },
  renomear: { name: 'Celular da loja' },
  bloquear: { reason: 'cartão de outra pessoa' },
  horario: { mon_from_1: '09:00' },
  janelas: { window_1_from: '9', window_1_to: '12', mon_1: '7' },
  cadastro: { name: 'Novalgina de ontem' },
  dados: { phone: '(11) 4000-0000' },
  palavras: { rules: 'fralda; Fralda; Mamãe e Bebê > Fraldas' },
  'criar-produto': {
    ...{
      name: 'Soro',
      brand: 'Farmax',
      kind: 'nao_medicamento',
      prescription_class: 'NA',
      category: 'Beleza > Cabelo',
    },
    ...{ ean: '7890000000093', price: '5,00' },
  },
}

/** The same where what is typed depends on the page. */
async function typedInto({ page, intent, use }: StaffForm): Promise<FormUse['fields']> {
  if (intent === 'foto' || intent === 'foto-banner') return { picture: await photoBlob() }
  if (intent === 'logotipo') return { logo: svgBlob() }
  if (intent === 'salvar') return page.path === '/balcao/lojas' ? { delivery_fee_cents: '9,90' } : { branch: '2' }
  if (intent === 'apagar') return { email: customerEmail }
  if (intent === 'sinonimos' && use.holding?.group_id === '') return { words: 'poiuyol, lkjhgol' }
  if (intent === 'cupom' && use.holding?.code === '') return { code: 'ZZTOP', discount: '5%' }
  return typed[intent]
}

/** Forms that make what is shown once: each has a number of its own, and is answered the same when it is sent again. */
const numberedForms = ['criar-chave', 'webhook', 'convidar']

/** Forms that need not say what they saw, and why. */
const otherGuards: Record<string, string> = {
  'criar-produto': 'makes one product of a code',
  oferta: 'sends the price and the stock that it showed',
  seguranca: 'sends the safety stock that it showed',
  promover: 'sends the version of the promotion that it showed',
  despromover: 'sends the version of the promotion that it showed',
  foto: 'sends the picture that it showed',
  'remover-chave': 'keys never change: there is only that one to remove',
  'tirar-webhook': 'addresses never change: there is only that one to remove',
}

/** Forms that change nothing in the shop. */
const harmlessForms = ['previa-banner', 'ver-loja', 'continuar', 'testar', 'provar']

/** Forms that stand on no page of this test, and what tests them. */
const testedElsewhere: Record<string, string> = {
  publicar: 'domain/backoffice-imports: a file is published once',
  'provar-de-novo': 'http/backoffice-catalogue: changes nothing',
  'publicar-caixa': 'http/backoffice-catalogue: a till’s file is published once',
  completar: 'http/backoffice-catalogue: who waits is completed once',
  fora: 'http/backoffice-catalogue: who waits is left out once',
  criar: 'domain/passkeys: a challenge is answered once',
  orcar: 'domain/prescription-quotes: a quote is answered once',
}

let owner: PlainBrowser
let customerEmail: string
let pages: string[]

beforeAll(async () => {
  owner = await createStaff(server.url, 'owner')
  // Nobody listens there, so that a message fails at once.
  await owner.submit('/balcao/sistemas', { button: 'Cadastrar', fields: { url: 'http://127.0.0.1:9/avisos' } })
  await placeOrder(await newCustomer(server.url))
  const somebody = person()
  customerEmail = somebody.email
  await register(await openShopper(server.url), somebody)
  const { html } = await owner.get(`/balcao/clientes?busca=${encodeURIComponent(customerEmail)}`)
  const customerPage = /\/balcao\/clientes\/\d+/.exec(html)?.[0] ?? 'not found'
  await addPasskeyOfOwner(server)
  pages = [
    ...[
      'lojas',
      'lojas/2/semana',
      'vitrine',
      'vitrine?cupom=BEMVINDO10',
      'produtos/60',
      'produtos/importar',
      'produtos/tetos',
    ],
    ...['produtos/60/cadastro', 'produtos/novo', 'produtos/promocao?busca=shampoo', 'produtos/palavras'],
    ...['produtos/importar/caixa', 'equipe', 'sistemas', 'chaves', 'loja'],
  ].map((name) => `/balcao/${name}`)
  pages.push(customerPage)
})

/** The form on a page whose hidden field says that another state was seen. */
function pretendToHaveSeen(seen: string, page: PlainAnswer, use: FormUse): [PlainAnswer, FormUse] {
  const html = page.html.replaceAll(
    `name="seen_hash" value="${use.holding?.seen_hash}"`,
    `name="seen_hash" value="${seen}"`,
  )
  return [
    { ...page, html },
    { ...use, holding: { ...use.holding, seen_hash: seen } },
  ]
}

/** What makes something is tried first, so that it is there to be changed; what takes something away comes last. */
function rankOf({ intent }: StaffForm): number {
  if (intent === 'apagar' || intent === 'tirar-banner') return 3
  if (/^(tirar|remover)/.test(intent)) return 2
  return /^(novo|criar|convidar|webhook|cupom)/.test(intent) ? 0 : 1
}

test('each form of the back office acts once: sent twice, or saying that it saw another state, it changes nothing and says so', async () => {
  const tried = new Set<string>()
  const triedIntents = new Set<string>()
  for (const path of pages) {
    for (;;) {
      const forms = (await listStaffForms(owner, path)).filter(({ name }) => !tried.has(name))
      const [form] = forms.sort((a, b) => rankOf(a) - rankOf(b))
      if (!form) break
      tried.add(form.name)
      triedIntents.add(form.intent)
      await tryForm(form)
    }
  }
  const listed = [...triedIntents, ...Object.keys(testedElsewhere)].sort()
  expect(listed).toEqual(listCodedIntents())
})

async function tryForm(form: StaffForm): Promise<void> {
  const { name, page, intent, hasSeen } = form
  const fields = await typedInto(form)
  const use = { ...form.use, ...(fields && { fields }) }
  const isNumbered = numberedForms.includes(intent)
  const before = readState(server)
  if (harmlessForms.includes(intent)) {
    await owner.submit(page, use)
    return expect(readState(server), name).toEqual(before)
  }
  expect(hasSeen || intent in otherGuards || use.holding?.group_id === '', `${name} does not say what it saw`).toBe(
    true,
  )
  for (const seen of hasSeen ? (isNumbered ? [''] : ['', 'another-state']) : []) {
    const refused = await owner.submit(...pretendToHaveSeen(seen, page, use))
    expect(refusalOf(refused), name).toEqual([409, expect.stringContaining(outdated)])
    expect(readState(server), name).toEqual(before)
  }
  const first = await owner.submit(page, use)
  expect([200, 303], `${name}: ${refusalOf(first)}`).toContain(first.status)
  // The message that it sends again is tried at once, which is another state of it.
  if (intent === 'enviar-de-novo') return
  const after = readState(server)
  expect(after, name).not.toEqual(before)
  const second = await owner.submit(page, use)
  expect(readState(server), name).toEqual(after)
  if (isNumbered) expect(madeBy(second), name).toEqual(madeBy(first))
  else expect(refusalOf(second), name).toEqual([expect.toSatisfy(isRefusal), expect.stringMatching(/\p{L}{3}/u)])
}

const isRefusal = (status: number) => status === 404 || status === 409 || status === 422
