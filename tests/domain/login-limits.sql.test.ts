import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { consume } from '../../server/accounts/attempt-limiter.ts'
import { createTestDatabase } from '../support/database.ts'
import { it } from '../support/rule.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'
import { demoStaff, demoStaffPassword } from '../support/staff.ts'

const email = 'cliente@example.com'
const password = 'balcao-demo-2026'
const second = 1 / 60

interface From {
  network?: string
  device?: string | null | undefined
  guess?: string
}

/** What becomes of a login: 'in', or the refusal's code. */
function login({ accounts }: Pick<TestShop, 'accounts'>, { network = 'home', device = null, guess = password }: From) {
  return accounts.signInWithPassword(email, guess, network, null, device).then(
    () => 'in',
    (error) => error.code as string,
  )
}

const wrong = (shop: TestShop, from: From = {}) => login(shop, { guess: 'not this one', ...from })

/** Further shops on the first one's database, as other processes, or the same after a restart. */
async function openShops(count: number, factor: string): Promise<TestShop[]> {
  const { location, drop } = await createTestDatabase('demo')
  const shops: TestShop[] = []
  for (let shop = 0; shop < count; shop += 1) {
    const database = { location, drop: shop === 0 ? drop : async () => {} }
    shops.push(await openTestShop({ database, env: { RATE_LIMIT_FACTOR: factor } }))
  }
  return shops
}

test('ten wrong passwords are ten in all processes together, and after a restart', async () => {
  const [first, other, restarted] = (await openShops(3, '1')) as [TestShop, TestShop, TestShop]
  for (let time = 0; time < 5; time += 1) {
    expect([await wrong(first), await wrong(other)]).toEqual(['login.refused', 'login.refused'])
  }
  for (const shop of [first, other, restarted]) expect(await login(shop, {})).toBe('limit.reached')
})

test('in the instant in which a period ends as many attempts begin the next one as it allows', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const attempt = () => consume(shop.ctx, [{ name: 'attempts of a test', maxAttempts: 2, periodMinutes: 60 }, 'home'])
  for (const minutes of [0, 60]) {
    shop.clock.pass(minutes)
    await attempt()
    await attempt()
    await expect(attempt()).rejects.toMatchObject({ code: 'limit.reached', retryAfterSeconds: 60 * 60 })
  }
})

test('of guesses that come at two processes at once no more are judged than are allowed', async () => {
  const shops = await openShops(2, '0.3')
  const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => wrong(shops[at % 2] as TestShop)))
  expect(answers.filter((answer) => answer === 'login.refused')).toHaveLength(3)
  // Whoever waits for a turn for two seconds is told that passwords are busy: on a slow machine the last ones are.
  expect(answers.filter((answer) => answer === 'limit.reached' || answer === 'password.busy')).toHaveLength(13)
})

/** Guesses from as many networks. */
async function attack(shop: TestShop, guesses: number): Promise<void> {
  for (let at = 0; at < guesses; at += 1) expect(await wrong(shop, { network: `robot ${at}` })).toBe('login.refused')
}

it('fifty wrong passwords from anywhere delay the next one, each time twice as long, a quarter of an hour at most', async () => {
  // A fifth of the limits: ten are free.
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  await attack(shop, 10)
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    const network = `robot after ${seconds}, ${shop.clock.now().getTime()}`
    await expect(shop.accounts.signInWithPassword(email, password, network)).rejects.toMatchObject({
      code: 'limit.reached',
      retryAfterSeconds: seconds,
    })
    shop.clock.pass((seconds - 1) * second)
    expect(await wrong(shop, { network })).toBe('limit.reached')
    shop.clock.pass(second)
    expect(await wrong(shop, { network })).toBe('login.refused')
  }
  shop.clock.pass(15)
  expect(await login(shop, {})).toBe('in')
  shop.clock.pass(24 * 60)
  await attack(shop, 10)
})

test('guesses are forgotten a day after the last of them, not after the first', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  await attack(shop, 10)
  shop.clock.pass(23 * 60)
  expect(await wrong(shop, { network: 'robot in the night' })).toBe('login.refused')
  shop.clock.pass(2 * 60)
  expect(await wrong(shop, { network: 'robot in the morning' })).toBe('login.refused')
  expect(await login(shop, { network: 'another robot' })).toBe('limit.reached')
})

test('of guesses that come from many networks at once the free ones are judged', async () => {
  // Three are free.
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.06' } })
  const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => wrong(shop, { network: `robot ${at}` })))
  expect(answers.filter((answer) => answer === 'login.refused')).toHaveLength(3)
})

it('while strangers guess, customers get in on a device of their own, from whatever network', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const { customerId } = await demoCustomer(shop)
  const device = await shop.accounts.rememberDevice(customerId, null)
  await attack(shop, 10)
  expect(await login(shop, { network: 'robot 0' })).toBe('limit.reached')
  expect(await login(shop, { network: 'robot 0', device })).toBe('in')

  // Their own wrong passwords count, and keep nobody else out.
  shop.clock.pass(second)
  for (const _ of [1, 2]) expect(await wrong(shop, { device })).toBe('login.refused')
  expect(await login(shop, { device })).toBe('limit.reached')
  expect(await login(shop, { network: 'elsewhere' })).toBe('in')
})

it('a device counts as known by who has signed in on it, not by any token', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const { customerId } = await demoCustomer(shop)
  const robotToken = await shop.accounts.signInWithPassword('beneficio@example.com', password, 'robot')
  const robotId = (await shop.accounts.findSession(robotToken))?.customerId ?? 0
  const robots = await shop.accounts.rememberDevice(robotId, null)
  const own = await shop.accounts.rememberDevice(customerId, null)
  await attack(shop, 10)
  for (const device of [robots, 'x'.repeat(43), 'x'.repeat(1_000), '', null]) {
    expect(await login(shop, { device })).toBe('limit.reached')
  }
  // Two customers of one household share a device; a token that the shop did not give is replaced.
  expect(await shop.accounts.rememberDevice(customerId, robots)).toBe(robots)
  expect(await shop.accounts.rememberDevice(customerId, 'x'.repeat(43))).toMatch(/^(?!x{43})[\w-]{43}$/)
  expect([await login(shop, { device: robots }), await login(shop, { device: own })]).toEqual(['in', 'in'])
  shop.clock.pass(180 * 24 * 60)
  await attack(shop, 10)
  expect(await login(shop, { device: own })).toBe('limit.reached')
})

it('a device is known for half a year from its last sign-in, not from its first', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const { customerId } = await demoCustomer(shop)
  const device = await shop.accounts.rememberDevice(customerId, null)
  shop.clock.pass(100 * 24 * 60)
  expect(await shop.accounts.rememberDevice(customerId, device)).toBe(device)
  shop.clock.pass(100 * 24 * 60)
  await attack(shop, 10)
  expect(await login(shop, { device })).toBe('in')
})

it('a new password makes every other device a stranger’s', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const { customerId, token } = await demoCustomer(shop)
  const [own, thiefs] = await Promise.all([1, 2].map(() => shop.accounts.rememberDevice(customerId, null)))
  await shop.accounts.changePassword(
    customerId,
    { currentPassword: password, password: 'uma frase nova' },
    'home',
    token,
    own,
  )
  await attack(shop, 10)
  expect([await login(shop, { device: thiefs }), await wrong(shop, { device: own })]).toEqual([
    'limit.reached',
    'login.refused',
  ])

  await shop.accounts.sendRecoveryCode(email, 'home')
  const [{ text = '' } = {}] = (await shop.mail.listByRecipient(email)).filter(({ subject }) =>
    subject.includes('código'),
  )
  await shop.accounts.resetPassword(email, /\b\d{6}\b/.exec(text)?.[0] ?? '', 'outra frase nova', 'home')
  expect(await login(shop, { device: own, guess: 'outra frase nova' })).toBe('limit.reached')
})

it('wrong passwords keep nobody from recovering the account, nor from changing its password', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const { customerId } = await demoCustomer(shop)
  for (const _ of [1, 2]) expect(await wrong(shop, { network: 'robot 0' })).toBe('login.refused')
  expect(await login(shop, { network: 'robot 0' })).toBe('limit.reached')

  await shop.accounts.changePassword(
    customerId,
    { currentPassword: password, password: 'uma frase nova' },
    'robot 0',
    null,
  )
  await shop.accounts.sendRecoveryCode(email, 'robot 0')
  const [{ text = '' } = {}] = (await shop.mail.listByRecipient(email)).filter(({ subject }) =>
    subject.includes('código'),
  )
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  await shop.accounts.resetPassword(email, code, 'outra frase nova', 'robot 0')
  expect(await login(shop, { guess: 'outra frase nova', network: 'home' })).toBe('in')
})

it('a network has a hundred failures, whichever the e-mails', async () => {
  const { accounts, clock } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const guess = (at: number) => accounts.signInWithPassword(`nobody${at}@example.com`, 'whatever it is', 'somewhere')
  for (let at = 0; at < 20; at += 1) {
    await expect(guess(at)).rejects.toMatchObject({ code: 'login.refused' })
    clock.pass(0.1)
  }
  await expect(guess(20)).rejects.toMatchObject({ code: 'limit.reached', retryAfterSeconds: 13 * 60 })
  await accounts.signInWithPassword(email, password, 'elsewhere')
})

it('customers who guess on the store’s own network do not keep its people out', async () => {
  const { accounts, staff, clock } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  for (let at = 0; at < 20; at += 1) {
    const guess = accounts.signInWithPassword(`nobody${at}@example.com`, 'whatever it is', 'store')
    await expect(guess).rejects.toMatchObject({ code: 'login.refused' })
    // Else they were refused as too many logins in a minute, and not counted as failures.
    clock.pass(0.1)
  }
  const customer = accounts.signInWithPassword(email, password, 'store')
  await expect(customer).rejects.toMatchObject({ code: 'limit.reached', retryAfterSeconds: 13 * 60 })
  expect(await staff.signIn(demoStaff.clerk, demoStaffPassword, 'store')).toMatch(/^[\w-]{43}$/)
})

test('a solved captcha counts once in all processes, also sent to two of them at once', async () => {
  const database = await createTestDatabase('demo')
  const openServer = (drop: () => Promise<void>) =>
    openTestShop({ database: { location: database.location, drop }, env: { CAPTCHA_KEY: 'k'.repeat(32) } })
  const [first, second] = [await openServer(database.drop), await openServer(async () => {})]
  const challenge = await first.captcha.issueChallenge()
  if (!challenge) throw new Error('no challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  const sent = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const outcomes = await Promise.allSettled([first, second, second].map(({ captcha }) => captcha.assertSolved(sent)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(first.captcha.assertSolved(sent)).rejects.toMatchObject({ code: 'captcha.refused' })
})

it('a network has sixty logins a minute whatever their outcome, and ten registrations an hour', async () => {
  // Twelve, and two.
  const { accounts, clock } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const signIn = (network: string) => accounts.signInWithPassword(email, password, network)
  for (let time = 0; time < 12; time += 1) await signIn('somewhere')
  await expect(signIn('somewhere')).rejects.toMatchObject({ code: 'limit.reached', retryAfterSeconds: 60 })
  await signIn('elsewhere')
  clock.pass(1)
  await signIn('somewhere')

  const register = (network: string, address = `${crypto.randomUUID()}@example.com`) =>
    accounts.register(
      {
        firstName: 'Ana',
        lastName: 'Lima',
        email: address,
        phone: '11987654321',
        birthday: null,
        password: 'uma frase',
      },
      network,
    )
  await register('somewhere')
  await expect(register('somewhere', email)).rejects.toMatchObject({ code: 'email.taken' })
  await expect(register('somewhere')).rejects.toMatchObject({ code: 'limit.reached', retryAfterSeconds: 3600 })
  await register('elsewhere')
  clock.pass(60)
  await register('somewhere')
})

it('a network has sixty proofs of a password a minute, right ones too, beside its logins', async () => {
  // Twelve.
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const { customerId } = await demoCustomer(shop)
  const { verifyPasswordOrCode, changePassword } = shop.accounts
  for (let time = 0; time < 12; time += 1) await verifyPasswordOrCode(customerId, password, 'somewhere')
  const refused = { code: 'limit.reached', retryAfterSeconds: 60 }
  await expect(verifyPasswordOrCode(customerId, password, 'somewhere')).rejects.toMatchObject(refused)
  const change = { currentPassword: password, password: 'uma frase nova' }
  await expect(changePassword(customerId, change, 'somewhere', null)).rejects.toMatchObject(refused)
  expect(await login(shop, { network: 'somewhere' })).toBe('in')
  await verifyPasswordOrCode(customerId, password, 'elsewhere')
  shop.clock.pass(1)
  await verifyPasswordOrCode(customerId, password, 'somewhere')
})

it('a network gets sixty visitors’ tokens a minute', async () => {
  const { accounts, clock } = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.05' } })
  for (let time = 0; time < 3; time += 1) await accounts.startVisitorSession('robot')
  await expect(accounts.startVisitorSession('robot')).rejects.toMatchObject({
    code: 'limit.reached',
    retryAfterSeconds: 60,
  })
  await accounts.startVisitorSession('home')
  clock.pass(1)
  await accounts.startVisitorSession('robot')
})

it('a visitor’s token ends after a day; who returns with it keeps it for the usual time', async () => {
  const { accounts, clock } = await openTestShop()
  const [robot, visitor] = [
    await accounts.startVisitorSession('somewhere'),
    await accounts.startVisitorSession('somewhere'),
  ]
  clock.pass(59)
  // Still the first visit.
  expect(await accounts.findSession(robot)).toEqual({ customerId: null })
  clock.pass(1)
  expect(await accounts.findSession(visitor)).toEqual({ customerId: null })
  clock.pass(23 * 60)
  expect([await accounts.findSession(robot), await accounts.findSession(visitor)]).toEqual([null, { customerId: null }])
  clock.pass(13 * 24 * 60 + 22 * 60)
  expect(await accounts.findSession(visitor)).toEqual({ customerId: null })
  clock.pass(14 * 24 * 60)
  expect(await accounts.findSession(visitor)).toBeNull()
})

it('what has not the form of a token is not even looked up', async () => {
  const shop = await openTestShop()
  const { findSession, findSignedInCustomer, logout } = shop.accounts
  await shop.database.db.schema.dropTable('session').execute()
  for (const text of ['', 'made up', 'x'.repeat(42), 'x'.repeat(1_000_000), 'é'.repeat(43)]) {
    expect([await findSession(text), await findSignedInCustomer(text)]).toEqual([null, null])
    await logout(text)
  }
  await expect(findSession('x'.repeat(43))).rejects.toThrow()
})

test('what is counted names neither e-mail nor network, and is forgotten when it counts no more', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  await wrong(shop, { network: '192.0.2.77' })
  const rows = () => shop.database.db.selectFrom('attemptCount').selectAll().execute()
  expect(await rows()).toHaveLength(6)
  expect(JSON.stringify(await rows())).not.toMatch(/cliente|192\.0\.2/)
  shop.clock.pass(15)
  await shop.accounts.eraseExpiredAttempts()
  expect(await rows()).toMatchObject([{ attempts: 1 }])
  shop.clock.pass(24 * 60)
  await shop.accounts.eraseExpiredAttempts()
  expect(await rows()).toEqual([])
})
