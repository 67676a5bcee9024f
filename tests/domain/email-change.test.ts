import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

const customer = 'cliente@example.com'
const password = 'balcao-demo-2026'
const newEmail = 'Outra.Caixa@example.com'
const stored = newEmail.toLowerCase()
const registration = { firstName: 'Ana', lastName: 'Lima', phone: '11987654321', birthday: null }
const phrase = 'uma frase só minha'

const refused = (code: string, input?: string) => expect.objectContaining({ code, ...(input && { input }) })

async function newestCode({ mail }: TestShop, email: string): Promise<string> {
  const [newest] = await mail.listByRecipient(email)
  return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? 'no code'
}

async function idOf(shop: TestShop, email: string): Promise<number> {
  return (await shop.accounts.findCustomerByEmail(email))?.id ?? 0
}

/** Asks for the codes, and reads them. */
async function askFor(shop: TestShop, id: number, email = newEmail, currentPassword = '') {
  const former = (await shop.accounts.findCustomer(id))?.email ?? ''
  await shop.accounts.sendEmailChangeCodes(id, { email, currentPassword }, 'home')
  return { email, code: await newestCode(shop, former), newCode: await newestCode(shop, email) }
}

const onThis = (sessionToken: string | null = null) => ({ sessionToken, deviceToken: null })

/** An account whose e-mail nobody has confirmed. */
async function unconfirmed(shop: TestShop, email = 'errado@example.com') {
  const token = await shop.accounts.register({ ...registration, email, password: phrase }, 'home')
  return { token, id: await idOf(shop, email) }
}

test('an account moves to another e-mail by a code from each mailbox; the former one is told, and signs in no more', async () => {
  const shop = await openTestShop()
  const [here, elsewhere] = [
    await shop.accounts.signInWithPassword(customer, password, 'home'),
    await shop.accounts.signInWithPassword(customer, password, 'away'),
  ]
  const id = await idOf(shop, customer)
  await shop.accounts.changeEmail(id, await askFor(shop, id), 'home', onThis(here))
  expect(await shop.accounts.findSignedInCustomer(here)).toMatchObject({ id, email: stored, hasPassword: true })
  expect(await shop.accounts.findSignedInCustomer(elsewhere)).toBe(null)
  await expect(shop.accounts.signInWithPassword(customer, password, 'home')).rejects.toEqual(refused('login.refused'))
  await shop.accounts.signInWithPassword(newEmail, password, 'home')
  const [letter] = await shop.mail.listByRecipient(customer)
  expect(letter?.subject).toBe('O e-mail da sua conta mudou')
  expect(letter?.text).toContain('o***@example.com')
  expect(letter?.text).not.toContain(stored)
})

test('of the devices that an account has signed in on, only the one that changes the e-mail stays known', async () => {
  const shop = await openTestShop()
  const id = await idOf(shop, customer)
  const here = await shop.accounts.rememberDevice(id, null)
  await shop.accounts.rememberDevice(id, null)
  const devices = () => shop.database.db.selectFrom('knownDevice').select('tokenHash').execute()
  expect(await devices()).toHaveLength(2)
  await shop.accounts.changeEmail(id, await askFor(shop, id), 'home', { sessionToken: null, deviceToken: here })
  const [left, ...others] = await devices()
  expect(others).toEqual([])
  // The same device is known by its token: it gets no other.
  expect(await shop.accounts.rememberDevice(id, here)).toBe(here)
  expect(await devices()).toEqual([left])
})

test('neither code alone changes an e-mail, nor one of another account, a late or a used one', async () => {
  const shop = await openTestShop()
  const [id, other] = [await idOf(shop, customer), await idOf(shop, 'beneficio@example.com')]
  const change = (who: number, typed: { email: string; code?: string; newCode: string }) =>
    shop.accounts.changeEmail(who, typed, 'home', onThis())
  const codes = await askFor(shop, id)
  await expect(change(id, { ...codes, code: '' })).rejects.toEqual(refused('code.invalid', 'code'))
  await expect(change(id, { ...codes, newCode: codes.code })).rejects.toEqual(refused('code.invalid', 'newCode'))
  await expect(change(id, { ...codes, email: 'terceira@example.com' })).rejects.toEqual(refused('code.invalid'))
  const others = await askFor(shop, other)
  await expect(change(id, { ...codes, newCode: others.newCode })).rejects.toEqual(refused('code.invalid', 'newCode'))
  await expect(change(id, { ...codes, code: others.code })).rejects.toEqual(refused('code.invalid', 'code'))
  shop.clock.pass(16)
  await expect(change(id, codes)).rejects.toEqual(refused('code.invalid'))
  const fresh = await askFor(shop, id)
  await change(id, fresh)
  await expect(change(id, fresh)).rejects.toEqual(refused('code.invalid'))
  expect(await shop.accounts.findCustomer(other)).toMatchObject({ email: 'beneficio@example.com' })
})

test('two who send the same codes at once change the e-mail once', async () => {
  const shop = await openTestShop()
  const id = await idOf(shop, customer)
  const codes = await askFor(shop, id)
  const both = await Promise.allSettled([1, 2].map(() => shop.accounts.changeEmail(id, codes, 'home', onThis())))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const told = (await shop.mail.listByRecipient(customer)).filter(({ subject }) => subject.includes('mudou'))
  expect(told).toHaveLength(1)
})

test('whether an address has an account is told only to who reads it, and nothing changes', async () => {
  const shop = await openTestShop()
  const id = await idOf(shop, customer)
  const taken = 'beneficio@example.com'
  const codes = await askFor(shop, id, taken)
  await expect(shop.accounts.changeEmail(id, { ...codes, newCode: '000000' }, 'home', onThis())).rejects.toEqual(
    refused('code.invalid'),
  )
  await expect(shop.accounts.changeEmail(id, codes, 'home', onThis())).rejects.toEqual(refused('email.otherAccount'))
  expect(await shop.accounts.findCustomer(id)).toMatchObject({ email: customer })
  await expect(
    shop.accounts.sendEmailChangeCodes(id, { email: 'Cliente@Example.com', currentPassword: '' }, 'home'),
  ).rejects.toEqual(refused('email.same', 'email'))
})

test('codes for a change are mailed as often as others: five an hour to one mailbox', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const id = await idOf(shop, customer)
  for (let time = 0; time < 5; time += 1) await askFor(shop, id, `caixa${time}@example.com`)
  await expect(askFor(shop, id, 'mais-uma@example.com')).rejects.toEqual(refused('limit.reached'))
  expect(await shop.mail.listByRecipient('mais-uma@example.com')).toEqual([])
})

test('what was mailed to the former address opens nothing any more', async () => {
  const shop = await openTestShop()
  const id = await idOf(shop, customer)
  await shop.accounts.sendRecoveryCode(customer, 'home')
  const recovery = await newestCode(shop, customer)
  await shop.accounts.sendSignInCode(customer, 'home')
  const signIn = await newestCode(shop, customer)
  await shop.accounts.changeEmail(id, await askFor(shop, id), 'home', onThis())
  await expect(shop.accounts.resetPassword(newEmail, recovery, phrase, 'home')).rejects.toEqual(refused('code.invalid'))
  for (const email of [customer, newEmail])
    await expect(shop.accounts.signInWithCode(email, signIn, 'home')).rejects.toEqual(refused('code.invalid'))
})

test('who mistyped the e-mail at the registration moves to the right one by password and code; the stranger is told nothing', async () => {
  const shop = await openTestShop()
  const { id, token } = await unconfirmed(shop)
  await expect(askFor(shop, id, newEmail, 'errada')).rejects.toEqual(refused('password.wrong', 'currentPassword'))
  expect(await shop.mail.listByRecipient(newEmail)).toEqual([])
  const { newCode } = await askFor(shop, id, newEmail, phrase)
  await shop.accounts.changeEmail(id, { email: newEmail, newCode }, 'home', onThis(token))
  expect(await shop.accounts.findSignedInCustomer(token)).toMatchObject({
    email: stored,
    emailConfirmedAt: shop.clock.now(),
  })
  expect((await shop.mail.listByRecipient('errado@example.com')).map(({ subject }) => subject)).toEqual([
    'Confirme seu e-mail',
  ])
})

test('who registered somebody else’s e-mail does not carry off what was given to its reader', async () => {
  const shop = await openTestShop()
  const { id, token } = await unconfirmed(shop, 'vizinha@example.com')
  const { db } = shop.database
  const gain = { name: 'Vale', customerId: id, createdAt: shop.clock.now() }
  await db.insertInto('gain').values(gain).execute()
  await shop.catalogue.stockNotices.requestNotice(
    'vizinha@example.com',
    { id: 1, isSellableOnline: true },
    1,
    'her network',
  )
  const { newCode } = await askFor(shop, id, newEmail, phrase)
  await expect(shop.accounts.changeEmail(id, { email: newEmail, newCode }, 'home', onThis(token))).rejects.toEqual(
    refused('email.unconfirmed'),
  )
  await db.deleteFrom('gain').where('customerId', '=', id).execute()
  await shop.accounts.changeEmail(id, { email: newEmail, newCode }, 'home', onThis(token))
  expect((await shop.exportPersonalData(id)).stockNotices).toEqual([])
  expect(await shop.catalogue.stockNotices.listNotices('vizinha@example.com')).toHaveLength(1)
})

test('notices that were asked for move along, and leave with the account', async () => {
  const shop = await openTestShop()
  const id = await idOf(shop, customer)
  const { stockNotices } = shop.catalogue
  const product = { id: 1, isSellableOnline: true }
  for (const email of [customer, newEmail]) await stockNotices.requestNotice(email, product, 1, 'home')
  await shop.delivery.coverageNotices.requestNotice(customer, '69900-000', 'home')
  await shop.accounts.changeEmail(id, await askFor(shop, id), 'home', onThis())
  expect(await shop.exportPersonalData(id)).toMatchObject({
    profile: { email: stored },
    stockNotices: [{ productId: 1 }],
    coverageNotices: [{ zipcode: '69900000' }],
  })
  await shop.accounts.eraseAccount(id)
  expect([await stockNotices.listNotices(customer), await stockNotices.listNotices(newEmail)]).toEqual([[], []])
  expect(await shop.delivery.coverageNotices.listNotices(newEmail)).toEqual([])
})
