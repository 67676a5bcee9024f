import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProfileForm, type ProfileInput, toProfileInput } from '../../server/backoffice/shop-profile-form.ts'
import { createProfileFile } from '../../server/platform/profile-file.ts'
import { ShopProfile } from '../../server/platform/shop-profile.ts'
import { liveProfile } from '../support/live-profile.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf, byOperator } from '../support/staff.ts'

/** What the page's form sends, with these changes. */
async function send(shop: TestShop, changes: Partial<ProfileInput>): Promise<void> {
  const owner = await actorOf(shop, 'owner')
  const { input, seenHash } = await shop.backoffice.profile.loadProfile(owner)
  const profile = shop.backoffice.profile.ProfileForm.parse({ ...input, ...changes })
  await shop.backoffice.profile.changeProfile(owner, profile, seenHash)
}

const readFileOf = ({ dataDir }: TestShop) => JSON.parse(readFileSync(join(dataDir, 'shop.json'), 'utf8'))

test('what the owner saves stands in shop.json and is what the shop says at once; the trail names it', async () => {
  const shop = await openTestShop()
  expect(existsSync(join(shop.dataDir, 'shop.json'))).toBe(false)
  await send(shop, {
    name: '  Drogaria Jatobá ',
    whatsapp: '(11) 98765-4321',
    social: 'Rede social https://social.example/jatoba\r\n\r\nOutra https://outra.example',
    officerName: '',
    officerEmail: '',
  })
  const social = [
    { name: 'Rede social', url: 'https://social.example/jatoba' },
    { name: 'Outra', url: 'https://outra.example' },
  ]
  const changed = { name: 'Drogaria Jatobá', whatsapp: '(11) 98765-4321', social }
  expect(readFileOf(shop)).toMatchObject(changed)
  expect(readFileOf(shop)).not.toHaveProperty('dataProtectionOfficer')
  expect(shop.ctx.settings.profile).toMatchObject(changed)
  const entries = await shop.staff.audit.listEntries(await actorOf(shop, 'owner'))
  expect(entries.find(({ action }) => action === 'shop.change')).toMatchObject({
    record: 'shop',
    detail: 'Nome da loja, WhatsApp, Encarregado dos dados (LGPD), E-mail do encarregado, Redes sociais',
  })
})

test('what was changed since the page was opened is told and not written over', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const { profile, seenHash } = await shop.backoffice.profile.loadProfile(owner)
  await send(shop, { phone: '(11) 4000-0000' })
  const late = shop.backoffice.profile.changeProfile(owner, { ...profile, phone: '(11) 5000-0000' }, seenHash)
  await expect(late).rejects.toMatchObject({ code: 'page.outdated' })
  expect(readFileOf(shop)).toMatchObject({ phone: '(11) 4000-0000' })
})

test('a file that cannot be read is not written over', async () => {
  const shop = await openTestShop()
  writeFileSync(join(shop.dataDir, 'shop.json'), '{"name": ')
  await expect(send(shop, {})).rejects.toMatchObject({ code: 'profile.unreadable', status: 409 })
  expect(readFileSync(join(shop.dataDir, 'shop.json'), 'utf8')).toBe('{"name": ')
})

test('a process sees what another one writes', async () => {
  const shop = await openTestShop()
  const initialProfile = shop.ctx.settings.profile
  const other = createProfileFile({ dataDir: shop.dataDir, isLive: false, initialProfile, log: { warn: () => {} } })
  await send(shop, { name: 'Drogaria Jatobá' })
  expect(other.read().name).toBe('Drogaria Jatobá')
})

const asTyped = toProfileInput(ShopProfile.parse(liveProfile))

test('what a live shop’s form shows is what it takes', () => {
  const { cashbackPercent, ...rest } = createProfileForm(true).parse(asTyped)
  expect({ ...rest, cashbackPercent }).toMatchObject(ShopProfile.parse(liveProfile))
})

test('all that is wrong is told at once, each at its field, in words that say what to do', () => {
  const { error } = createProfileForm(true).safeParse({
    ...asTyped,
    ...{ name: ' ', cnpj: '11.222.333/0001-80', email: 'loja@example.com', whatsapp: '9876', afe: '0.00000-0' },
    ...{ hours: '', pharmacistCrf: 'CRF-SP 00.000', officerName: 'Clara', officerEmail: 'clara' },
    ...{ pharmacistsOnDuty: 'Ana Lima', social: 'Instagram', pharmacistChatUrl: 'javascript:alert(1)' },
    ...{ notices: 'Um aviso.\nLoja de demonstração: nada é entregue.', cashbackPercent: '2,5', accentColor: '#e8833a' },
  })
  const faults = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  expect(faults).toEqual(
    expect.arrayContaining([
      ['name', 'Nome da loja: preencha este campo.'],
      ['cnpj', 'CNPJ da matriz: os dígitos verificadores não conferem.'],
      ['email', 'E-mail: este valor é o da demonstração. Informe o da sua loja.'],
      ['whatsapp', 'WhatsApp: informe o número com DDD, como (11) 98765-4321.'],
      ['afe', 'AFE: este valor é o da demonstração. Informe o da sua loja.'],
      ['hours', 'Horário no rodapé: preencha este campo.'],
      ['pharmacistCrf', 'CRF: este valor é o da demonstração. Informe o da sua loja.'],
      ['officerEmail', 'E-mail do encarregado: informe um e-mail válido, como nome@exemplo.com.br.'],
      ['pharmacistsOnDuty', 'Outros de plantão, linha 1: escreva nome; CRF; horário.'],
      ['social', 'Redes sociais, linha 1: escreva o nome e um link completo, como Instagram https://exemplo.com.br.'],
      ['pharmacistChatUrl', 'Conversa com o farmacêutico: informe um link completo, como https://exemplo.com.br.'],
      ['notices', 'Avisos no rodapé, linha 2: este valor é o da demonstração. Informe o da sua loja.'],
      ['cashbackPercent', 'Cashback (%): informe um número inteiro de 0 a 20.'],
      [
        'accentColor',
        'Cor da loja: com #e8833a o texto branco não se lê: 2,7 : 1, e o mínimo é 4,5 : 1. A mais próxima que serve é #af632c.',
      ],
    ]),
  )
  expect(new Set(faults.map(([input]) => input)).size).toBe(14)
})

test('an order credits the percent that the shop gave when it was placed', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const { customerId, addressId } = await demoCustomer(shop)
  const cream = await db.selectFrom('product').select('id').where('sku', '=', 'FD0160').executeTakeFirstOrThrow()
  await db.updateTable('offer').set({ priceCents: 1947, stock: 9 }).where('productId', '=', cream.id).execute()
  await db.updateTable('product').set({ discountType: null, discountValue: null }).where('id', '=', cream.id).execute()
  const bag = { lines: [{ productId: cream.id, quantity: 1 }] }
  const place = () =>
    shop.orders.placeOrder({ customerId, addressId, idempotencyKey: crypto.randomUUID(), bag, note: '' })
  const creditOf = async ({ id, placedAt }: { id: number; placedAt: Date }) => {
    const sent = { status: 'out_for_delivery', paidAt: placedAt } as const
    await db.updateTable('orders').set(sent).where('id', '=', id).execute()
    const before = await shop.wallet.loadBalance(customerId)
    await shop.orders.advanceOrder(id, 'deliver', byOperator)
    return (await shop.wallet.loadBalance(customerId)) - before
  }
  const promisedOne = await place()
  await send(shop, { cashbackPercent: '5%' })
  const promisedFive = await place()
  await send(shop, { cashbackPercent: '' })
  const promisedNothing = await place()
  expect([await creditOf(promisedOne), await creditOf(promisedFive), await creditOf(promisedNothing)]).toEqual([
    19, 97, 0,
  ])
})
