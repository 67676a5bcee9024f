import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf } from '../support/staff.ts'

const origin = 'http://localhost:9'

/** A device with one passkey, which signs what it is asked. */
function createDevice(id = 'a-passkey-of-this-test') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  // COSE (RFC 9053): an elliptic curve, ES256, P-256, its point.
  const head = Buffer.from('a5010203262001215820', 'hex')
  const cose = Buffer.concat([head, bytes(x), Buffer.from('225820', 'hex'), bytes(y)])
  let counter = 0
  return {
    row: {
      id,
      name: 'Chave',
      publicKey: cose.toString('base64url'),
      counter: 0,
      createdAt: new Date('2026-03-10T10:00:00.000Z'),
      usedAt: null,
    },
    setCounter: (value: number) => {
      counter = value
    },
    /** @param options as the shop asks */
    answer(options: string, { from = origin, flags = 0x05 }: { from?: string; flags?: number } = {}): string {
      const { challenge, rpId } = JSON.parse(options)
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: from, crossOrigin: false }))
      const tail = Buffer.alloc(5)
      tail.writeUInt8(flags)
      tail.writeUInt32BE(counter, 1)
      const device = Buffer.concat([createHash('sha256').update(rpId).digest(), tail])
      const signature = sign(
        'sha256',
        Buffer.concat([device, createHash('sha256').update(client).digest()]),
        privateKey,
      )
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: device.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      })
    },
  }
}

async function openWithPasskey(env: Record<string, string> = {}) {
  const shop = await openTestShop({ env })
  const { customerId } = await demoCustomer(shop)
  const device = createDevice()
  await shop.database.db
    .insertInto('passkey')
    .values({ ...device.row, customerId, staffId: null })
    .execute()
  const { accounts } = shop
  const enter = (answer = device.answer(accounts.createPasskeyOptions())) => accounts.signInWithPasskey(answer, 'home')
  return { shop, customerId, device, enter }
}

const refused = (code: string) => expect.objectContaining({ code })

test('a passkey signs its customer in, and the list of devices says by what', async () => {
  const { shop, customerId, enter } = await openWithPasskey()
  const token = await enter()
  expect(await shop.accounts.findSignedInCustomer(token)).toMatchObject({ id: customerId })
  const devices = await shop.accounts.listDevices(customerId, token)
  expect(devices.find(({ isCurrent }) => isCurrent)).toMatchObject({ signedInBy: 'passkey' })
  expect((await shop.accounts.listPasskeys(customerId))[0]?.usedAt).toEqual(shop.clock.now())
})

test('an answer is good once, for five minutes, on our origin, by who is there, and for its own question', async () => {
  const { shop, customerId, device, enter } = await openWithPasskey()
  const { createPasskeyOptions, startPasskeyRegistration } = shop.accounts
  const answer = device.answer(createPasskeyOptions())
  await enter(answer)
  const late = device.answer(createPasskeyOptions())
  const answers: Record<string, string> = {
    'a second time': answer,
    'of another origin': device.answer(createPasskeyOptions(), { from: 'https://outra.example' }),
    'of nobody verified': device.answer(createPasskeyOptions(), { flags: 0x01 }),
    'to a question for another use': device.answer(
      JSON.stringify({
        ...JSON.parse(await startPasskeyRegistration(customerId, 'balcao-demo-2026', 'home')),
        rpId: 'localhost',
      }),
    ),
    'to a question for the staff': device.answer(shop.staff.createPasskeyOptions()),
    'to nobody’s question': device.answer(JSON.stringify({ challenge: 'A'.repeat(51), rpId: 'localhost' })),
    'of another device': createDevice().answer(createPasskeyOptions()),
    'of a passkey nobody knows': createDevice('another').answer(createPasskeyOptions()),
    'that is no JSON': '{',
    'that is null': 'null',
    'that is empty': '',
  }
  for (const [name, text] of Object.entries(answers))
    await expect(enter(text), name).rejects.toEqual(refused('passkey.refused'))
  shop.clock.pass(6)
  await expect(enter(late)).rejects.toEqual(refused('passkey.refused'))
  await enter()
})

test('a passkey whose counter goes back is a copy, and is refused; one that never counts is not', async () => {
  const { device, enter } = await openWithPasskey()
  await enter()
  await enter()
  device.setCounter(5)
  await enter()
  for (const counter of [5, 4, 0]) {
    device.setCounter(counter)
    await expect(enter(), String(counter)).rejects.toEqual(refused('passkey.cloned'))
  }
  device.setCounter(6)
  await enter()
})

test('a passkey that was removed, or whose customer is blocked or erased, signs nobody in', async () => {
  const { shop, customerId, device, enter } = await openWithPasskey()
  await shop.accounts.blockCustomer(customerId, 'fraude')
  await expect(enter()).rejects.toEqual(refused('account.blocked'))
  await shop.accounts.unblockCustomer(customerId)
  await shop.accounts.removePasskey(customerId, device.row.id)
  await expect(enter()).rejects.toEqual(refused('passkey.refused'))
  await expect(shop.accounts.removePasskey(customerId, device.row.id)).rejects.toEqual(refused('passkey.unknown'))
  const subjects = (await shop.mail.listByRecipient('cliente@example.com')).map(({ subject }) => subject)
  expect(subjects).toContain('Uma chave de acesso foi removida da sua conta')
})

test('nobody renames or removes the passkey of another', async () => {
  const { shop, customerId, device } = await openWithPasskey()
  const { renamePasskey, removePasskey, listPasskeys } = shop.accounts
  await expect(renamePasskey(customerId + 1, device.row.id, 'Minha')).rejects.toEqual(refused('passkey.unknown'))
  await expect(removePasskey(customerId + 1, device.row.id)).rejects.toEqual(refused('passkey.unknown'))
  for (const name of ['', '  ', 'x'.repeat(41), 'a\nb'])
    await expect(renamePasskey(customerId, device.row.id, name)).rejects.toEqual(refused('passkey.name'))
  await renamePasskey(customerId, device.row.id, ' Celular ')
  expect(await listPasskeys(customerId)).toMatchObject([{ name: 'Celular' }])
})

test('who has not confirmed the e-mail, or not the password, makes no passkey', async () => {
  const { shop, customerId } = await openWithPasskey()
  await expect(shop.accounts.startPasskeyRegistration(customerId, 'errada', 'home')).rejects.toEqual(
    refused('password.wrong'),
  )
  await shop.database.db.updateTable('customer').set({ emailConfirmedAt: null }).where('id', '=', customerId).execute()
  const begin = shop.accounts.startPasskeyRegistration(customerId, 'balcao-demo-2026', 'home')
  await expect(begin).rejects.toEqual(refused('passkey.unconfirmed'))
})

test('a customer has ten passkeys, and is told before an eleventh is made', async () => {
  const { shop, customerId, device } = await openWithPasskey()
  const begin = () => shop.accounts.startPasskeyRegistration(customerId, 'balcao-demo-2026', 'home')
  const add = (ids: number[]) =>
    shop.database.db
      .insertInto('passkey')
      .values(ids.map((id) => ({ ...device.row, id: `passkey ${id}`, customerId, staffId: null })))
      .execute()
  await add([2, 3, 4, 5, 6, 7, 8, 9])
  await begin()
  await add([10])
  await expect(begin()).rejects.toEqual(refused('passkey.tooMany'))
})

test('wrong passkeys are counted like wrong passwords, and keep nobody else out', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const wrong = () =>
    shop.accounts.signInWithPasskey(createDevice('nobody’s').answer(shop.accounts.createPasskeyOptions()), 'home')
  for (let time = 0; time < 10; time += 1) await expect(wrong()).rejects.toEqual(refused('passkey.refused'))
  await expect(wrong()).rejects.toEqual(refused('limit.reached'))
  await shop.accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'home')
})

async function staffDevice(shop: TestShop) {
  const owner = await actorOf(shop, 'owner')
  const device = createDevice('of the staff')
  await shop.database.db
    .insertInto('passkey')
    .values({ ...device.row, customerId: null, staffId: owner.staffId })
    .execute()
  return { owner, device, answer: () => device.answer(shop.staff.createPasskeyOptions()) }
}

type Way = 'password' | 'code' | 'passkey'

/** What takes a way of signing in from a customer, and the ways that are left. */
const away: [
  what: string,
  take: (opened: Awaited<ReturnType<typeof openWithPasskey>>) => Promise<unknown>,
  left: Way[],
][] = [
  ['no mail leaves', async () => {}, ['password', 'passkey']],
  [
    'the account has no password',
    ({ shop, customerId }) =>
      shop.database.db.updateTable('customer').set({ passwordHash: '' }).where('id', '=', customerId).execute(),
    ['code', 'passkey'],
  ],
  [
    'its passkeys are lost',
    ({ shop, customerId }) => shop.accounts.removePasskey(customerId, createDevice().row.id),
    ['password', 'code'],
  ],
  [
    'somebody’s guesses have used the tries of a password up',
    ({ shop: { accounts } }) =>
      Promise.all(
        Array.from({ length: 10 }, () => accounts.signInWithPassword(email, 'errada', 'home').catch(() => {})),
      ),
    ['code', 'passkey'],
  ],
  [
    'somebody has asked for as many codes as an hour has',
    async ({ shop: { accounts } }) => {
      for (let time = 0; time < 5; time += 1) await accounts.sendSignInCode(email, 'elsewhere')
    },
    ['password', 'passkey'],
  ],
]

const email = 'cliente@example.com'

test.each(away)('where %s, a customer signs in by what is left', async (_, take, left) => {
  const opened = await openWithPasskey({ RATE_LIMIT_FACTOR: '1', SMTP_URL: 'smtp://127.0.0.1:9' })
  const { accounts, mail } = opened.shop
  await take(opened)
  const enter: Record<Way, () => Promise<string>> = {
    password: () => accounts.signInWithPassword(email, 'balcao-demo-2026', 'home'),
    async code() {
      await accounts.sendSignInCode(email, 'home')
      const [letter] = await mail.listByRecipient(email)
      return (await accounts.signInWithCode(email, /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? '', 'home'))
        .sessionToken
    },
    passkey: () => opened.enter(),
  }
  for (const way of left) expect(await accounts.findSignedInCustomer(await enter[way]())).toMatchObject({ email })
})

test('a passkey of the staff signs in with both factors, is told to the audit trail, and ends with a reset', async () => {
  const shop = await openTestShop()
  const { owner, answer } = await staffDevice(shop)
  const token = await shop.staff.signInWithPasskey(answer(), 'desk')
  expect((await shop.staff.findSession(token, 'desk'))?.actor).toMatchObject({ role: 'owner' })
  const [entry] = await shop.staff.audit.listEntries(owner, {})
  expect(entry).toMatchObject({ action: 'staff.signIn', detail: 'passkey' })
  await expect(shop.accounts.signInWithPasskey(answer(), 'desk')).rejects.toEqual(refused('passkey.refused'))
  await shop.staff.resetSecondFactor(owner, owner.staffId ?? 0)
  await expect(shop.staff.signInWithPasskey(answer(), 'desk')).rejects.toEqual(refused('passkey.refused'))
})

test('one of the staff proves the password before a passkey is made', async () => {
  const shop = await openTestShop()
  const { owner } = await staffDevice(shop)
  await expect(shop.staff.startPasskeyRegistration(owner, 'errada')).rejects.toEqual(refused('password.wrong'))
  expect(JSON.parse(await shop.staff.startPasskeyRegistration(owner, 'balcao-demo-2026'))).toMatchObject({
    rp: { id: 'localhost' },
    excludeCredentials: [{ id: 'of the staff' }],
  })
})
