import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

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
  expect(outcome).toMatchObject({ isNew: false, isPasswordRevoked: false })
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
  await expect(enter(former)).rejects.toEqual(refused('code.invalid'))
  for (let time = 0; time < 4; time += 1) await expect(enter(wrongFor(tried))).rejects.toEqual(refused('code.invalid'))
  await expect(enter(tried)).rejects.toEqual(refused('code.invalid'))
})

test('neither codes nor addresses stand in the database, and codes that nobody used leave it', async () => {
  const shop = await openTestShop()
  const code = await codeFor(shop, stranger)
  const rows = await shop.database.db.selectFrom('mailbox_code').selectAll().execute()
  expect(rows).toHaveLength(1)
  for (const secret of [code, stranger, stranger.toLowerCase()]) expect(JSON.stringify(rows)).not.toContain(secret)
  shop.clock.pass(16)
  await shop.accounts.eraseExpiredAttempts()
  expect(await shop.database.db.selectFrom('mailbox_code').selectAll().execute()).toEqual([])
})

test('a code of a customer leaves with the account', async () => {
  const shop = await openTestShop()
  await codeFor(shop, customer)
  const row = await shop.accounts.findCustomerByEmail(customer)
  await shop.accounts.eraseAccount(row?.id ?? 0)
  expect(await shop.database.db.selectFrom('mailbox_code').selectAll().execute()).toEqual([])
})

test('who registered somebody else’s mailbox is out once its reader signs in by a code', async () => {
  const shop = await openTestShop()
  const form = { firstName: 'X', lastName: 'Y', phone: '11987654321', birthday: null, password: 'uma frase longa' }
  const thiefs = await shop.accounts.register({ ...form, email: stranger }, 'elsewhere')
  const { sessionToken, isPasswordRevoked } = await shop.accounts.signInWithCode(
    stranger,
    await codeFor(shop, stranger),
    'home',
  )
  expect(isPasswordRevoked).toBe(true)
  expect(await shop.accounts.findSignedInCustomer(thiefs)).toBe(null)
  await expect(shop.accounts.signInWithPassword(stranger, form.password, 'elsewhere')).rejects.toEqual(
    refused('login.refused'),
  )
  expect(await shop.accounts.findSignedInCustomer(sessionToken)).toMatchObject({ hasPassword: false })
})

test('a blocked customer is told after the right code alone', async () => {
  const shop = await openTestShop()
  const row = await shop.accounts.findCustomerByEmail(customer)
  await shop.accounts.blockCustomer(row?.id ?? 0, 'fraude', async () => {})
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
})

/** Each way in, tried wrongly until it is refused: how often, by one person, and by one network with ever new addresses. */
const entrances: [
  name: string,
  attempt: (shop: TestShop, email: string, network: string) => Promise<unknown>,
  own: number,
  network: number,
][] = [
  ['a password', ({ accounts }, email, network) => accounts.signInWithPassword(email, 'errada', network), 10, 100],
  ['asking for a code', ({ accounts }, email, network) => accounts.sendSignInCode(email, network), 5, 15],
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
