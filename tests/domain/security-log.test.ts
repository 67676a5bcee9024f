import { expect, test } from 'vitest'
import { readLetters } from '../support/letters.ts'
import { demoCustomer, openTestShop } from '../support/shop.ts'
import { actorOf, demoStaff, demoStaffPassword, operator } from '../support/staff.ts'

const password = 'correto cavalo bateria'
const network = '203.0.113.7'

/** A demo shop, and the lines of its security log; limits hold as in a live shop where a test wants to reach them. */
async function openWatchedShop(env: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = []
  const take = (details: object) => void lines.push({ ...details })
  const shop = await openTestShop({ env, log: { info: take, warn: take } })
  const taken = () => lines.splice(0).filter(({ log }) => log === 'security')
  return { ...shop, taken }
}

/** Sixteen hexadecimal digits in place of an e-mail or a network. */
const pseudonym = expect.stringMatching(/^[0-9a-f]{16}$/)

test('a wrong password is told once, of customers and of the staff, and so is each try that is locked out', async () => {
  const shop = await openWatchedShop({ RATE_LIMIT_FACTOR: '1' })
  const customer = (email: string) => shop.accounts.signInWithPassword(email, 'wrong password', network)
  const person = (email: string) => shop.staff.signIn(email, 'wrong password', network)
  for (const [trial, side, email] of [
    [customer, 'customers', 'cliente@example.com'],
    [person, 'staff', demoStaff.owner],
  ] as const) {
    const events: unknown[] = []
    for (let times = 0; times < 11; times += 1) {
      await expect(trial(email)).rejects.toThrow()
      events.push(...shop.taken())
    }
    const failed = { log: 'security', event: `${side}.signInFailed`, who: pseudonym, network: pseudonym }
    expect(events).toEqual([...Array(10).fill(failed), { ...failed, event: `${side}.signInLocked` }])
    expect(new Set(events.map((event) => (event as typeof failed).who)).size).toBe(1)
  }
  await expect(shop.accounts.assertValidRecoveryCode('cliente@example.com', '000000', network)).rejects.toThrow()
  expect(shop.taken()).toMatchObject([{ event: 'customers.recoveryFailed' }])
})

test('a sign-in of the staff is told once it is complete, and a wrong second factor by itself', async () => {
  const shop = await openWatchedShop()
  const token = await shop.staff.inviteStaffMember(operator, {
    email: 'nova@example.com',
    name: 'Nova Prates',
    role: 'clerk',
    crf: null,
    branchId: null,
  })
  await shop.staff.acceptInvitation(token, password)
  const [invited] = shop.taken()
  expect(invited).toMatchObject({ event: 'staff.invite', by: 'operator', detail: 'clerk' })
  const session = await shop.staff.signIn('nova@example.com', password, network)
  expect(shop.taken()).toEqual([])
  await shop.staff.startEnrolment(session)
  await expect(shop.staff.confirmEnrolment(session, '000000', network)).rejects.toThrow()
  expect(shop.taken()).toEqual([
    { log: 'security', event: 'staff.secondFactorFailed', who: pseudonym, network: pseudonym },
  ])
  await shop.staff.signIn(demoStaff.clerk, demoStaffPassword, network)
  expect(shop.taken()).toMatchObject([{ event: 'staff.signIn', by: expect.stringMatching(/^staff \d+$/) }])
})

test('acts on customers, roles, keys and webhooks are told once each, by numbers', async () => {
  const shop = await openWatchedShop()
  const owner = { ...(await actorOf(shop, 'owner')), clientNetwork: network }
  const { customerId } = await demoCustomer(shop)
  const by = `staff ${owner.staffId}`
  const told = async (act: Promise<unknown>) => {
    await act
    return shop.taken()
  }
  shop.taken()
  const of = (event: string, record: string) => [{ log: 'security', event, by, record, network: pseudonym }]
  const customer = `customer ${customerId}`
  const { customers, webhooks } = shop.backoffice
  const seenHash = async () => (await customers.getCustomer(owner, customerId)).seenHash
  expect(await told(customers.blockCustomer(owner, customerId, 'golpe', await seenHash()))).toEqual(
    of('customers.block', customer),
  )
  expect(await told(customers.unblockCustomer(owner, customerId, await seenHash()))).toEqual(
    of('customers.unblock', customer),
  )
  expect(await told(customers.exportCustomerData(owner, customerId))).toEqual(of('customers.export', customer))
  expect(await told(shop.exportPersonalData(customerId))).toEqual([
    { log: 'security', event: 'customers.export', by: 'customer', record: customer },
  ])

  const key = await shop.staff.apiKeys.addApiKey(owner, { name: 'ERP da Rute', scopes: ['stock'], branchId: null })
  const [{ id: keyId = 0 } = {}] = await shop.staff.apiKeys.listApiKeys(owner)
  expect(shop.taken()).toEqual([{ ...of('keys.add', `key ${keyId}`)[0], detail: 'stock' }])
  expect(await told(shop.staff.apiKeys.findSystemActor(key, network))).toEqual([])
  expect(await told(shop.staff.apiKeys.removeApiKey(owner, keyId))).toEqual(of('keys.remove', `key ${keyId}`))
  const refused = { log: 'security', event: 'keys.refused', network: pseudonym }
  expect(await told(shop.staff.apiKeys.findSystemActor(key, network))).toEqual([{ ...refused, record: `key ${keyId}` }])
  expect(await told(shop.staff.apiKeys.findSystemActor('x'.repeat(43), network))).toEqual([
    { ...refused, record: null },
  ])

  const { id } = await webhooks.addWebhook(owner, { url: 'https://erp.example/chave', branchId: null })
  expect(shop.taken()).toEqual(of('webhooks.add', `webhook ${id}`))
  expect(await told(webhooks.removeWebhook(owner, id))).toEqual(of('webhooks.remove', `webhook ${id}`))

  const clerk = await actorOf(shop, 'clerk')
  shop.taken()
  const change = { role: 'owner', crf: null, branchId: null } as const
  expect(await told(shop.staff.updateStaffMember(owner, clerk.staffId ?? 0, change))).toEqual([
    { ...of('staff.changeRole', `staff ${clerk.staffId}`)[0], detail: 'owner' },
  ])
})

test('an erased account is told once, by whoever erased it', async () => {
  const shop = await openWatchedShop()
  const owner = await actorOf(shop, 'owner')
  const [byOwner, bySelf] = await Promise.all(
    ['ana@example.com', 'bia@example.com'].map(async (email) => {
      const profile = { firstName: 'Ana', lastName: 'Prates', phone: '11912345678', birthday: null }
      const token = await shop.accounts.register({ ...profile, email, password }, network)
      const { customerId } = (await shop.accounts.findSession(token)) ?? {}
      return { email, id: customerId ?? 0 }
    }),
  )
  if (!byOwner || !bySelf) throw new Error('nobody registered')
  shop.taken()
  await shop.backoffice.customers.eraseCustomer(owner, byOwner.id, byOwner.email)
  expect(shop.taken()).toMatchObject([
    { event: 'customers.erase', by: `staff ${owner.staffId}`, record: `customer ${byOwner.id}` },
  ])
  await shop.accounts.sendDeletionCode(bySelf.id)
  const letter = (await readLetters(shop.database)).findLast(({ recipient }) => recipient === bySelf.email)
  const [code = ''] = /\b\d{6}\b/.exec(letter?.textBody ?? '') ?? []
  await expect(
    shop.accounts.deleteAccount(bySelf.id, code === '000000' ? '000001' : '000000', network),
  ).rejects.toThrow()
  expect(shop.taken()).toMatchObject([{ event: 'customers.confirmationFailed' }])
  await shop.accounts.deleteAccount(bySelf.id, code, network)
  expect(shop.taken()).toEqual([
    { log: 'security', event: 'customers.erase', by: 'customer', record: `customer ${bySelf.id}`, network: pseudonym },
  ])
})
