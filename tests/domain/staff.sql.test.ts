import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf, demoStaff, demoStaffPassword, operator } from '../support/staff.ts'

const password = 'um-lugar-para-tudo'
const clerk = { email: 'nova@example.com', name: 'Nova', role: 'clerk' as const, crf: null, branchId: null }

/** Invited, with a password and an authenticator app. */
async function newcomer(shop: TestShop) {
  await shop.staff.acceptInvitation(await shop.staff.inviteStaffMember(operator, clerk), password)
  const token = await shop.staff.signIn(clerk.email, password, 'test')
  const { secret = '' } = (await shop.staff.startEnrolment(token)) ?? {}
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => totp.generate({ timestamp: shop.clock.now().getTime() })
  return { token, code }
}

test('an invitation is accepted once, within 72 hours, with a password that is not guessed', async () => {
  const shop = await openTestShop()
  const late = await shop.staff.inviteStaffMember(operator, clerk)
  shop.clock.pass(72 * 60 + 1)
  await expect(shop.staff.acceptInvitation(late, password)).rejects.toMatchObject({ code: 'staff.invitationOver' })
  const { id = 0 } = (await shop.staff.listStaff(operator)).find(({ email }) => email === clerk.email) ?? {}
  const again = await shop.staff.resetSecondFactor(operator, id)
  await expect(shop.staff.acceptInvitation(again, 'senha123')).rejects.toMatchObject({ code: 'password.common' })
  await shop.staff.acceptInvitation(again, password)
  await expect(shop.staff.acceptInvitation(again, password)).rejects.toMatchObject({ code: 'staff.invitationOver' })
  await expect(shop.staff.inviteStaffMember(operator, { ...clerk, email: 'NOVA@example.com' })).rejects.toMatchObject({
    code: 'staff.emailTaken',
  })
  await expect(
    shop.staff.inviteStaffMember(operator, { ...clerk, email: 'f@example.com', role: 'pharmacist' }),
  ).rejects.toMatchObject({ code: 'staff.crfMissing' })
})

it('who was removed before they came is let in by no invitation', async () => {
  const shop = await openTestShop()
  const token = await shop.staff.inviteStaffMember(operator, clerk)
  const { id } = await shop.staff.getInvitee(token)
  await shop.staff.removeStaffMember(operator, id)
  await expect(shop.staff.getInvitee(token)).rejects.toMatchObject({ code: 'staff.invitationOver' })
  await expect(shop.staff.acceptInvitation(token, password)).rejects.toMatchObject({ code: 'staff.invitationOver' })
})

it('a second factor that is reset ends every open session, and lets nobody in before it is set up again', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1000' } })
  const { token, code } = await newcomer(shop)
  await shop.staff.confirmEnrolment(token, code(), 'test')
  const waiting = await shop.staff.signIn(clerk.email, password, 'test')
  const { id = 0 } = (await shop.staff.listStaff(operator)).find(({ email }) => email === clerk.email) ?? {}
  await shop.staff.resetSecondFactor(operator, id)
  expect(await Promise.all([token, waiting].map((each) => shop.staff.findSession(each, 'test')))).toEqual([null, null])
  await expect(shop.staff.signIn(clerk.email, password, 'test')).rejects.toMatchObject({ code: 'staff.refused' })
})

it('a change of role leaves what it does not say as it is', async () => {
  const shop = await openTestShop()
  await shop.staff.inviteStaffMember(operator, { ...clerk, branchId: 2 })
  const find = async () => (await shop.staff.listStaff(operator)).find(({ email }) => email === clerk.email)
  const { id = 0 } = (await find()) ?? {}
  await shop.staff.updateStaffMember(operator, id, { role: 'pharmacist', crf: 'SP-12345' })
  expect(await find()).toMatchObject({ role: 'pharmacist', crf: 'SP-12345', branchId: 2 })
  await shop.staff.updateStaffMember(operator, id, { branchId: null })
  expect(await find()).toMatchObject({ role: 'pharmacist', crf: 'SP-12345', branchId: null })
  // Who is no pharmacist any more has no CRF to decide with.
  await shop.staff.updateStaffMember(operator, id, { role: 'clerk' })
  expect(await find()).toMatchObject({ role: 'clerk', crf: null })
  await shop.staff.updateStaffMember(operator, id, { role: 'clerk' })
  await shop.staff.updateStaffMember(operator, id, { role: 'pharmacist', crf: 'SP-12345' })
  await shop.staff.updateStaffMember(operator, id, { crf: 'SP-54321' })
  // Each line says what changed, and nothing is written where nothing did.
  const trail = await shop.staff.audit.listEntries(operator, { target: { type: 'staff', id } })
  expect(trail.map(({ action, detail }) => `${action} ${detail}`).reverse()).toEqual([
    'staff.invite clerk',
    'staff.changeRole pharmacist',
    'staff.changeBranch all branches',
    'staff.changeRole clerk',
    'staff.changeRole pharmacist',
    'staff.changeCrf null',
  ])
  await expect(shop.staff.inviteStaffMember(operator, { ...clerk, name: '...' })).rejects.toMatchObject({
    code: 'staff.nameMissing',
  })
})

test('nobody is in without the second factor; a code of the app counts once, a recovery code too', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1000' } })
  const { token, code } = await newcomer(shop)
  expect(await shop.staff.findSession(token, 'test')).toMatchObject({ actor: null })
  await expect(shop.staff.confirmEnrolment(token, '000000', 'test')).rejects.toMatchObject({
    code: 'staff.codeRefused',
  })
  const first = code()
  const recovery = await shop.staff.confirmEnrolment(token, first, 'test')
  expect(recovery).toHaveLength(10)
  expect(await shop.staff.findSession(token, 'test')).toMatchObject({ actor: { name: 'Nova', role: 'clerk' } })

  const next = await shop.staff.signIn(clerk.email, password, 'test')
  expect(await shop.staff.findSession(next, 'test')).toMatchObject({ actor: null })
  await expect(shop.staff.verifySecondFactor(next, first, 'test')).rejects.toMatchObject({ code: 'staff.codeRefused' })
  shop.clock.pass(1)
  await shop.staff.verifySecondFactor(next, code(), 'test')
  expect(await shop.staff.findSession(next, 'test')).toMatchObject({ actor: { name: 'Nova' } })

  const third = await shop.staff.signIn(clerk.email, password, 'test')
  await shop.staff.verifySecondFactor(third, recovery[0] ?? '', 'test')
  await expect(shop.staff.verifySecondFactor(third, recovery[0] ?? '', 'test')).rejects.toMatchObject({
    code: 'staff.codeRefused',
  })
  const trail = await shop.staff.audit.listEntries(operator)
  expect(trail.flatMap(({ action, detail }) => (action === 'staff.signIn' ? [detail] : [])).reverse()).toEqual([
    'password, app',
    'password, app',
    'password, recovery code',
  ])
})

it('who has a second factor confirms none once more: a code of the app gives no other recovery codes', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1000' } })
  const { token, code } = await newcomer(shop)
  const [recovery = ''] = await shop.staff.confirmEnrolment(token, code(), 'test')
  shop.clock.pass(1)
  const next = await shop.staff.signIn(clerk.email, password, 'test')
  for (const each of [token, next])
    await expect(shop.staff.confirmEnrolment(each, code(), 'test')).rejects.toMatchObject({
      code: 'staff.signedOut',
    })
  await shop.staff.verifySecondFactor(next, recovery, 'test')
})

it('guesses are counted: the eleventh wrong password or code in a quarter of an hour is not even compared', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  for (let guess = 0; guess < 10; guess += 1)
    await expect(shop.staff.signIn(demoStaff.owner, 'errada', 'here')).rejects.toMatchObject({
      code: 'staff.refused',
    })
  await expect(shop.staff.signIn(demoStaff.owner, demoStaffPassword, 'here')).rejects.toMatchObject({
    code: 'limit.reached',
  })
  const { token, code } = await newcomer(shop)
  await shop.staff.confirmEnrolment(token, code(), 'there')
  const next = await shop.staff.signIn(clerk.email, password, 'there')
  for (let guess = 0; guess < 10; guess += 1)
    await expect(shop.staff.verifySecondFactor(next, '000000', 'there')).rejects.toMatchObject({
      code: 'staff.codeRefused',
    })
  shop.clock.pass(1)
  await expect(shop.staff.verifySecondFactor(next, code(), 'there')).rejects.toMatchObject({ code: 'limit.reached' })
})

it('a session ends after 30 minutes without use, a page that renews itself is no use, and after 12 hours in any case', async () => {
  const shop = await openTestShop()
  const idle = await shop.staff.signIn(demoStaff.clerk, demoStaffPassword, 'test')
  shop.clock.pass(20)
  expect(await shop.staff.findSession(idle, 'test', { extendsSession: false })).not.toBeNull()
  shop.clock.pass(11)
  expect(await shop.staff.findSession(idle, 'test')).toBeNull()

  const busy = await shop.staff.signIn(demoStaff.clerk, demoStaffPassword, 'test')
  for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
    expect(await shop.staff.findSession(busy, 'test'), `${minutes} minutes`).not.toBeNull()
    shop.clock.pass(20)
  }
  expect(await shop.staff.findSession(busy, 'test')).toBeNull()
  shop.clock.pass(30 * 24 * 60)
  await shop.staff.eraseExpiredSessions()
  expect(await shop.database.db.selectFrom('staffSession').selectAll().execute()).toEqual([])
})

it('a screen whose session ended by itself may watch the queue for a month, until somebody signs out or is removed', async () => {
  const shop = await openTestShop()
  const { findQueueWatcher, signIn, signOut } = shop.staff
  const token = await signIn(demoStaff.clerk, demoStaffPassword, 'test')
  const endsAt = new Date(shop.clock.now().getTime() + 30 * 60_000)
  shop.clock.pass(29)
  expect(await findQueueWatcher(token)).toBeNull()
  shop.clock.pass(1)
  expect(await findQueueWatcher(token)).toEqual({ role: 'clerk', branchId: null, endedAt: endsAt })
  await shop.staff.eraseExpiredSessions()
  shop.clock.pass(30 * 24 * 60 - 31)
  expect(await findQueueWatcher(token)).not.toBeNull()
  expect([await findQueueWatcher('x'), await findQueueWatcher('A'.repeat(43))]).toEqual([null, null])
  shop.clock.pass(1)
  expect(await findQueueWatcher(token)).toBeNull()

  const out = await signIn(demoStaff.clerk, demoStaffPassword, 'test')
  const left = await signIn(demoStaff.pharmacist, demoStaffPassword, 'test')
  const owner = await actorOf(shop, 'owner')
  shop.clock.pass(31)
  await signOut(out)
  expect(await findQueueWatcher(out)).toBeNull()
  expect(await findQueueWatcher(left)).toMatchObject({ role: 'pharmacist' })
  const { id = 0 } = (await shop.staff.listStaff(owner)).find(({ email }) => email === demoStaff.pharmacist) ?? {}
  await shop.staff.removeStaffMember(owner, id)
  expect(await findQueueWatcher(left)).toBeNull()
})

it('a password without the second factor watches nothing', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1000' } })
  const { token } = await newcomer(shop)
  shop.clock.pass(31)
  expect(await shop.staff.findQueueWatcher(token)).toBeNull()
})

it('a role taken away holds at the next request of an open session; who is removed is out at once', async () => {
  const shop = await openTestShop()
  const token = await shop.staff.signIn(demoStaff.pharmacist, demoStaffPassword, 'test')
  const owner = await actorOf(shop, 'owner')
  const { staff } = (await shop.staff.findSession(token, 'test')) ?? {}
  const id = staff?.id ?? 0
  await shop.staff.updateStaffMember(owner, id, { role: 'clerk', crf: null, branchId: 2 })
  const { actor } = (await shop.staff.findSession(token, 'test')) ?? {}
  expect(actor).toMatchObject({ role: 'clerk', crf: null, branchId: 2 })
  await shop.staff.removeStaffMember(owner, id)
  expect(await shop.staff.findSession(token, 'test')).toBeNull()
  await expect(shop.staff.signIn(demoStaff.pharmacist, demoStaffPassword, 'test')).rejects.toMatchObject({
    code: 'staff.refused',
  })
})

test('the shop keeps an owner, also when two remove each other at once', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const ids = async () => (await shop.staff.listStaff(owner)).filter(({ role }) => role === 'owner').map(({ id }) => id)
  await expect(shop.staff.removeStaffMember(owner, (await ids())[0] ?? 0)).rejects.toMatchObject({
    code: 'staff.lastOwner',
  })
  const asClerk = { role: 'clerk' as const, crf: null, branchId: null }
  await expect(shop.staff.updateStaffMember(owner, (await ids())[0] ?? 0, asClerk)).rejects.toMatchObject({
    code: 'staff.lastOwner',
  })
  await shop.staff.inviteStaffMember(owner, { ...clerk, role: 'owner' })
  const outcomes = await Promise.allSettled((await ids()).map((id) => shop.staff.removeStaffMember(owner, id)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await ids()).toHaveLength(1)
})

test('the audit trail is never changed or emptied, whoever asks the database', async () => {
  const shop = await openTestShop()
  await actorOf(shop, 'clerk')
  const { db } = shop.database
  const entries = () => db.selectFrom('auditEntry').selectAll().execute()
  const before = await entries()
  expect(before).toMatchObject([{ action: 'staff.signIn', name: 'Bruno Tavares', role: 'clerk' }])
  await expect(db.updateTable('auditEntry').set({ name: 'Nobody' }).execute()).rejects.toThrow(/never changed/)
  await expect(db.deleteFrom('auditEntry').execute()).rejects.toThrow(/never changed/)
  if (shop.database.engine === 'postgres')
    await expect(sql`truncate audit_entry`.execute(db)).rejects.toThrow(/never changed/)
  expect(await entries()).toEqual(before)
})

test('a line about a person or a key names them to people, and is asked for by number', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  await shop.staff.apiKeys.addApiKey(owner, { name: 'ERP 12', scopes: ['stock'], branchId: null })
  const [{ id = 0 } = {}] = await shop.staff.apiKeys.listApiKeys(owner)
  const [entry, ...others] = await shop.staff.audit.listEntries(owner, { target: { type: 'key', id } })
  expect(entry).toMatchObject({ record: 'key ERP 12', recordType: 'key', recordId: String(id) })
  expect(others).toEqual([])
  expect(await shop.staff.audit.listEntries(owner, { target: { type: 'key', id: 'ERP 12' } })).toEqual([])
})

it('a clerk sees their own lines, and all of a record; the owner sees everybody’s', async () => {
  const shop = await openTestShop()
  const [owner, clerkActor] = [await actorOf(shop, 'owner'), await actorOf(shop, 'clerk')]
  const names = async (actor: typeof owner, filter = {}) =>
    (await shop.staff.audit.listEntries(actor, filter)).map(({ name }) => name)
  expect(await names(clerkActor)).toEqual(['Bruno Tavares'])
  expect(await names(owner)).toEqual(['Bruno Tavares', 'Renata Campos'])
  expect(await names(clerkActor, { target: { type: 'staff', id: owner.staffId } })).toEqual(['Renata Campos'])
})
