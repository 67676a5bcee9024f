import { expect, test } from 'vitest'
import { it } from '../support/rule.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'

const registration = {
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'Ana.Lima@Example.com',
  phone: '11987654321',
  birthday: null,
  password: 'uma frase longa',
}

test('a registration signs in; the database keeps neither the password nor the token', async () => {
  const { accounts, database } = await openTestShop()
  const token = await accounts.register(registration, 'test')
  const session = await accounts.findSession(token)
  const customer = await accounts.findCustomer(session?.customerId ?? 0)
  expect(customer).toMatchObject({ firstName: 'Ana', email: 'ana.lima@example.com' })
  const rows = JSON.stringify([
    await database.db.selectFrom('customer').selectAll().execute(),
    await database.db.selectFrom('session').selectAll().execute(),
  ])
  expect(rows).not.toContain(token)
  expect(rows).not.toContain(registration.password)
  expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
})

test('an e-mail is taken once, whatever its case, also by two at the same time', async () => {
  const { accounts } = await openTestShop()
  const both = await Promise.allSettled([
    accounts.register(registration, 'test'),
    accounts.register({ ...registration, email: 'ANA.LIMA@example.com' }, 'test'),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(accounts.register(registration, 'test')).rejects.toMatchObject({ code: 'email.taken', input: 'email' })
})

const guessable = [
  ...['Password123', 'senha123', 'flamengo', 'corinthians', 'qwertyuiop', '987654321', 'poiuytrewq', '12341234'],
  ...['aaaaaaaa', 'ããããããããã', '1'.repeat(128), 'Corinthians2024', 'Sênha123', 'Senha@2026!'],
  ...['flamengo!', 'ｐａｓｓｗｏｒｄ', 'pass\u200bword'],
]

it('a password that is guessed first is refused: a common one, one character repeated, the e-mail', async () => {
  const { accounts } = await openTestShop()
  const asked = (password: string, email = registration.email) =>
    accounts.register({ ...registration, email, password }, 'test')
  for (const password of guessable) {
    await expect(asked(password), password).rejects.toMatchObject({ code: 'password.common', input: 'password' })
  }
  for (const password of ['ANA.lima@example.com', 'Ana.Lima', 'ana.lima1988', 'Ána.Lima!']) {
    await expect(asked(password), password).rejects.toMatchObject({ code: 'password.isEmail', input: 'password' })
  }
  for (const [place, password] of [
    'ana.lima sempre',
    'abababacateverde',
    'corinthians 19102012',
    'k7#pQ2!9',
  ].entries()) {
    await asked(password, `ana.lima${place}@example.com`)
  }
})

it('changing and recovering a password refuse the same', async () => {
  const shop = await openTestShop()
  const { customerId, token } = await demoCustomer(shop)
  await shop.accounts.sendRecoveryCode('cliente@example.com', 'test')
  const code = await mailedCode(shop)
  for (const [password, refusal] of [
    ['flamengo', 'password.common'],
    ['zzzzzzzz', 'password.common'],
    ['cliente@example.com', 'password.isEmail'],
  ] as const) {
    const change = { currentPassword: 'balcao-demo-2026', password }
    await expect(shop.accounts.changePassword(customerId, change, 'test', token)).rejects.toMatchObject({
      code: refusal,
    })
    await expect(shop.accounts.resetPassword('cliente@example.com', code, password, 'test')).rejects.toMatchObject({
      code: refusal,
    })
  }
})

it('an unknown e-mail and a wrong password read the same', async () => {
  const { accounts } = await openTestShop()
  const refusals = await Promise.allSettled([
    accounts.signInWithPassword('nobody@example.com', 'whatever it is', 'somewhere'),
    accounts.signInWithPassword('cliente@example.com', 'whatever it is', 'somewhere'),
  ])
  const [unknown, wrong] = refusals.map((refusal) => (refusal as PromiseRejectedResult).reason)
  expect(unknown).toMatchObject({ code: 'login.refused', status: 401 })
  expect(wrong.message).toBe(unknown.message)
})

it('after ten failures an e-mail has to wait in that network, even with the right password; nobody else has to', async () => {
  const { accounts, clock } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await expect(accounts.signInWithPassword('cliente@example.com', 'wrong password', 'a')).rejects.toMatchObject({
      code: 'login.refused',
    })
  }
  clock.pass(14)
  await expect(accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'a')).rejects.toMatchObject({
    code: 'limit.reached',
    status: 429,
    retryAfterSeconds: 60,
  })
  await accounts.signInWithPassword('beneficio@example.com', 'balcao-demo-2026', 'a')
  await accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'b')
  clock.pass(1)
  await accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'a')
})

it('a session ends at logout, after fourteen days without use, and after thirty in any case', async () => {
  const { accounts, clock } = await openTestShop()
  const day = 24 * 60
  const isOver = async (token: string) => {
    expect(await accounts.findSession(token)).toBeNull()
    expect(await accounts.findSignedInCustomer(token)).toBeNull()
  }
  const token = await accounts.register(registration, 'test')
  expect(await accounts.findSignedInCustomer(token)).toMatchObject({ firstName: 'Ana' })
  await accounts.logout(token)
  await isOver(token)

  const login = () => accounts.signInWithPassword(registration.email, registration.password, 'somewhere')
  const [used, called, unused] = [await login(), await login(), await login()]
  clock.pass(13 * day)
  expect(await accounts.findSignedInCustomer(used)).toMatchObject({ firstName: 'Ana' })
  expect(await accounts.findSession(called)).not.toBeNull()
  clock.pass(day)
  await isOver(unused)
  clock.pass(13 * day - 1)
  expect(await accounts.findSignedInCustomer(used)).toMatchObject({ firstName: 'Ana' })
  expect(await accounts.findSession(called)).not.toBeNull()
  clock.pass(3 * day)
  expect(await accounts.findSignedInCustomer(used)).toMatchObject({ firstName: 'Ana' })
  clock.pass(1)
  await isOver(used)
  await isOver(called)
  await isOver('made up')
})

it('a session in use is written at most once an hour', async () => {
  const { accounts, clock, database } = await openTestShop()
  const token = await accounts.register(registration, 'test')
  const end = async () => (await database.db.selectFrom('session').select('expiresAt').execute())[0]?.expiresAt
  const first = await end()
  clock.pass(60)
  await accounts.findSignedInCustomer(token)
  expect(await end()).toEqual(first)
  clock.pass(1)
  await accounts.findSignedInCustomer(token)
  expect(await end()).not.toEqual(first)
})

it('signing out everywhere ends every session of a customer, and nobody else’s', async () => {
  const shop = await openTestShop()
  const { customerId, token } = await demoCustomer(shop)
  const { token: elsewhere } = await demoCustomer(shop)
  const stranger = await shop.accounts.signInWithPassword('beneficio@example.com', 'balcao-demo-2026', 'test')
  await shop.accounts.signOutEverywhere(customerId)
  expect([await shop.accounts.findSession(token), await shop.accounts.findSession(elsewhere)]).toEqual([null, null])
  expect(await shop.accounts.findSession(stranger)).not.toBeNull()
})

/** A customer who has just registered. */
async function newCustomer({ accounts }: TestShop) {
  const token = await accounts.register(registration, 'test')
  return (await accounts.findSession(token))?.customerId ?? 0
}

const address = 'ana.lima@example.com'

it('an e-mail is confirmed once, by the code of the registration or of a later e-mail', async () => {
  const shop = await openTestShop()
  const { accounts, mail } = shop
  const customerId = await newCustomer(shop)
  const first = await mailedCode(shop, address)
  expect(await accounts.findCustomer(customerId)).toMatchObject({ emailConfirmedAt: null })
  await accounts.sendConfirmationCode(customerId)
  const second = await mailedCode(shop, address)
  const confirm = (code: string) => accounts.confirmEmail(customerId, code, 'test')
  await expect(confirm(wrong(second))).rejects.toMatchObject({ code: 'code.invalid', input: 'code' })
  if (first !== second) await expect(confirm(first)).rejects.toMatchObject({ code: 'code.former', input: 'code' })
  await confirm(second)
  const emailConfirmedAt = shop.clock.now()
  expect(await accounts.findCustomer(customerId)).toMatchObject({ emailConfirmedAt })
  const subjects = async () => (await mail.listByRecipient(address)).map(({ subject }) => subject)
  expect((await subjects())[0]).toBe('Boas-vindas! Sua conta foi criada')

  shop.clock.pass(1)
  const before = await subjects()
  await confirm(second)
  await accounts.sendConfirmationCode(customerId)
  expect(await subjects()).toEqual(before)
  expect(await accounts.findCustomer(customerId)).toMatchObject({ emailConfirmedAt })
})

it('the code of one customer or purpose confirms no other’s e-mail', async () => {
  const shop = await openTestShop()
  const customerId = await newCustomer(shop)
  const code = await mailedCode(shop, address)
  await shop.accounts.register({ ...registration, email: 'eva@example.com' }, 'test')
  const eva = (await shop.accounts.findCustomerByEmail('eva@example.com'))?.id ?? 0
  await shop.accounts.sendConfirmationCode(eva)
  if ((await mailedCode(shop, 'eva@example.com')) !== code) {
    await expect(shop.accounts.confirmEmail(eva, code, 'test')).rejects.toMatchObject({ code: 'code.invalid' })
  }
  await shop.accounts.sendDeletionCode(customerId, '/excluir-conta')
  const deletion = await mailedCode(shop, address)
  if (deletion !== code) {
    await expect(shop.accounts.confirmEmail(customerId, deletion, 'test')).rejects.toMatchObject({
      code: 'code.invalid',
    })
  }
})

it('a code sent to the mailbox for a new password confirms it, too', async () => {
  const shop = await openTestShop()
  const customerId = await newCustomer(shop)
  const device = await shop.accounts.rememberDevice(customerId, null)
  await shop.accounts.sendRecoveryCode(address, 'test')
  await shop.accounts.resetPassword(address, await mailedCode(shop, address), 'uma frase nova', 'test', device)
  expect((await shop.accounts.findCustomer(customerId))?.emailConfirmedAt).not.toBeNull()
})

it('the codes that confirm count among the five of an hour, the one of the registration too', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const customerId = await newCustomer(shop)
  for (let time = 0; time < 4; time += 1) await shop.accounts.sendConfirmationCode(customerId)
  await expect(shop.accounts.sendConfirmationCode(customerId)).rejects.toMatchObject({ status: 429 })
  expect(await shop.mail.listByRecipient(address)).toHaveLength(5)
})

it('a mailbox that is not confirmed gets no name that somebody typed, and no word of a changed password', async () => {
  const shop = await openTestShop()
  const customerId = await newCustomer(shop)
  const change = { currentPassword: registration.password, password: 'uma frase nova' }
  await shop.accounts.changePassword(customerId, change, 'test', null)
  const written = await shop.mail.listByRecipient(address)
  expect(written.map(({ subject }) => subject)).toEqual(['Confirme seu e-mail'])

  await shop.accounts.sendRecoveryCode(address, 'test')
  await shop.accounts.sendDeletionCode(customerId, '/excluir-conta')
  const code = await mailedCode(shop, address)
  await shop.accounts.deleteAccount(customerId, code, 'test')
  for (const { subject, text } of [...written, ...(await shop.mail.listByRecipient(address))]) {
    expect([subject, text]).toEqual([subject, expect.stringMatching(/^(Código: \d{6}\n\n)?Olá!\n/)])
  }
})

test('of guesses that come all at once no more are judged than are allowed, and the right one after them opens nothing', async () => {
  // Three.
  const { accounts } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.3' } })
  const login = (guess: string) =>
    accounts.signInWithPassword('cliente@example.com', guess, 'somewhere').then(
      () => 'in',
      (error) => error.code,
    )
  const codes = await Promise.all(Array.from({ length: 15 }, (_, at) => login(`wrong password ${at}`)))
  expect(codes.filter((code) => code === 'login.refused')).toHaveLength(3)
  // Whoever waits for a turn for two seconds is told that passwords are busy: on a slow machine the last ones are.
  expect(codes.filter((code) => code === 'limit.reached' || code === 'password.busy')).toHaveLength(12)
  expect(await login('balcao-demo-2026')).toBe('limit.reached')
})

test('right passwords count as no failures, however many come at once', async () => {
  // One failure, and six logins a minute.
  const { accounts } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.1' } })
  const logins = Array.from({ length: 6 }, () =>
    accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'a'),
  )
  expect(await Promise.all(logins)).toHaveLength(6)
})

test('sessions that are over leave the database, a visitor’s too; those that run stay', async () => {
  const { accounts, clock, database } = await openTestShop()
  await accounts.register(registration, 'test')
  await accounts.startVisitorSession('test')
  clock.pass(24 * 60)
  await accounts.eraseExpiredSessions()
  expect(await database.db.selectFrom('session').select('customerId').execute()).toHaveLength(1)
  clock.pass(29 * 24 * 60)
  const token = await accounts.signInWithPassword(registration.email, registration.password, 'test')
  await accounts.eraseExpiredSessions()
  expect(await database.db.selectFrom('session').select('createdAt').execute()).toHaveLength(1)
  expect(await accounts.findSession(token)).not.toBeNull()
})

test('nobody is signed in with a visitor’s token, nor with one of an account that was erased meanwhile', async () => {
  const { accounts, database } = await openTestShop()
  const visitor = await accounts.startVisitorSession('test')
  expect(await accounts.findSession(visitor)).toEqual({ customerId: null })
  expect(await accounts.findSignedInCustomer(visitor)).toBeNull()

  const token = await accounts.register(registration, 'test')
  const erased = { erasedAt: new Date('2026-03-10T13:00:00.000Z') }
  await database.db.updateTable('customer').set(erased).where('firstName', '=', 'Ana').execute()
  expect(await accounts.findSignedInCustomer(token)).toBeNull()
})

/** The code in the newest e-mail to an address. */
async function mailedCode(shop: TestShop, to = 'cliente@example.com'): Promise<string> {
  const [newest] = await shop.mail.listByRecipient(to)
  return newest?.text.match(/\b\d{6}\b/)?.[0] ?? ''
}

/** A code that is not this one. */
function wrong(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

it('a registration is welcomed by e-mail, a refused one is not', async () => {
  const { accounts, mail } = await openTestShop()
  await accounts.register(registration, 'test')
  await expect(accounts.register(registration, 'test')).rejects.toMatchObject({ code: 'email.taken' })
  expect(await mail.listByRecipient('ana.lima@example.com')).toHaveLength(1)
})

it('a birthday lies between 1900 and today in São Paulo', async () => {
  const { accounts, clock } = await openTestShop()
  // Half past eleven at night in São Paulo: already the 11th in UTC.
  clock.pass(13.5 * 60)
  const born = (birthday: string) => accounts.register({ ...registration, birthday }, 'test')
  for (const birthday of ['2026-03-11', '2090-01-01', '1899-12-31', '1890-05-05']) {
    await expect(born(birthday)).rejects.toMatchObject({ code: 'birthday.invalid', input: 'birthday' })
  }
  await born('2026-03-10')
})

test('a recovery code sets a new password once and signs every device out', async () => {
  const shop = await openTestShop()
  const { accounts } = shop
  const { token } = await demoCustomer(shop)
  await accounts.sendRecoveryCode('Cliente@example.com', 'test')
  const code = await mailedCode(shop)
  await accounts.assertValidRecoveryCode('cliente@example.com', code, 'test')
  await accounts.resetPassword('cliente@example.com', code, 'uma frase nova', 'test')
  expect(await accounts.findSession(token)).toBeNull()
  await accounts.signInWithPassword('cliente@example.com', 'uma frase nova', 'test')
  await expect(accounts.resetPassword('cliente@example.com', code, 'outra frase', 'test')).rejects.toMatchObject({
    code: 'code.invalid',
    message: 'O token inserido é inválido',
  })
})

test('of two who use a recovery code at the same time one sets the password', async () => {
  const shop = await openTestShop()
  await shop.accounts.sendRecoveryCode('cliente@example.com', 'test')
  const code = await mailedCode(shop)
  const both = await Promise.allSettled(
    ['a first phrase', 'a second phrase'].map((password) =>
      shop.accounts.resetPassword('cliente@example.com', code, password, 'test'),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('who recovers the account keeps out those who know the old password, also while they use it', async () => {
  const shop = await openTestShop()
  const { accounts } = shop
  const email = 'cliente@example.com'
  const { customerId, token } = await demoCustomer(shop)
  await accounts.sendRecoveryCode(email, 'test')
  const code = await mailedCode(shop)
  const old = 'balcao-demo-2026'
  let isReset = false
  const signedIn: PromiseSettledResult<string>[] = []
  const keepSigningIn = async () => {
    while (!isReset) signedIn.push(...(await Promise.allSettled([accounts.signInWithPassword(email, old, 'test')])))
  }
  const thieves = [1, 2, 3].map(keepSigningIn)
  const reset = accounts.resetPassword(email, code, 'a frase da dona', 'test').then(() => {
    isReset = true
  })
  const changed = await Promise.allSettled(
    [1, 2, 3, 4].map(() =>
      accounts.changePassword(customerId, { currentPassword: old, password: 'a frase do ladrão' }, 'test', token),
    ),
  )
  await Promise.all([reset, ...thieves])
  // Each came either before the new password, which ended it, or too late.
  for (const came of signedIn) {
    if (came.status === 'fulfilled') expect(await accounts.findSession(came.value)).toBeNull()
    else expect(came.reason).toMatchObject({ code: 'login.refused' })
  }
  for (const came of changed) {
    if (came.status === 'rejected') expect(came.reason).toMatchObject({ code: 'password.wrong' })
  }
  for (const password of [old, 'a frase do ladrão']) {
    await expect(accounts.signInWithPassword(email, password, 'test')).rejects.toMatchObject({ code: 'login.refused' })
  }
  await accounts.signInWithPassword(email, 'a frase da dona', 'test')
})

it('a code is good for fifteen minutes, and a new one makes the old one void', async () => {
  const shop = await openTestShop()
  const { accounts, clock } = shop
  await accounts.sendRecoveryCode('cliente@example.com', 'test')
  const first = await mailedCode(shop)
  clock.pass(14)
  await accounts.assertValidRecoveryCode('cliente@example.com', first, 'test')
  clock.pass(1)
  await expect(accounts.assertValidRecoveryCode('cliente@example.com', first, 'test')).rejects.toMatchObject({
    code: 'code.invalid',
  })
  await accounts.sendRecoveryCode('cliente@example.com', 'test')
  const second = await mailedCode(shop)
  await accounts.sendRecoveryCode('cliente@example.com', 'test')
  const third = await mailedCode(shop)
  const refused = accounts.assertValidRecoveryCode('cliente@example.com', second, 'test')
  // Once in a million both are the same number.
  if (second !== third) await expect(refused).rejects.toMatchObject({ code: 'code.former' })
  else await refused
})

test('five wrong tries use a code up, also when they come all at once; right ones cost nothing', async () => {
  const shop = await openTestShop()
  const { accounts } = shop
  await accounts.sendRecoveryCode('cliente@example.com', 'test')
  const code = await mailedCode(shop)
  const attempt = (typed: string) => accounts.assertValidRecoveryCode('cliente@example.com', typed, 'test')
  for (let time = 0; time < 6; time += 1) await attempt(code)
  for (let time = 0; time < 4; time += 1) await expect(attempt(wrong(code))).rejects.toMatchObject({ status: 422 })
  await attempt(code)
  await Promise.allSettled(Array.from({ length: 5 }, () => attempt(wrong(code))))
  await expect(attempt(code)).rejects.toMatchObject({ code: 'code.invalid' })
})

it("a code opens neither another customer's account nor another purpose", async () => {
  const shop = await openTestShop()
  const { accounts } = shop
  const { customerId } = await demoCustomer(shop)
  await accounts.sendRecoveryCode('cliente@example.com', 'test')
  const code = await mailedCode(shop)
  await accounts.sendRecoveryCode('beneficio@example.com', 'test')
  await expect(accounts.resetPassword('beneficio@example.com', code, 'uma frase nova', 'test')).rejects.toMatchObject({
    code: 'code.invalid',
  })
  await accounts.sendDeletionCode(customerId, '/excluir-conta')
  await expect(accounts.deleteAccount(customerId, code, 'test')).rejects.toMatchObject({
    code: 'code.invalid',
    input: 'code',
  })
  await accounts.signInWithPassword('beneficio@example.com', 'balcao-demo-2026', 'test')
})

it('a common password leaves the recovery code good', async () => {
  const shop = await openTestShop()
  await shop.accounts.sendRecoveryCode('cliente@example.com', 'test')
  const code = await mailedCode(shop)
  await expect(shop.accounts.resetPassword('cliente@example.com', code, '12345678', 'test')).rejects.toMatchObject({
    code: 'password.common',
  })
  await shop.accounts.resetPassword('cliente@example.com', code, 'uma frase nova', 'test')
})

it('no table keeps a code that could be read back', async () => {
  const shop = await openTestShop()
  await shop.accounts.sendRecoveryCode('cliente@example.com', 'test')
  const code = await mailedCode(shop)
  const rows = await shop.database.db.selectFrom('mailboxCode').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(rows[0]?.codeHash).toHaveLength(43)
})

it('an unknown e-mail is told so, but not to somebody who tries many', async () => {
  const { accounts } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.05' } })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(accounts.sendRecoveryCode(`nobody${attempt}@example.com`, 'a')).rejects.toMatchObject({
      code: 'email.unknown',
      message: 'Email não encontrado',
    })
  }
  for (const email of ['cliente@example.com', 'nobody9@example.com']) {
    await expect(accounts.sendRecoveryCode(email, 'a')).rejects.toMatchObject({ code: 'limit.reached', status: 429 })
  }
})

it('an address gets five code e-mails an hour', async () => {
  const { accounts, mail } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  for (let time = 0; time < 5; time += 1) await accounts.sendRecoveryCode('cliente@example.com', `network ${time}`)
  await expect(accounts.sendRecoveryCode('CLIENTE@example.com', 'elsewhere')).rejects.toMatchObject({ status: 429 })
  expect(await mail.listByRecipient('cliente@example.com')).toHaveLength(5)
})

it('changing the password asks for the old one and ends the other sessions', async () => {
  const shop = await openTestShop()
  const { accounts } = shop
  const { customerId, token: here } = await demoCustomer(shop)
  const { token: elsewhere } = await demoCustomer(shop)
  const change = (currentPassword: string, password: string) =>
    accounts.changePassword(customerId, { currentPassword, password }, 'test', here)
  await expect(change('not this one', 'uma frase nova')).rejects.toMatchObject({ code: 'password.wrong' })
  await expect(change('balcao-demo-2026', 'senha123')).rejects.toMatchObject({ code: 'password.common' })
  expect(await accounts.findSession(elsewhere)).not.toBeNull()
  await change('balcao-demo-2026', 'uma frase nova')
  expect(await accounts.findSession(here)).not.toBeNull()
  expect(await accounts.findSession(elsewhere)).toBeNull()
})

test('sessions are listed by device and ended one by one, never those of another customer', async () => {
  const shop = await openTestShop()
  const { accounts } = shop
  const { customerId, token } = await demoCustomer(shop)
  const phone =
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'
  shop.clock.pass(1)
  const other = await accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'test', phone)
  const stranger = await accounts.signInWithPassword('beneficio@example.com', 'balcao-demo-2026', 'test')
  const devices = await accounts.listDevices(customerId, token)
  expect(devices.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Chrome · Android', false],
    ['', true],
  ])
  const strangerId = (await accounts.findSession(stranger))?.customerId ?? 0
  const [theirs] = await accounts.listDevices(strangerId, null)
  await expect(accounts.signOutDevice(customerId, theirs?.id ?? '')).rejects.toMatchObject({ code: 'session.unknown' })
  await accounts.signOutDevice(customerId, devices[0]?.id ?? '')
  expect(await accounts.findSession(other)).toBeNull()
  expect(await accounts.findSession(stranger)).not.toBeNull()
})

test('a deleted account leaves orders without a name, and nothing else', async () => {
  const shop = await openTestShop()
  const { accounts, orders, database } = shop
  const { customerId, addressId, token } = await demoCustomer(shop)
  const place = (note: string) =>
    orders.placeOrder({
      customerId,
      addressId,
      idempotencyKey: crypto.randomUUID(),
      bag: { lines: [{ productId: 60, quantity: 1 }] },
      note,
    })
  const lost = await place('o porteiro é o Zé')
  const delivered = await place('bater na porta')
  await orders.endUnpaidOrder(lost.id, 'expire', { kind: 'job' })
  await database.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', delivered.id).execute()
  await shop.wishlist.addFavourite(customerId, 60)
  const at = shop.clock.now()
  const patient = { customerId, nameEncrypted: 'encrypted', createdAt: at }
  await database.db.insertInto('patient').values(patient).execute()
  const notice = { productId: 60, branchId: 1, email: 'cliente@example.com', requestedAt: at }
  await database.db
    .insertInto('stockNotice')
    .values([
      { ...notice, kind: 'stock' },
      { ...notice, kind: 'price', priceCents: 1 },
    ])
    .execute()

  await accounts.sendDeletionCode(customerId, '/excluir-conta')
  await accounts.deleteAccount(customerId, await mailedCode(shop), 'test')

  expect(await accounts.findSession(token)).toBeNull()
  expect(await accounts.findCustomer(customerId)).toBeNull()
  await expect(accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'test')).rejects.toMatchObject({
    code: 'login.refused',
  })
  const tables = ['customer', 'address', 'session', 'wishlistItem', 'mailboxCode', 'patient', 'orders'] as const
  const kept = await Promise.all(
    tables.map((table) =>
      database.db
        .selectFrom(table)
        .selectAll()
        .where(table === 'customer' ? 'id' : ('customerId' as never), '=', customerId as never)
        .execute(),
    ),
  )
  expect(kept.map((rows) => rows.length)).toEqual([1, 0, 0, 0, 0, 0, 2])
  expect(await database.db.selectFrom('stockNotice').selectAll().execute()).toEqual([])
  expect(JSON.stringify(kept[0])).not.toMatch(/Marina|Prates|cliente@|11987654321|1988-04-12/)

  const rows = await database.db.selectFrom('orders').selectAll().where('customerId', '=', customerId).execute()
  const texts = (id: number) => JSON.stringify(rows.find((row) => row.id === id))
  expect(texts(lost.id)).not.toMatch(/Paulista|Zé|Apto/)
  expect(texts(lost.id)).toContain('01310100')
  expect(texts(delivered.id)).not.toMatch(/porta|Paulista|Apto/)

  const [goodbye] = await shop.mail.listByRecipient('cliente@example.com')
  expect(goodbye?.subject).toBe('Sua conta foi excluída')
  await accounts.register({ ...registration, email: 'cliente@example.com' }, 'test')
})

it.each(['delivered', 'expired', 'failed', 'cancelled', 'refunded'] as const)(
  'whose order is %s may delete the account, and address and note of the order are erased',
  async (status) => {
    const shop = await openTestShop()
    const { accounts, orders, database } = shop
    const { customerId, addressId } = await demoCustomer(shop)
    const bag = { lines: [{ productId: 60, quantity: 1 }] }
    const request = { customerId, addressId, idempotencyKey: crypto.randomUUID(), bag, note: 'Deixe com a Bia' }
    const { id } = await orders.placeOrder(request)
    await database.db.updateTable('orders').set({ status }).where('id', '=', id).execute()
    await accounts.sendDeletionCode(customerId, '/excluir-conta')
    await accounts.deleteAccount(customerId, await mailedCode(shop), 'test')
    expect(await accounts.findCustomer(customerId)).toBeNull()
    const order = await database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(order.note).toBe('')
    expect(JSON.parse(order.deliveryAddress)).toMatchObject({
      street: '',
      number: '',
      complement: '',
      zipcode: '01310100',
    })
  },
)

it('an account with an order under way is not deleted before the order has ended', async () => {
  const shop = await openTestShop()
  const { accounts, orders, database } = shop
  const { customerId, addressId } = await demoCustomer(shop)
  await accounts.sendDeletionCode(customerId, '/excluir-conta')
  const code = await mailedCode(shop)
  const { id } = await orders.placeOrder({
    customerId,
    addressId,
    idempotencyKey: crypto.randomUUID(),
    bag: { lines: [{ productId: 60, quantity: 1 }] },
    note: '',
  })
  const refusal = {
    code: 'order.underWay',
    status: 409,
    message: expect.stringContaining(`O pedido ${id} está em andamento`),
  }
  for (const status of ['pending_payment', 'paid', 'prescription_review', 'preparing', 'out_for_delivery'] as const) {
    await database.db.updateTable('orders').set({ status }).where('id', '=', id).execute()
    await expect(accounts.sendDeletionCode(customerId, '/excluir-conta'), status).rejects.toMatchObject(refusal)
    await expect(accounts.deleteAccount(customerId, code, 'test'), status).rejects.toMatchObject(refusal)
    await expect(accounts.eraseAccount(customerId), status).rejects.toMatchObject(refusal)
  }
  expect(await accounts.findCustomer(customerId)).toMatchObject({ email: 'cliente@example.com' })
  await database.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', id).execute()
  // The refusals have not used the code up.
  await accounts.deleteAccount(customerId, code, 'test')
  expect(await accounts.findCustomer(customerId)).toBeNull()
})

it('a session that has ended is not among the signed-in devices', async () => {
  const shop = await openTestShop()
  const { customerId, token } = await demoCustomer(shop)
  expect(await shop.accounts.listDevices(customerId, token)).toMatchObject([{ isCurrent: true }])
  shop.clock.pass(14 * 24 * 60)
  expect(await shop.accounts.listDevices(customerId, token)).toEqual([])
})
