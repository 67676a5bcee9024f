import { expect, test } from 'vitest'
import type { NewAddress } from '../../server/addresses/addresses.ts'
import { inFile } from '../support/catalogue-rows.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { openSmtpSink } from '../support/smtp.ts'
import { operator } from '../support/staff.ts'

const stranger = 'Nova.Pessoa@example.com'
const customer = 'cliente@example.com'
const password = 'balcao-demo-2026'

async function newestCode({ mail }: TestShop, email: string): Promise<string> {
  const letters = await mail.listByRecipient(email.toLowerCase())
  const codes = letters.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).filter(Boolean)
  return codes[0] ?? 'no code'
}

async function codeFor(shop: TestShop, email: string, network = 'home'): Promise<string> {
  await shop.accounts.sendSignInCode(email, network)
  return newestCode(shop, email)
}

const refused = (code: string) => expect.objectContaining({ code })

/** A code that is none of these. */
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a mailbox without an account gets one by its code, confirmed, without a password, and only once', async () => {
  const shop = await openTestShop()
  const code = await codeFor(shop, stranger)
  const { sessionToken, isNew } = await shop.accounts.signInWithCode(stranger, code, 'home', 'Chrome')
  const signedIn = await shop.accounts.findSignedInCustomer(sessionToken)
  expect([isNew, signedIn]).toMatchObject([
    true,
    { email: stranger.toLowerCase(), firstName: '', hasPassword: false, emailConfirmedAt: shop.clock.now() },
  ])
  expect(await shop.accounts.listDevices(signedIn?.id ?? 0, sessionToken)).toMatchObject([{ signedInBy: 'code' }])
  await expect(shop.accounts.signInWithCode(stranger, code, 'home')).rejects.toEqual(refused('code.invalid'))
  const again = await shop.accounts.signInWithCode(stranger, await codeFor(shop, stranger), 'home')
  expect(again.isNew).toBe(false)
  await expect(shop.accounts.signInWithPassword(stranger, '', 'home')).rejects.toEqual(refused('login.refused'))
})

test('who has a password may sign in by a code, too, and keeps it', async () => {
  const shop = await openTestShop()
  const outcome = await shop.accounts.signInWithCode(customer, await codeFor(shop, customer), 'home')
  expect(outcome).toMatchObject({ isNew: false, hasClosedAnother: false })
  await shop.accounts.signInWithPassword(customer, password, 'home')
})

test('a code used by two at once signs in one of them', async () => {
  const shop = await openTestShop()
  const code = await codeFor(shop, stranger)
  const both = await Promise.allSettled([1, 2].map(() => shop.accounts.signInWithCode(stranger, code, 'home')))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a code ends after fifteen minutes, with the next one, and with five wrong tries', async () => {
  const shop = await openTestShop()
  const enter = (code: string) => shop.accounts.signInWithCode(stranger, code, 'home')
  const late = await codeFor(shop, stranger)
  shop.clock.pass(16)
  await expect(enter(late)).rejects.toEqual(refused('code.invalid'))
  const former = await codeFor(shop, stranger)
  const tried = await codeFor(shop, stranger)
  for (let time = 0; time < 5; time += 1) await expect(enter(wrongFor(tried))).rejects.toEqual(refused('code.invalid'))
  await expect(enter(tried)).rejects.toEqual(refused('code.invalid'))
  // There is no newer one to use any more.
  await expect(enter(former)).rejects.toEqual(refused('code.invalid'))
})

test('who types the former of two codes is told so, as often as codes may be tried, and the newer one stays good', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const enter = (code: string) => shop.accounts.signInWithCode(stranger, code, 'home')
  const first = await codeFor(shop, stranger)
  const former = await codeFor(shop, stranger)
  shop.clock.pass(5)
  const newest = await codeFor(shop, stranger)
  for (const code of [former, first, former, first, former, first])
    await expect(enter(code)).rejects.toMatchObject({
      code: 'code.former',
      input: 'code',
      message: 'Este código é de um pedido anterior. Use o mais novo, mandado às 10h05.',
    })
  expect((await enter(newest)).isNew).toBe(true)
  // A code that was used leaves none to be told of.
  await expect(enter(former)).rejects.toEqual(refused('code.invalid'))
})

test('whoever goes on typing former codes has to wait, and another mailbox’s code is no former one', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const foreign = await codeFor(shop, customer)
  await codeFor(shop, customer)
  const former = await codeFor(shop, stranger)
  const newest = await codeFor(shop, stranger)
  const enter = (code: string) => shop.accounts.signInWithCode(stranger, code, 'home')
  if (foreign !== newest) await expect(enter(foreign)).rejects.toEqual(refused('code.invalid'))
  for (let time = 0; time < 9; time += 1) await expect(enter(former)).rejects.toEqual(refused('code.former'))
  await expect(enter(newest)).rejects.toEqual(refused('limit.reached'))
})

test.each<
  [
    purpose: string,
    send: (shop: TestShop, id: number) => Promise<unknown>,
    enter: (shop: TestShop, id: number, code: string) => Promise<unknown>,
  ]
>([
  [
    'a recovery',
    (shop) => shop.accounts.sendRecoveryCode(customer, 'home'),
    (shop, _id, code) => shop.accounts.resetPassword(customer, code, 'uma frase nova', 'home'),
  ],
  [
    'the deletion of an account',
    (shop, id) => shop.accounts.sendDeletionCode(id, '/excluir-conta'),
    (shop, id, code) => shop.accounts.deleteAccount(id, code, 'home'),
  ],
  [
    'the confirmation of an e-mail',
    (shop, id) => shop.accounts.sendConfirmationCode(id),
    (shop, id, code) => shop.accounts.confirmEmail(id, code, 'home'),
  ],
])('the former of two codes for %s is told as such, and the newer one stays good', async (_purpose, send, enter) => {
  const shop = await openTestShop()
  const { id = 0 } = (await shop.accounts.findCustomerByEmail(customer)) ?? {}
  await shop.database.db.updateTable('customer').set({ emailConfirmedAt: null }).where('id', '=', id).execute()
  await send(shop, id)
  const former = await newestCode(shop, customer)
  await send(shop, id)
  const newest = await newestCode(shop, customer)
  for (let time = 0; time < 5; time += 1)
    await expect(enter(shop, id, former)).rejects.toMatchObject({ code: 'code.former', input: 'code' })
  await enter(shop, id, newest)
})

test('after five wrong tries of a recovery’s code there is no newer one that its former code could point to', async () => {
  const shop = await openTestShop()
  const enter = (code: string) => shop.accounts.resetPassword(customer, code, 'uma frase nova', 'home')
  await shop.accounts.sendRecoveryCode(customer, 'home')
  const former = await newestCode(shop, customer)
  await shop.accounts.sendRecoveryCode(customer, 'home')
  const tried = await newestCode(shop, customer)
  for (let time = 0; time < 5; time += 1) await expect(enter(wrongFor(tried))).rejects.toEqual(refused('code.invalid'))
  await expect(enter(former)).rejects.toEqual(refused('code.invalid'))
})

test('twenty phones of one carrier get their codes and their accounts; one phone does not', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const phones = Array.from({ length: 20 }, () => crypto.randomUUID())
  const person = { firstName: 'Ana', lastName: 'Lima', phone: '11987654321', birthday: null, password: 'uma frase' }
  const askFrom = (deviceId: string | null, at: number) =>
    shop.accounts.sendSignInCode(`ana${at}@example.com`, 'carrier', deviceId)
  const registerFrom = (deviceId: string | null, at: number) =>
    shop.accounts.register({ ...person, email: `bia${at}@example.com` }, 'carrier', null, deviceId)
  for (const [at, phone] of phones.entries()) {
    await askFrom(phone, at)
    await registerFrom(phone, at)
  }
  const [phone = ''] = phones
  for (let at = 20; at < 34; at += 1) await askFrom(phone, at)
  await expect(askFrom(phone, 34)).rejects.toMatchObject({
    code: 'limit.reached',
    message: 'Muitas tentativas seguidas. Aguarde 15 minutos e tente de novo.',
  })
  for (let at = 20; at < 29; at += 1) await registerFrom(phone, at)
  await expect(registerFrom(phone, 29)).rejects.toEqual(refused('limit.reached'))
  // Made-up ids do not get anybody past the network's own limits, and who comes next reads what is true of them.
  for (let at = 40; at < 156; at += 1) await askFrom(crypto.randomUUID(), at)
  await expect(askFrom(crypto.randomUUID(), 156)).rejects.toMatchObject({
    code: 'limit.reached',
    message: expect.stringMatching(
      /^Muitos pedidos vieram da rede em que você está, talvez de outras pessoas\. Se você já tem uma senha/,
    ),
  })
  await askFrom(crypto.randomUUID(), 157).catch(() => {})
  await shop.accounts.sendSignInCode('ana156@example.com', 'another network')
})

test('a mailbox that got its five codes of an hour is told so, and how else to get in', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  for (let time = 0; time < 5; time += 1) await codeFor(shop, stranger, `network ${time}`)
  await expect(codeFor(shop, stranger)).rejects.toMatchObject({
    code: 'limit.reached',
    message: expect.stringContaining('Já mandamos vários códigos para este e-mail'),
  })
})

test('a letter’s subject ends with its code, and the shop’s people read it without', async () => {
  const sink = await openSmtpSink()
  const shop = await openTestShop({ env: { SMTP_URL: sink.url } })
  await shop.accounts.sendSignInCode(customer, 'home')
  await shop.mail.sendDueEmails()
  await shop.accounts.sendSignInCode(customer, 'home')
  await shop.mail.sendDueEmails()
  const subjects = sink.received.map(({ subject }) => subject)
  const codes = sink.received.map(({ text }) => /^Código: (\d{6})\n/.exec(text ?? '')?.[1])
  expect(subjects).toEqual(codes.map((code) => `Seu código para entrar: ${code}`))
  await shop.mail.sendDueEmails()
  expect(sink.received).toHaveLength(2)

  const kept = await openTestShop()
  await kept.accounts.sendSignInCode(customer, 'home')
  const { id = 0 } = (await kept.accounts.findCustomerByEmail(customer)) ?? {}
  const { emails } = await kept.backoffice.customers.getCustomer(operator, id)
  expect(emails[0]?.subject).toBe('Seu código para entrar')
})

test('neither codes nor addresses stand in the database, and codes that nobody used leave it', async () => {
  const shop = await openTestShop()
  const code = await codeFor(shop, stranger)
  const rows = await shop.database.db.selectFrom('mailboxCode').selectAll().execute()
  expect(rows).toHaveLength(1)
  for (const secret of [code, stranger, stranger.toLowerCase()]) expect(JSON.stringify(rows)).not.toContain(secret)
  shop.clock.pass(16)
  await shop.accounts.eraseExpiredAttempts()
  expect(await shop.database.db.selectFrom('mailboxCode').selectAll().execute()).toEqual([])
})

test('a code of a customer leaves with the account', async () => {
  const shop = await openTestShop()
  await codeFor(shop, customer)
  const row = await shop.accounts.findCustomerByEmail(customer)
  await shop.accounts.eraseAccount(row?.id ?? 0)
  expect(await shop.database.db.selectFrom('mailboxCode').selectAll().execute()).toEqual([])
})

/** Somebody has registered a mailbox that they have not proved to read, and has bought from there. */
async function openMistypedAccount() {
  const shop = await openCheckout()
  const person = { firstName: 'Sônia', lastName: 'Segredo', phone: '11987654321', birthday: null }
  const token = await shop.accounts.register({ ...person, email: stranger, password: 'uma frase longa' }, 'elsewhere')
  const customerId = (await shop.accounts.findSignedInCustomer(token))?.id ?? 0
  const address = { ...(await shop.addresses.listAddresses(shop.customerId))[0], street: 'Rua Secreta' } as NewAddress
  const { id: addressId } = await shop.addresses.addAddress(customerId, address)
  const order = await shop.place([line(novalgina)], { customerId, addressId })
  return { shop, token, customerId, order }
}

test('who proves to read a mailbox that somebody mistyped gets an empty account, and nothing of theirs', async () => {
  const { shop, token, customerId, order } = await openMistypedAccount()
  const { sessionToken, ...outcome } = await shop.accounts.signInWithCode(
    stranger,
    await codeFor(shop, stranger),
    'home',
  )
  expect(outcome).toEqual({ isNew: true, hasClosedAnother: true })
  const reader = await shop.accounts.findSignedInCustomer(sessionToken)
  expect(reader).toMatchObject({ email: stranger.toLowerCase(), firstName: '', phone: '', hasPassword: false })
  const readerId = reader?.id ?? 0
  expect(await shop.orders.listOrders(readerId)).toEqual([])
  expect(await shop.addresses.listAddresses(readerId)).toEqual([])
  await expect(shop.orders.getOrder(readerId, order.id)).rejects.toEqual(refused('order.unknown'))
  expect(JSON.stringify(await shop.mail.listByRecipient(stranger))).not.toContain(`edido ${order.id}`)
  expect(JSON.stringify(await shop.exportPersonalData(readerId))).not.toMatch(/Secreta|Segredo/)
  // Who registered it is out; the order stays, and its letters go nowhere.
  expect(await shop.accounts.findSignedInCustomer(token)).toBe(null)
  await expect(shop.accounts.signInWithPassword(stranger, 'uma frase longa', 'elsewhere')).rejects.toEqual(
    refused('login.refused'),
  )
  const before = await shop.mail.loadOutboxStatus()
  await shop.orders.endUnpaidOrder(order.id, 'cancelUnpaid', { kind: 'customer', id: customerId })
  expect(await shop.mail.loadOutboxStatus()).toEqual(before)
  expect(await shop.orders.findOrder(order.id)).toMatchObject({ customerId, status: 'cancelled' })
})

test('a new password by a mailed code opens no stranger’s account either', async () => {
  const { shop, customerId } = await openMistypedAccount()
  await shop.accounts.sendRecoveryCode(stranger, 'home')
  const code = /\b\d{6}\b/.exec((await shop.mail.listByRecipient(stranger))[0]?.text ?? '')?.[0] ?? ''
  await shop.accounts.resetPassword(stranger, code, 'a frase da dona', 'home')
  const reader = await shop.accounts.findSignedInCustomer(
    await shop.accounts.signInWithPassword(stranger, 'a frase da dona', 'home'),
  )
  expect(reader?.id).not.toBe(customerId)
  expect(await shop.orders.listOrders(reader?.id ?? 0)).toEqual([])
})

test('on the device that registered it, a mailbox’s proof keeps the account', async () => {
  const { shop, customerId, order } = await openMistypedAccount()
  const device = await shop.accounts.rememberDevice(customerId, null)
  const { sessionToken, ...outcome } = await shop.accounts.signInWithCode(
    stranger,
    await codeFor(shop, stranger),
    'home',
    null,
    device,
  )
  expect(outcome).toEqual({ isNew: false, hasClosedAnother: false })
  const customer = await shop.accounts.findSignedInCustomer(sessionToken)
  expect(customer).toMatchObject({ id: customerId, emailConfirmedAt: expect.any(Date), hasPassword: true })
  expect((await shop.orders.listOrders(customerId)).map(({ id }) => id)).toEqual([order.id])
})

test('what was given to a mailbox is its reader’s, whoever registered it', async () => {
  const { shop } = await openMistypedAccount()
  await shop.wallet.importGains(inFile([{ email: stranger, gain: 'Vale', balance: '100.00' }]))
  const { sessionToken } = await shop.accounts.signInWithCode(stranger, await codeFor(shop, stranger), 'home')
  const reader = await shop.accounts.findSignedInCustomer(sessionToken)
  expect(await shop.wallet.listGains(reader?.id ?? 0)).toMatchObject([{ name: 'Vale', balanceCents: 10_000 }])
})

test('a blocked customer is told after the right code alone', async () => {
  const shop = await openTestShop()
  const row = await shop.accounts.findCustomerByEmail(customer)
  await shop.accounts.blockCustomer(row?.id ?? 0, 'fraude')
  const code = await codeFor(shop, customer)
  await expect(shop.accounts.signInWithCode(customer, wrongFor(code), 'home')).rejects.toEqual(refused('code.invalid'))
  await expect(shop.accounts.signInWithCode(customer, code, 'home')).rejects.toEqual(refused('account.blocked'))
})

test('a customer without a password proves the account by a code, once, and may set a password', async () => {
  const shop = await openTestShop()
  const { sessionToken } = await shop.accounts.signInWithCode(stranger, await codeFor(shop, stranger), 'home')
  const id = (await shop.accounts.findSignedInCustomer(sessionToken))?.id ?? 0
  const { verifyPasswordOrCode, changePassword, sendProofCode } = shop.accounts
  for (const guess of ['', '000000', password])
    await expect(verifyPasswordOrCode(id, guess, 'home')).rejects.toMatchObject({
      code: 'code.invalid',
      input: 'currentPassword',
    })
  await sendProofCode(id)
  const currentPassword = await newestCode(shop, stranger)
  // What is refused for the new password does not use the code up.
  const change = (chosen: string) => changePassword(id, { currentPassword, password: chosen }, 'home', sessionToken)
  await expect(change('senha123')).rejects.toEqual(refused('password.common'))
  await change('uma frase nova')
  await expect(change('outra frase nova')).rejects.toEqual(refused('password.wrong'))
  expect(await shop.accounts.findSignedInCustomer(sessionToken)).toMatchObject({ hasPassword: true })
  await shop.accounts.signInWithPassword(stranger, 'uma frase nova', 'home')
})

test('an order waits for the name of who came by a code', async () => {
  const shop = await openTestShop()
  const { sessionToken } = await shop.accounts.signInWithCode(stranger, await codeFor(shop, stranger), 'home')
  const customerId = (await shop.accounts.findSignedInCustomer(sessionToken))?.id ?? 0
  const [store] = await shop.delivery.listPickupStores(undefined)
  const place = () =>
    shop.orders.placeOrder({
      customerId,
      idempotencyKey: 'once',
      bag: { lines: [{ productId: 60, quantity: 1 }] },
      delivery: { method: 'pickup', branchId: store?.id ?? 0 },
      note: '',
      appVersion: '1',
    })
  await expect(place()).rejects.toEqual(refused('receiver.required'))
  await shop.accounts.saveReceiver(customerId, { fullName: 'Ana Maria Lima', phone: '11987654321' })
  expect(await shop.accounts.findCustomer(customerId)).toMatchObject({ firstName: 'Ana', lastName: 'Maria Lima' })
  expect((await place()).status).toBe('pending_payment')
  // From a page that was opened before the name was given.
  await shop.accounts.saveReceiver(customerId, { fullName: 'Outra Pessoa', phone: '11912345678' })
  expect(await shop.accounts.findCustomer(customerId)).toMatchObject({ firstName: 'Ana', phone: '11987654321' })
})

/** Each way in, tried wrongly until it is refused: how often, by one person, and by one network with ever new addresses. */
const entrances: [
  name: string,
  attempt: (shop: TestShop, email: string, network: string) => Promise<unknown>,
  own: number,
  network: number,
][] = [
  ['a password', ({ accounts }, email, network) => accounts.signInWithPassword(email, 'errada', network), 10, 100],
  ['asking for a code', ({ accounts }, email, network) => accounts.sendSignInCode(email, network), 5, 150],
  ['a code', ({ accounts }, email, network) => accounts.signInWithCode(email, '000000', network), 10, 100],
  ['asking for a recovery', ({ accounts }, email, network) => accounts.sendRecoveryCode(email, network), 10, 100],
  [
    'a recovery’s code',
    ({ accounts }, email, network) => accounts.assertValidRecoveryCode(email, '000000', network),
    10,
    100,
  ],
  ['one of the staff', ({ staff }, email, network) => staff.signIn(email, 'errada', network), 10, 100],
]

test.each(entrances)(
  '%s is refused after so many tries, of an address and of a network',
  async (_name, attempt, own, network) => {
    // A fifth of all limits; each minute is a new one for those that count by the minute.
    const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
    const triesUntilRefused = async (emailOf: (at: number) => string, from: string) => {
      for (let at = 0; at < 60; at += 1) {
        const code = await attempt(shop, emailOf(at), from).then(
          () => 'done',
          (error) => error.code as string,
        )
        if (code === 'limit.reached') return at
      }
      return Number.POSITIVE_INFINITY
    }
    expect(await triesUntilRefused(() => 'ninguem@example.com', 'one')).toBe(own / 5)
    // Logins of a network count by the minute as well, sixty of them.
    expect(await triesUntilRefused((at) => `ninguem${at}@example.com`, 'other')).toBeLessThanOrEqual(network / 5)
  },
)
