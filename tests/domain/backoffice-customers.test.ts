import { expect, test } from 'vitest'
import { startSession } from '../../server/accounts/sessions.ts'
import { placeOrder } from '../../server/orders/placement.ts'
import { toSeenHash } from '../../server/platform/seen-state.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { afterReading, beforeTransaction } from '../support/context.ts'
import { untilWaiting } from '../support/shop-processes.ts'
import { actorOf, byOperator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const email = 'cliente@example.com'
const password = 'balcao-demo-2026'

const changes = ['customers.sendMailAgain', 'customers.block', 'customers.unblock']

async function open() {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const id = shop.customerId
  /** What the customer's page shows now; looking at it leaves a line of its own. */
  const seenHash = async () => toSeenHash(await shop.staff.audit.findNewestId({ type: 'customer', id }, changes))
  return { shop, owner, desk: shop.backoffice.customers, id, seenHash }
}

const login = (shop: Shop, typed = password) => shop.accounts.signInWithPassword(email, typed, 'test')

/** What the audit trail has of a customer, oldest first: who did what. */
async function trailOf(shop: Shop, owner: Actor, id: number): Promise<string[]> {
  const entries = await shop.staff.audit.listEntries(owner, { target: { type: 'customer', id } })
  return entries.map(({ action, role, detail }) => `${role} ${action} ${detail}`).reverse()
}

test('a customer is found by the beginnings of names, by e-mail and by phone with its area; the list says just enough to choose', async () => {
  const { shop, owner, desk, id } = await open()
  const idsFor = async (term: string) => (await desk.searchCustomers(owner, term)).map((customer) => customer.id)
  for (const term of ['MARINA pra', email, ' Cliente@Example.com ', '(11) 98765-4321'])
    expect(await idsFor(term), term).toContain(id)
  for (const term of ['', '  ', '%', 'arina', 'Marina Outra', '98765-4321', '987654321'])
    expect(await idsFor(term), term).not.toContain(id)
  const [found] = await desk.searchCustomers(owner, email)
  expect(found).toEqual({
    id,
    name: 'Marina Prates',
    maskedEmail: 'c***@example.com',
    phoneLastDigits: '4321',
    createdAt: new Date('2025-12-10T13:00:00.000Z'),
    isBlocked: false,
  })
  expect(await trailOf(shop, owner, id)).toEqual([])
})

test('a customer is found whatever the accents, the order and the spelling of the names, and by how the phone begins', async () => {
  const { shop, owner, desk } = await open()
  const person = {
    firstName: 'Conceic\u0327a\u0303o',
    lastName: 'D\u2019Ávila Fontes-Prado',
    email: 'conceicao@example.com',
    phone: '21976543210',
    birthday: null,
    password,
  }
  const { id } = (await shop.accounts.findSignedInCustomer(await shop.accounts.register(person, 'test'))) ?? { id: 0 }
  const isFound = async (term: string) =>
    (await desk.searchCustomers(owner, term)).some((customer) => customer.id === id)
  const terms = [
    ...[
      'conceicao',
      'CONCEIÇÃO',
      'Conceic\u0327a\u0303o',
      'fontes conc',
      'FONTES',
      'prado',
      "d'avila",
      'davila',
      'd’Ávila',
    ],
    ...['\u200bConceição\u00a0Fontes', '+55 21 9', '(21) 97654', '2197', '+55 (021) 97654\u20113210', '5521976543210'],
    ...[' \ufeffconceicao@example.com', 'CONCEICAO@example.com'],
  ]
  for (const term of terms) expect([term, await isFound(term)]).toEqual([term, true])
  for (const term of ['conceicao silva', 'ontes', '976543210', '219', 'conceicao@example'])
    expect([term, await isFound(term)]).toEqual([term, false])
  await shop.accounts.updateProfile(id, { lastName: 'Moraes' })
  expect([await isFound('moraes conceição'), await isFound('fontes')]).toEqual([true, false])
  await desk.eraseCustomer(owner, id, 'conceicao@example.com\u200b')
  expect(await isFound('moraes')).toBe(false)
})

test('each look at a customer’s page leaves its line in the trail, and never what was seen', async () => {
  const { shop, owner, desk, id } = await open()
  const order = await shop.place([line(novalgina)])
  await shop.pay(order.id)
  const pharmacist = await actorOf(shop, 'pharmacist')
  const found = await desk.getCustomer(pharmacist, id)
  expect(found).toMatchObject({
    customer: { firstName: 'Marina', email, phone: '11987654321' },
    block: null,
    orders: [{ id: order.id, status: 'paid', totalCents: order.totalCents }],
  })
  expect(found.emails.map(({ subject }) => subject).join()).toContain(String(order.id))
  await desk.getCustomer(owner, id)
  expect(await trailOf(shop, owner, id)).toEqual(['pharmacist customers.look null', 'owner customers.look null'])
  await expect(desk.getCustomer(owner, 999_999)).rejects.toMatchObject({ code: 'customer.unknown', status: 404 })
})

test('a clerk finds only who has an order in the clerk’s branch, and sees that branch’s orders alone', async () => {
  const { shop, owner, desk, id } = await open()
  const clerk = await actorOf(shop, 'clerk')
  await expect(desk.searchCustomers(clerk, 'Marina')).rejects.toMatchObject({ code: 'staff.forbidden' })
  await expect(desk.getCustomer(clerk, id)).rejects.toMatchObject({ code: 'customer.unknown' })
  const order = await shop.place([line(novalgina)])
  await shop.pay(order.id)
  expect(await desk.getCustomer(clerk, id)).toMatchObject({ customer: { id }, emails: [] })
  const elsewhere = { ...clerk, branchId: order.branchId + 1 }
  await expect(desk.getCustomer(elsewhere, id)).rejects.toMatchObject({ code: 'customer.unknown' })
  const here = await desk.getCustomer({ ...clerk, branchId: order.branchId }, id)
  expect(here.orders.map((each) => each.id)).toEqual([order.id])
  const pharmacist = { ...(await actorOf(shop, 'pharmacist')), branchId: order.branchId + 1 }
  expect((await desk.getCustomer(pharmacist, id)).orders).toEqual([])
  expect(await trailOf(shop, owner, id)).toHaveLength(3)
})

test('an e-mail is written once more to the customer it was for, and to nobody else', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  await shop.accounts.sendRecoveryCode(email, 'test')
  await shop.accounts.sendRecoveryCode('beneficio@example.com', 'test')
  const [mail] = await shop.mail.listByRecipient(email)
  const [foreign] = await shop.mail.listByRecipient('beneficio@example.com')
  await desk.resendEmail(owner, id, mail?.id ?? 0, await seenHash())
  await expect(desk.resendEmail(owner, id, foreign?.id ?? 0, await seenHash())).rejects.toMatchObject({
    code: 'customer.unknown',
  })
  expect((await shop.mail.listByRecipient(email)).map(({ text }) => text)).toEqual([mail?.text, mail?.text])
  expect(await shop.mail.listByRecipient('beneficio@example.com')).toHaveLength(1)
  expect(await trailOf(shop, owner, id)).toEqual(['owner customers.sendMailAgain null'])
})

test('who is blocked is signed out at once, and told so only with the right password; unblocked, they are in again', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  const tokens = [shop.token, await login(shop)]
  await desk.blockCustomer(owner, id, ' cartão de outra pessoa ', await seenHash())
  for (const token of tokens) {
    expect(await shop.accounts.findSession(token)).toBeNull()
    expect(await shop.accounts.findSignedInCustomer(token)).toBeNull()
  }
  await expect(login(shop, 'uma senha errada')).rejects.toMatchObject({ code: 'login.refused' })
  await expect(login(shop)).rejects.toMatchObject({ code: 'account.blocked', status: 403 })
  expect((await desk.getCustomer(owner, id)).block).toEqual({
    since: shop.clock.now(),
    reason: 'cartão de outra pessoa',
  })
  expect(await desk.searchCustomers(owner, email)).toMatchObject([{ isBlocked: true }])

  await desk.unblockCustomer(owner, id, await seenHash())
  expect(await shop.accounts.findSession(await login(shop))).toEqual({ customerId: id })
  expect((await desk.getCustomer(owner, id)).block).toBeNull()
  for (const token of tokens) expect(await shop.accounts.findSession(token)).toBeNull()
  const acts = await trailOf(shop, owner, id)
  expect(acts.filter((act) => act.includes('block'))).toEqual([
    'owner customers.block null',
    'owner customers.unblock null',
  ])
})

test('a blocked customer’s session is worth nothing, wherever it came from', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  await desk.blockCustomer(owner, id, 'fraude', await seenHash())
  const token = await startSession(shop.ctx, id)
  expect(await shop.accounts.findSession(token)).toBeNull()
  expect(await shop.accounts.findSignedInCustomer(token)).toBeNull()
})

test('a mailed code gives a blocked customer no new password, and its sentence only to who reads the mailbox', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  await desk.blockCustomer(owner, id, 'fraude', await seenHash())
  await shop.accounts.sendRecoveryCode(email, 'test')
  const [{ text = '' } = {}] = await shop.mail.listByRecipient(email)
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  const { accounts } = shop
  await expect(accounts.assertValidRecoveryCode(email, wrong, 'test')).rejects.toMatchObject({ code: 'code.invalid' })
  await expect(accounts.assertValidRecoveryCode(email, code, 'test')).rejects.toMatchObject({ code: 'account.blocked' })
  const reset = accounts.resetPassword(email, code, 'uma frase bem longa', 'test')
  await expect(reset).rejects.toMatchObject({ code: 'account.blocked' })
  await desk.unblockCustomer(owner, id, await seenHash())
  await login(shop)
})

test('a blocked customer places no order, and one placed before goes on to the end', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  const order = await shop.place([line(novalgina)])
  const stock = await shop.stockOf(novalgina)
  await desk.blockCustomer(owner, id, 'fraude', await seenHash())
  await expect(shop.place([line(novalgina)])).rejects.toMatchObject({ code: 'account.blocked' })
  expect(await shop.stockOf(novalgina)).toBe(stock)
  await shop.pay(order.id)
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(order.id, step, byOperator)
  expect(await shop.orders.getOrder(id, order.id)).toMatchObject({ status: 'delivered' })
})

test('an order placed in the same instant as its customer is blocked is refused, and takes nothing', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  const stock = await shop.stockOf(novalgina)
  const ctx = beforeTransaction(shop.ctx, async () => desk.blockCustomer(owner, id, 'fraude', await seenHash()))
  const { addressId } = shop
  const bag = { lines: [line(novalgina)] }
  const placing = placeOrder(ctx, { customerId: id, addressId, idempotencyKey: crypto.randomUUID(), bag, note: '' })
  await expect(placing).rejects.toMatchObject({ code: 'account.blocked' })
  expect(await shop.stockOf(novalgina)).toBe(stock)
})

test('a login under way while its customer is blocked leaves no session', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  const shown = await seenHash()
  const outcomes = await Promise.allSettled([login(shop), desk.blockCustomer(owner, id, 'fraude', shown), login(shop)])
  expect(outcomes[1]?.status).toBe('fulfilled')
  const sessions = await shop.database.db.selectFrom('session').selectAll().where('customerId', '=', id).execute()
  expect(sessions).toEqual([])
})

test('of two who block at once one is told; blocking wants a reason, and takes it once', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  await expect(desk.blockCustomer(owner, id, '  ', await seenHash())).rejects.toMatchObject({
    code: 'reason.missing',
    input: 'reason',
  })
  await expect(desk.unblockCustomer(owner, id, await seenHash())).rejects.toMatchObject({ code: 'block.changed' })
  const shown = await seenHash()
  const outcomes = await Promise.allSettled([
    desk.blockCustomer(owner, id, 'um', shown),
    desk.blockCustomer(owner, id, 'outro', shown),
  ])
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(refused).toEqual(['block.changed'])
  expect(await trailOf(shop, owner, id)).toEqual(['owner customers.block null'])
  await expect(desk.blockCustomer(owner, 999_999, 'fraude', await seenHash())).rejects.toMatchObject({
    code: 'customer.unknown',
  })
})

test('the export is the customer’s own, tells of a block and its reason, and leaves its line', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  expect(await desk.exportCustomerData(owner, id)).toEqual(await shop.exportPersonalData(id))
  await desk.blockCustomer(owner, id, 'cartão de outra pessoa', await seenHash())
  const { block, profile } = await desk.exportCustomerData(owner, id)
  expect(profile).toMatchObject({ email })
  expect(block).toEqual({ since: shop.clock.now(), reason: 'cartão de outra pessoa' })
  const acts = await trailOf(shop, owner, id)
  expect(acts.filter((act) => act.includes('export'))).toHaveLength(2)
})

test('an erasure wants the account’s e-mail typed, waits for orders under way, and forgets a block with its reason', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  await desk.blockCustomer(owner, id, 'cartão de Quaresma', await seenHash())
  for (const typed of ['', 'beneficio@example.com', 'cliente'])
    await expect(desk.eraseCustomer(owner, id, typed)).rejects.toMatchObject({
      code: 'erasure.unconfirmed',
      input: 'email',
    })
  await desk.unblockCustomer(owner, id, await seenHash())
  const order = await shop.place([line(novalgina)])
  await shop.pay(order.id)
  await desk.blockCustomer(owner, id, 'cartão de Quaresma', await seenHash())
  await expect(desk.eraseCustomer(owner, id, email)).rejects.toMatchObject({
    code: 'erasure.underWay',
    orderId: order.id,
  })
  expect(await trailOf(shop, owner, id)).not.toContain('owner customers.erase null')
  await shop.orders.cancelOrRefund(order.id, byOperator)

  await desk.eraseCustomer(owner, id, ' CLIENTE@example.com ')
  expect(await trailOf(shop, owner, id)).toContain('owner customers.erase null')
  await expect(desk.getCustomer(owner, id)).rejects.toMatchObject({ code: 'customer.unknown' })
  expect(await desk.searchCustomers(owner, email)).toEqual([])
  const [row] = await shop.database.db.selectFrom('customer').selectAll().where('id', '=', id).execute()
  expect(row).toMatchObject({ firstName: '', blockedAt: null, blockReason: null })
  await expect(login(shop)).rejects.toMatchObject({ code: 'login.refused' })
  expect((await shop.mail.listByRecipient(email)).map(({ subject }) => subject)).toEqual(['Sua conta foi excluída'])
})

test('no act is done whose line cannot be written', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  const broken = { ...owner, clientNetwork: null as unknown as string }
  await expect(desk.getCustomer(broken, id)).rejects.toThrow(/network/)
  await expect(desk.blockCustomer(broken, id, 'fraude', await seenHash())).rejects.toThrow(/network/)
  await expect(desk.exportCustomerData(broken, id)).rejects.toThrow(/network/)
  await expect(desk.eraseCustomer(broken, id, email)).rejects.toThrow(/network/)
  expect(await shop.accounts.findSession(shop.token)).toEqual({ customerId: id })
  expect(await shop.accounts.findBlock(id)).toBeNull()
  expect(await trailOf(shop, owner, id)).toEqual([])
})

test('an order under way holds a block back until it is placed', async () => {
  const { shop, owner, desk, id, seenHash } = await open()
  const shown = await seenHash()
  let blocking: Promise<unknown> | undefined
  const ctx = afterReading(shop.ctx, 'product', async () => {
    blocking = desk.blockCustomer(owner, id, 'fraude', shown)
    await untilWaiting(shop.database, [], 1)
  })
  const { addressId } = shop
  const bag = { lines: [line(novalgina)] }
  const order = await placeOrder(ctx, { customerId: id, addressId, idempotencyKey: crypto.randomUUID(), bag, note: '' })
  await blocking
  expect(order.status).toBe('pending_payment')
  expect(await shop.accounts.findSession(shop.token)).toBeNull()
})
