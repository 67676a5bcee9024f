import { expect, test } from 'vitest'
import { limits } from '../../app/texts/limits.ts'
import type { ReportedProblem } from '../../server/problems/problem.ts'
import { bystanderId } from '../support/bystander.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { photo } from '../support/prescriptions.ts'
import { actorOf, byOperator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const damaged = (units = 1): ReportedProblem => ({
  kind: 'damaged',
  items: [{ productId: novalgina, units }],
  message: 'A caixa veio amassada.',
})
const withdrawal = (units: number): ReportedProblem => ({
  kind: 'withdraw',
  items: [{ productId: novalgina, units }],
  message: '',
})

/** An order that was paid by Pix and has arrived. */
async function deliveredOrder(shop: Shop, units = 2, more: object = {}) {
  const order = await shop.place([line(novalgina, units)], more)
  await receivePix(shop, order.id)
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(order.id, step, byOperator)
  return order
}

async function tell(shop: Shop, orderId: number, report: ReportedProblem, photos: Uint8Array[] = []) {
  await shop.problems.saveDraft(shop.customerId, orderId, report, photos)
  return shop.problems.submitDraft(shop.customerId, orderId)
}

const partsOf = async (shop: Shop, orderId: number) => {
  const rows = await shop.database.db
    .selectFrom('partialRefund')
    .select('amountCents')
    .where('orderId', '=', orderId)
    .execute()
  return rows.map(({ amountCents }) => amountCents)
}

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

test('a problem has a number and a letter at once, a clock of five days, and waits for the shop', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const four = await Promise.all([photo(), photo(), photo(), photo()])
  expect(await codeOf(tell(shop, order.id, damaged(), four))).toBe('problem.tooManyPhotos')
  const problem = await tell(shop, order.id, damaged(), [await photo(), await photo()])
  expect(problem).toMatchObject({ kind: 'damaged', state: 'open', message: 'A caixa veio amassada.', decision: null })
  expect(problem.photoIds).toHaveLength(2)
  expect(
    await codeOf(shop.problems.replyAsCustomer(shop.customerId, order.id, problem.id, 'Mais duas', four.slice(2))),
  ).toBe('problem.tooManyPhotos')
  expect(problem.dueAt.getTime() - problem.createdAt.getTime()).toBe(5 * 24 * 60 * 60_000)
  const [letter] = await shop.mail.listByRecipient('cliente@example.com')
  expect(letter?.subject).toBe(`Recebemos o problema ${problem.id} do pedido ${order.id}`)
  expect(letter?.text).not.toMatch(/novalgina/i)
  const owner = await actorOf(shop, 'owner')
  expect((await shop.backoffice.problems.listProblems(owner, 'open')).map(({ id }) => id)).toEqual([problem.id])
  const photoOf = await shop.problems.readPhoto(problem.id, problem.photoIds[0] ?? 0)
  expect(photoOf.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  const stored = await shop.database.db.selectFrom('orderProblem').select('message').execute()
  expect(JSON.stringify(stored)).not.toContain('amassada')
})

test('what a customer has not sent yet, the staff do not see', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const draft = await shop.problems.saveDraft(shop.customerId, order.id, damaged(), [await photo()])
  const owner = await actorOf(shop, 'owner')
  const { problems } = shop.backoffice
  expect(await codeOf(problems.getProblem(owner, draft.id))).toBe('problem.unknown')
  expect(await codeOf(problems.readPhoto(owner, draft.id, draft.photoIds[0] ?? 0))).toBe('problem.unknown')
  expect(await problems.listProblems(owner, 'open')).toEqual([])
  await shop.problems.submitDraft(shop.customerId, order.id)
  expect((await problems.getProblem(owner, draft.id)).problem.id).toBe(draft.id)
})

test('of what waits for an answer the one due soonest stands first, of what was answered the one due last', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { problems } = shop.backoffice
  const first = await tell(shop, (await deliveredOrder(shop)).id, damaged())
  shop.clock.pass(60)
  const second = await tell(shop, (await deliveredOrder(shop)).id, damaged())
  const ids = async (state: 'open' | 'closed') => (await problems.listProblems(owner, state)).map(({ id }) => id)
  expect(await ids('open')).toEqual([first.id, second.id])
  for (const { id } of [first, second]) await problems.answerProblem(owner, id, { decision: 'refuse', message: 'Não.' })
  expect(await ids('closed')).toEqual([second.id, first.id, bystanderId])
})

test('what would come back is shown first, and changes nothing', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const returns = await shop.problems.previewRefund(shop.customerId, order.id, damaged())
  expect(returns).toMatchObject({ totalCents: 1947, providerCents: 1947, walletCents: 0, isFullReturn: false })
  expect(await shop.problems.listByOrder(order.id)).toEqual([])
  expect(await partsOf(shop, order.id)).toEqual([])
})

test('a unit’s share of the coupon does not come back, and of two units at once all that was paid does', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop, 2, { couponCode: 'BEMVINDO10' })
  expect(order.couponDiscountCents).toBe(389)
  const one = await shop.problems.previewRefund(shop.customerId, order.id, damaged(1))
  const both = await shop.problems.previewRefund(shop.customerId, order.id, damaged(2))
  expect(both).toMatchObject({ totalCents: order.totalCents, isFullReturn: true })
  expect(one).toMatchObject({ totalCents: 1947 - 194, couponCents: 194, isFullReturn: false })
})

test('granted, it goes back by the same Pix; granted in part, as much as was said; refused, nothing', async () => {
  const shop = await openCheckout()
  const answer = async (decision: 'grant' | 'part' | 'refuse', amountCents?: number) => {
    const order = await deliveredOrder(shop)
    const { id } = await tell(shop, order.id, damaged())
    const problem = await shop.problems.answerProblem(byOperator, id, {
      decision,
      amountCents,
      message: 'Sentimos muito.',
    })
    return [problem.state, problem.decision, problem.grantedCents, await partsOf(shop, order.id)]
  }
  expect(await answer('grant')).toEqual(['closed', 'grant', 1947, [1947]])
  expect(await answer('part', 500)).toEqual(['closed', 'part', 500, [500]])
  expect(await answer('refuse')).toEqual(['closed', 'refuse', 0, []])
  const [letter] = await shop.mail.listByRecipient('cliente@example.com')
  expect(letter?.subject).toMatch(/^Resposta ao problema/)
})

test('more than is left is not granted, and of two answers at once the second is refused', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged())
  const grant = (cents: number) =>
    shop.problems.answerProblem(byOperator, id, { decision: 'part', amountCents: cents, message: 'Certo.' })
  expect(await codeOf(grant(order.totalCents + 1))).toBe('problem.amount')
  expect(await codeOf(grant(0))).toBe('problem.amount')
  const answers = await Promise.all([codeOf(grant(100)), codeOf(grant(100))])
  expect(answers.toSorted()).toEqual([null, 'problem.answered'])
  expect(await partsOf(shop, order.id)).toEqual([100])
})

test('what is granted after a reply is added to what was granted before, and a refusal takes none of it back', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged())
  const grantedAfter = async (decision: 'part' | 'refuse', amountCents?: number) => {
    const answer = { decision, amountCents, message: 'Certo.' }
    const { grantedCents } = await shop.problems.answerProblem(byOperator, id, answer)
    await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Ainda falta.')
    return grantedCents
  }
  expect(await grantedAfter('part', 500)).toBe(500)
  expect(await grantedAfter('part', 200)).toBe(700)
  expect(await grantedAfter('refuse')).toBe(700)
  expect(await partsOf(shop, order.id)).toEqual([500, 200])
})

test('a question stops the clock until the customer answers; an answer that they do not accept is answered again', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id, dueAt } = await tell(shop, order.id, damaged())
  await shop.problems.answerProblem(byOperator, id, { decision: 'ask', message: 'Chegou a tomar?' })
  expect(await shop.problems.getProblem(id)).toMatchObject({ state: 'asked', messages: [{ text: 'Chegou a tomar?' }] })
  shop.clock.pass(60)
  await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Não tomei.')
  const replied = await shop.problems.getProblem(id)
  expect(replied.state).toBe('open')
  expect(replied.dueAt.getTime() - dueAt.getTime()).toBe(60 * 60_000)
  await shop.problems.answerProblem(byOperator, id, { decision: 'refuse', message: 'O prazo acabou.' })
  await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Não acabou.')
  expect((await shop.problems.getProblem(id)).state).toBe('open')
})

test('withdrawing within seven days is done at once: all of it, or some units', async () => {
  const shop = await openCheckout()
  const whole = await deliveredOrder(shop)
  const before = await shop.stockOf(novalgina)
  const all = await tell(shop, whole.id, withdrawal(2))
  expect(all).toMatchObject({ state: 'closed', decision: 'grant', grantedCents: whole.totalCents })
  expect(await shop.orders.getOrder(shop.customerId, whole.id)).toMatchObject({ status: 'refunded' })
  expect(await shop.payments.listPayments(whole.id)).toMatchObject([{ status: 'refund_due' }])
  expect(await shop.stockOf(novalgina)).toBe(before)

  const other = await deliveredOrder(shop)
  expect(await tell(shop, other.id, withdrawal(1))).toMatchObject({ state: 'closed', grantedCents: 1947 })
  expect(await shop.orders.getOrder(shop.customerId, other.id)).toMatchObject({ status: 'delivered' })
  expect(await codeOf(tell(shop, other.id, withdrawal(2)))).toBe('problem.units')
  expect(await tell(shop, other.id, withdrawal(1))).toMatchObject({ grantedCents: other.totalCents - 1947 })
  const line = await shop.database.db
    .selectFrom('orderLine')
    .select(['removedUnits', 'returnedUnits'])
    .where('orderId', '=', other.id)
    .executeTakeFirst()
  // What has left the shop is never sold again.
  expect([line, await shop.stockOf(novalgina)]).toEqual([{ removedUnits: 0, returnedUnits: 1 }, (before ?? 0) - 2])
})

test('the goods of a withdrawal are awaited until somebody at the counter has them, once, and stay off the shelf', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, withdrawal(2))
  const other = await tell(shop, (await deliveredOrder(shop)).id, damaged())
  const { problems } = shop.backoffice
  const clerk = await actorOf(shop, 'clerk')
  const elsewhere = { ...clerk, branchId: 99 }
  const awaited = async (actor = clerk) => (await problems.listProblems(actor, 'awaited')).map((problem) => problem.id)
  expect(await awaited()).toEqual([id])
  expect(await awaited(elsewhere)).toEqual([])
  expect(await codeOf(problems.receiveReturn(elsewhere, id))).toBe('problem.unknown')
  expect(await codeOf(problems.receiveReturn(clerk, other.id))).toBe('problem.goods')
  const before = await shop.stockOf(novalgina)
  expect(await problems.receiveReturn(clerk, id)).toMatchObject({ goodsReceivedAt: shop.clock.now() })
  expect([await awaited(), await shop.stockOf(novalgina)]).toEqual([[], before])
  expect(await codeOf(problems.receiveReturn(clerk, id))).toBe('problem.goods')
  const acts = (await shop.orders.listEvents(order.id)).map(({ kind }) => kind)
  expect(acts.filter((kind) => kind === 'receiveGoods')).toHaveLength(1)
})

test('the preview says that the delivery fee comes back with all units, and not with some', async () => {
  const shop = await openCheckout()
  await shop.database.db.updateTable('branch').set({ deliveryFeeCents: 790 }).where('id', '=', 1).execute()
  const order = await deliveredOrder(shop)
  const preview = (units: number) => shop.problems.previewRefund(shop.customerId, order.id, withdrawal(units))
  expect(await preview(2)).toMatchObject({ deliveryFeeCents: 790, couponCents: 0, totalCents: order.totalCents })
  expect(await preview(1)).toMatchObject({ deliveryFeeCents: 0, totalCents: 1947 })
})

test('a Pix of a cent too much goes back, and the order still waits', async () => {
  const shop = await openCheckout()
  const { id, dueCents } = await shop.place([line(novalgina)])
  const outcome = await receivePix(shop, id, { amountCents: dueCents + 1 })
  expect([outcome, (await shop.orders.getOrder(shop.customerId, id)).status]).toEqual(['refund_due', 'pending_payment'])
})

test('a product that is not in the order is no part of a problem with it', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const foreign = { ...damaged(), items: [{ productId: azitromicina, units: 1 }] }
  expect(await codeOf(shop.problems.previewRefund(shop.customerId, order.id, foreign))).toBe('problem.units')
})

test('after seven days one withdraws no more; after thirty nothing is told by the page', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  shop.clock.pass(7 * 24 * 60)
  await shop.problems.previewRefund(shop.customerId, order.id, withdrawal(1))
  shop.clock.pass(24 * 60)
  expect(await codeOf(tell(shop, order.id, withdrawal(1)))).toBe('problem.withdrawalOver')
  shop.clock.pass(22 * 24 * 60)
  await shop.problems.previewRefund(shop.customerId, order.id, damaged())
  shop.clock.pass(24 * 60)
  expect(await codeOf(tell(shop, order.id, damaged()))).toBe('problem.tooOld')
})

test('a paid order is cancelled at once while nobody has begun to pick it: stock and money go back', async () => {
  const shop = await openCheckout()
  const before = await shop.stockOf(novalgina)
  const order = await shop.place([line(novalgina)])
  const cancel: ReportedProblem = { kind: 'cancel', items: [], message: '' }
  expect(await codeOf(tell(shop, order.id, cancel))).toBe('problem.unpaid')
  await receivePix(shop, order.id)
  expect(await tell(shop, order.id, cancel)).toMatchObject({ state: 'closed', grantedCents: order.totalCents })
  expect(await shop.orders.getOrder(shop.customerId, order.id)).toMatchObject({ status: 'cancelled' })
  expect(await shop.payments.listPayments(order.id)).toMatchObject([{ status: 'refund_due' }])
  expect(await shop.stockOf(novalgina)).toBe(before)
  const kinds = (await shop.orders.listEvents(order.id)).map(({ kind, by }) => [kind, by.kind])
  expect(kinds).toEqual([
    ['place', 'customer'],
    ['pay', 'bank'],
    ['problem', 'customer'],
    ['cancelPaid', 'customer'],
  ])

  const picked = await shop.place([line(novalgina)])
  await receivePix(shop, picked.id)
  await shop.problems.saveDraft(shop.customerId, picked.id, cancel, [])
  await shop.orders.advanceOrder(picked.id, 'pick', byOperator)
  expect(await codeOf(shop.problems.submitDraft(shop.customerId, picked.id))).toBe('problem.tooLateToCancel')
})

test('a problem is told once, of one’s own order, with units that one has, and in words', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { customerId } = await shop.neighbour()
  expect(await codeOf(shop.problems.saveDraft(customerId, order.id, damaged(), []))).toBe('order.unknown')
  expect(await codeOf(tell(shop, order.id, damaged(3)))).toBe('problem.units')
  expect(await codeOf(tell(shop, order.id, { ...damaged(), items: [] }))).toBe('problem.noItem')
  expect(await codeOf(tell(shop, order.id, { ...damaged(), message: '' }))).toBe('problem.noMessage')
  expect(await codeOf(tell(shop, order.id, damaged(), [Buffer.from('no picture')]))).toMatch(/^file\./)
  const drafts = await Promise.all(
    [1, 2, 3].map(() => shop.problems.saveDraft(shop.customerId, order.id, damaged(), [])),
  )
  expect(new Set(drafts.map(({ id }) => id)).size).toBe(1)
  const sent = await Promise.all([
    codeOf(shop.problems.submitDraft(shop.customerId, order.id)),
    codeOf(shop.problems.submitDraft(shop.customerId, order.id)),
  ])
  expect(sent.toSorted()).toEqual([null, 'problem.unknown'])
  expect(await codeOf(tell(shop, order.id, damaged()))).toBe('problem.open')
  const [problem] = await shop.problems.listByOrder(order.id)
  expect(await codeOf(shop.problems.getForCustomer(customerId, order.id, problem?.id ?? 0))).toBe('problem.unknown')
})

test('a reply that is sent twice is one, with its photos; the same words later, or from a page that shows them, are another', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged())
  const reply = async () =>
    shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Segue a foto.', [await photo(), await photo()])
  await Promise.all([reply(), reply()])
  await reply()
  const load = () => shop.problems.getForCustomer(shop.customerId, order.id, id)
  expect(await load()).toMatchObject({ messages: { length: 1 }, photoIds: { length: 2 } })
  shop.clock.pass(2)
  await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Segue a foto.')
  const { messages, seenHash } = await load()
  expect(messages).toHaveLength(2)
  const replyFromPage = async () =>
    shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Segue a foto.', [await photo()], seenHash)
  const inAll = { messages: { length: 3 }, photoIds: { length: 3 } }
  await Promise.all([replyFromPage(), replyFromPage()])
  expect(await load()).toMatchObject(inAll)
  shop.clock.pass(2)
  await replyFromPage()
  expect(await load()).toMatchObject(inAll)
})

test('a preview sends what it showed, once: pressed again it is answered the same, and what another tab changed is told', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id, ...draft } = await shop.problems.saveDraft(shop.customerId, order.id, damaged(), [])
  expect(draft.state).toBe('draft')
  const seen = await shop.problems.findDraft(shop.customerId, order.id)
  await shop.problems.saveDraft(shop.customerId, order.id, { ...damaged(), message: 'Outra coisa.' }, [])
  const send = async () => shop.problems.submitDraft(shop.customerId, order.id, { id, seenHash: seen?.seenHash ?? '' })
  expect(await codeOf(send())).toBe('page.outdated')
  await shop.problems.saveDraft(shop.customerId, order.id, damaged(), [])
  const [first, again] = [await send(), await send()]
  expect([first.id, again.id, again.state]).toEqual([id, id, 'open'])
  expect(await shop.problems.listByOrder(order.id)).toHaveLength(1)
})

test('what balances paid comes back to the wallet once the Pix is used up, and a later refund returns the rest alone', async () => {
  const shop = await openCheckout()
  await shop.database.db
    .insertInto('ledgerEntry')
    .values({
      customerId: shop.customerId,
      gainId: null,
      orderId: null,
      kind: 'credit',
      amountCents: 3_000,
      enteredAt: shop.clock.now(),
    })
    .execute()
  const start = await shop.wallet.loadBalance(shop.customerId)
  const order = await deliveredOrder(shop, 2, { balances: { gainIds: [], walletCents: 3_000 } })
  expect([order.totalCents, order.dueCents]).toEqual([3894, 894])
  const { id } = await tell(shop, order.id, damaged())
  await shop.problems.answerProblem(byOperator, id, { decision: 'grant', message: 'Pronto.' })
  expect(await partsOf(shop, order.id)).toEqual([894])
  expect(await shop.wallet.loadBalance(shop.customerId)).toBe(start - 3_000 + 1_053)
  await shop.orders.cancelOrRefund(order.id, byOperator)
  expect(await shop.wallet.loadBalance(shop.customerId)).toBe(start)
})

test('a clerk sees what customers tell but does not decide; another branch’s is unknown to them', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged())
  const clerk = await actorOf(shop, 'clerk')
  const answer = { decision: 'grant', message: 'Pronto.' } as const
  expect(await codeOf(shop.backoffice.problems.answerProblem(clerk, id, answer))).toBe('staff.forbidden')
  expect(await codeOf(shop.backoffice.problems.getProblem({ ...clerk, branchId: 99 }, id))).toBe('problem.unknown')
  const pharmacist = await actorOf(shop, 'pharmacist')
  const answered = await shop.backoffice.problems.answerProblem(pharmacist, id, answer)
  expect(answered.messages).toMatchObject([{ staff: { name: pharmacist.name, crf: pharmacist.crf } }])
})

test('a medicine that needs a prescription comes back as money, and not to the shelf', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const order = await shop.place([line(azitromicina)], { prescriptionId })
  await receivePix(shop, order.id)
  const pharmacist = { name: 'Helena Prado', crf: 'SP-12345' }
  await shop.orders.approvePrescription(prescriptionId, { ...byOperator, pharmacist })
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(order.id, step, byOperator)
  const before = await shop.stockOf(azitromicina)
  await tell(shop, order.id, { kind: 'withdraw', items: [{ productId: azitromicina, units: 1 }], message: '' })
  expect(await shop.stockOf(azitromicina)).toBe(before)
})

test('what was told is part of a customer’s data, and goes with the account', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged(), [await photo()])
  await shop.problems.answerProblem(byOperator, id, { decision: 'refuse', message: 'Não foi possível.' })
  expect((await shop.exportPersonalData(shop.customerId)).problems).toMatchObject([
    { message: 'A caixa veio amassada.', messages: [{ text: 'Não foi possível.' }] },
  ])
  await shop.accounts.eraseAccount(shop.customerId)
  const { db } = shop.database
  for (const table of ['orderProblemMessage', 'orderProblemPhoto', 'orderProblemItem'] as const)
    expect(await db.selectFrom(table).select('problemId').execute()).toEqual([{ problemId: bystanderId }])
  expect(await db.selectFrom('orderProblem').select('id').execute()).toEqual([{ id: bystanderId }])
})

test('an order of before promises were kept is late once its branch’s own time has passed', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  await receivePix(shop, id)
  await shop.database.db.updateTable('orders').set({ promiseEndsAt: null }).where('id', '=', id).execute()
  const isLate = async () => (await shop.orders.listEvents(id)).some(({ kind }) => kind === 'late')
  await shop.orders.reportLateOrders()
  expect(await isLate()).toBe(false)
  shop.clock.pass(24 * 60)
  await shop.orders.reportLateOrders()
  expect(await isLate()).toBe(true)
})

test('an order past its promised time is late once, unless the staff named another time', async () => {
  const shop = await openCheckout()
  const order = await shop.place([line(novalgina)])
  await receivePix(shop, order.id)
  const kinds = async () => (await shop.orders.listEvents(order.id)).map(({ kind }) => kind)
  await shop.orders.reportLateOrders()
  expect(await kinds()).not.toContain('late')
  shop.clock.pass(24 * 60)
  await Promise.all([shop.orders.reportLateOrders(), shop.orders.reportLateOrders()])
  expect((await kinds()).filter((kind) => kind === 'late')).toHaveLength(1)

  const other = await shop.place([line(novalgina)])
  await receivePix(shop, other.id)
  await shop.backoffice.orders.setPromisedTime(await actorOf(shop, 'owner'), other.id, '2026-03-13T10:00')
  const isLate = async () => (await shop.orders.listEvents(other.id)).some(({ kind }) => kind === 'late')
  shop.clock.pass(2 * 24 * 60)
  await shop.orders.reportLateOrders()
  expect(await isLate()).toBe(false)
  shop.clock.pass(1)
  await shop.orders.reportLateOrders()
  expect(await isLate()).toBe(true)
})

test('a courier’s link is https, a fiscal key has its digits right, a new time is to come', async () => {
  const shop = await openCheckout()
  const order = await shop.place([line(novalgina)])
  await receivePix(shop, order.id)
  const owner = await actorOf(shop, 'owner')
  const desk = shop.backoffice.orders
  const courier = { name: 'Jonas Ferreira', phone: '11955550177', url: '' }
  expect(await codeOf(desk.setCourier(owner, order.id, { ...courier, url: 'http://mapa.example' }))).toBe('courier.url')
  expect(await codeOf(desk.setCourier(owner, order.id, { ...courier, url: 'javascript:alert(1)' }))).toBe('courier.url')
  expect(await codeOf(desk.setCourier(owner, order.id, { ...courier, name: '-' }))).toBe('courier.name')
  await desk.setCourier(owner, order.id, { ...courier, url: 'https://mapa.example/1' })
  expect(await codeOf(desk.setFiscalKey(owner, order.id, '52060433009911002506550120000007800267301616'))).toBe(
    'fiscal.key',
  )
  await desk.setFiscalKey(owner, order.id, '5206 0433 0099 1100 2506 5501 2000 0007 8002 6730 1615')
  expect(await codeOf(desk.setPromisedTime(owner, order.id, '2020-01-01T10:00'))).toBe('promise.past')
  expect(await codeOf(desk.setPromisedTime(owner, order.id, 'amanhã'))).toBe('promise.past')
  expect(await codeOf(desk.setPromisedTime(owner, order.id, '2026-03-10T10:00'))).toBe('promise.past')
  await desk.setPromisedTime(owner, order.id, '2030-01-01T10:00')
  expect(await shop.orders.getOrder(shop.customerId, order.id)).toMatchObject({
    courier: { name: 'Jonas Ferreira', url: 'https://mapa.example/1' },
    fiscalKey: '52060433009911002506550120000007800267301615',
    revisedPromiseAt: new Date('2030-01-01T13:00:00Z'),
  })
})

test('courier, fiscal key and a new time are told of orders that are paid and not over', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const desk = shop.backoffice.orders
  const unpaid = await shop.place([line(novalgina)])
  const over = await shop.place([line(novalgina)])
  await receivePix(shop, over.id)
  await desk.cancelOrRefund(owner, over.id, 'engano')
  for (const { id } of [unpaid, over]) {
    const told = [
      () => desk.setCourier(owner, id, { name: 'Jonas Ferreira', phone: '11955550177', url: '' }),
      () => desk.setFiscalKey(owner, id, '5206 0433 0099 1100 2506 5501 2000 0007 8002 6730 1615'),
      () => desk.setPromisedTime(owner, id, '2030-01-01T10:00'),
    ]
    for (const each of told) expect(await codeOf(each())).toBe('step.impossible')
    const { auditEntries } = await desk.getOrder(owner, id)
    expect(auditEntries.filter(({ action }) => action.startsWith('orders.set'))).toEqual([])
  }
})

test('what came back with the end of an order is not granted once more, whoever ended it', async () => {
  const shop = await openCheckout()
  const credit = { customerId: shop.customerId, gainId: null, orderId: null, kind: 'credit' as const }
  await shop.database.db
    .insertInto('ledgerEntry')
    .values({ ...credit, amountCents: 3_000, enteredAt: shop.clock.now() })
    .execute()
  const start = await shop.wallet.loadBalance(shop.customerId)
  const order = await deliveredOrder(shop, 2, { balances: { gainIds: [], walletCents: 3_000 } })
  const { id } = await tell(shop, order.id, damaged())
  await shop.orders.cancelOrRefund(order.id, byOperator)
  const answer = (decision: 'grant' | 'part') =>
    shop.problems.answerProblem(byOperator, id, { decision, amountCents: 100, message: 'Pronto.' })
  expect(await codeOf(answer('part'))).toBe('problem.amount')
  await answer('grant')
  expect([await partsOf(shop, order.id), await shop.wallet.loadBalance(shop.customerId)]).toEqual([[], start])
})

test('a problem that was granted is not granted again, and is not taken up beside another one', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged())
  const grant = () => shop.problems.answerProblem(byOperator, id, { decision: 'grant', message: 'Pronto.' })
  await grant()
  await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'E a outra caixa?')
  await shop.problems.answerProblem(byOperator, id, { decision: 'refuse', message: 'Conte de novo.' })
  const second = await tell(shop, order.id, damaged())
  expect(await codeOf(shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Mais uma coisa.'))).toBe(
    'problem.open',
  )
  await shop.problems.answerProblem(byOperator, second.id, { decision: 'grant', message: 'Pronto.' })
  await shop.problems.replyAsCustomer(shop.customerId, order.id, second.id, 'E agora?')
  const again = shop.problems.answerProblem(byOperator, second.id, { decision: 'grant', message: 'De novo.' })
  expect(await codeOf(again)).toBe('problem.units')
  expect(await partsOf(shop, order.id)).toEqual([1947])
  expect((await shop.orders.getOrder(shop.customerId, order.id)).net).toMatchObject({
    ...{ paidBackCents: order.totalCents, endRefund: { providerCents: 1947, balanceCents: 0 } },
  })
})

test('of a payment at the external page a part waits for the staff, the whole goes back at once', async () => {
  const shop = await openCheckout()
  const delivered = async () => {
    const order = await shop.place([line(novalgina, 2)])
    await shop.pay(order.id)
    for (const step of ['pick', 'dispatch', 'deliver'] as const)
      await shop.orders.advanceOrder(order.id, step, byOperator)
    return order
  }
  const part = await delivered()
  const told = await tell(shop, part.id, withdrawal(1))
  expect(told).toMatchObject({ state: 'open', decision: null, grantedCents: 0 })
  // Nobody waits for the goods of one that is refused.
  const owner = await actorOf(shop, 'owner')
  await shop.backoffice.problems.answerProblem(owner, told.id, {
    decision: 'refuse',
    message: 'A embalagem foi aberta.',
  })
  expect(await shop.backoffice.problems.listProblems(owner, 'awaited')).toEqual([])
  expect(await codeOf(shop.backoffice.problems.receiveReturn(owner, told.id))).toBe('problem.goods')
  const whole = await delivered()
  expect(await tell(shop, whole.id, withdrawal(2))).toMatchObject({ state: 'closed', grantedCents: whole.totalCents })
  expect(await shop.payments.listPayments(whole.id)).toMatchObject([{ status: 'refund_due' }])
})

test('a draft takes the photos it was sent with last, and keeps them where it is corrected without any', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const save = async (photos: Uint8Array[], report = damaged()) =>
    shop.problems.saveDraft(shop.customerId, order.id, report, photos)
  const first = await save([await photo(), await photo()])
  const corrected = await save([], { ...damaged(2), kind: 'wrong', message: 'Veio outra caixa.' })
  expect(corrected).toMatchObject({
    ...{ id: first.id, kind: 'wrong', message: 'Veio outra caixa.', photoIds: first.photoIds },
    items: [{ productId: novalgina, units: 2 }],
  })
  const replaced = await save([await photo()])
  expect(replaced.photoIds).toHaveLength(1)
  expect(first.photoIds).not.toContain(replaced.photoIds[0])
  expect(await save([], { ...damaged(), kind: 'late', items: [] })).toMatchObject({ kind: 'late', items: [] })
})

test('a photo is read with its own problem alone, and a missing one leaves no line in the trail', async () => {
  const shop = await openCheckout()
  const [one, other] = [await deliveredOrder(shop), await deliveredOrder(shop)]
  const first = await tell(shop, one.id, damaged(), [await photo()])
  const second = await tell(shop, other.id, damaged(), [await photo()])
  const owner = await actorOf(shop, 'owner')
  const { problems } = shop.backoffice
  const photoId = first.photoIds[0] ?? 0
  expect(await codeOf(problems.readPhoto(owner, second.id, photoId))).toBe('problem.unknown')
  expect(await codeOf(problems.readPhoto(owner, first.id, 999))).toBe('problem.unknown')
  const looked = async () => {
    const { auditEntries } = await shop.backoffice.orders.getOrder(owner, one.id)
    return auditEntries.filter(({ action }) => action === 'orders.seePhoto').length
  }
  expect(await looked()).toBe(0)
  await problems.readPhoto(owner, first.id, photoId)
  expect(await looked()).toBe(1)
})

test('three photos are as many as a problem has, the replies’ included', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged(), [await photo(), await photo()])
  const reply = (photos: Uint8Array[]) =>
    codeOf(shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Mais uma.', photos))
  expect(await reply([await photo()])).toBeNull()
  shop.clock.pass(2)
  expect(await reply([await photo()])).toBe('problem.tooManyPhotos')
  expect((await shop.problems.getProblem(id)).photoIds).toHaveLength(3)
  const other = await deliveredOrder(shop)
  const photos = await Promise.all([1, 2, 3, 4].map(photo))
  expect(await codeOf(shop.problems.saveDraft(shop.customerId, other.id, damaged(), photos))).toBe(
    'problem.tooManyPhotos',
  )
  expect(await codeOf(shop.problems.saveDraft(shop.customerId, other.id, damaged(), photos.slice(1)))).toBeNull()
})

test('a reply needs words, to a problem that was sent, of one’s own', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { customerId } = await shop.neighbour()
  const draft = await shop.problems.saveDraft(shop.customerId, order.id, damaged(), [])
  const reply = (text: string, by = shop.customerId) =>
    codeOf(shop.problems.replyAsCustomer(by, order.id, draft.id, text))
  expect(await reply('Oi.')).toBe('problem.unknown')
  await shop.problems.submitDraft(shop.customerId, order.id)
  expect([await reply('  '), await reply('Oi.', customerId)]).toEqual(['problem.noMessage', 'problem.unknown'])
  expect(await reply('x'.repeat(limits.problemMessageLength + 1))).toBe('text.tooLong')
  expect(await reply('x'.repeat(limits.problemMessageLength))).toBeNull()
})

test('an answer to what was read is refused once the customer has written more', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const { id } = await tell(shop, order.id, damaged())
  const owner = await actorOf(shop, 'owner')
  const { seenHash } = await shop.backoffice.problems.getProblem(owner, id)
  const answer = { decision: 'refuse', message: 'Não.', seenHash } as const
  await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'E tem mais.')
  expect(await codeOf(shop.backoffice.problems.answerProblem(owner, id, answer))).toBe('page.outdated')
  expect(await shop.problems.getProblem(id)).toMatchObject({ state: 'open', messages: [{ text: 'E tem mais.' }] })
  const read = await shop.backoffice.problems.getProblem(owner, id)
  await shop.backoffice.problems.answerProblem(owner, id, { ...answer, seenHash: read.seenHash })
  expect(await codeOf(shop.backoffice.problems.answerProblem(owner, id, answer))).toBe('problem.answered')
})

test('an answer needs words, and one to a draft finds no problem', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const draft = await shop.problems.saveDraft(shop.customerId, order.id, damaged(), [])
  const answer = (message: string) =>
    codeOf(shop.problems.answerProblem(byOperator, draft.id, { decision: 'ask', message }))
  expect(await answer('Qual?')).toBe('problem.unknown')
  await shop.problems.submitDraft(shop.customerId, order.id)
  expect([await answer(' '), await answer('Qual?')]).toEqual(['problem.noAnswer', null])
})

test('open problems are counted by branch, without those that wait for their customer', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const [here, there, asked] = [await deliveredOrder(shop), await deliveredOrder(shop), await deliveredOrder(shop)]
  await tell(shop, here.id, damaged())
  const { id: thereId } = await tell(shop, there.id, damaged())
  await shop.database.db.updateTable('orderProblem').set({ branchId: 3 }).where('id', '=', thereId).execute()
  const { id: askedId } = await tell(shop, asked.id, damaged())
  await shop.problems.answerProblem(byOperator, askedId, { decision: 'ask', message: 'Qual?' })
  const count = (branchId: number | null) => shop.backoffice.problems.countOpenProblems({ ...owner, branchId })
  expect([await count(null), await count(1), await count(3), await count(2)]).toEqual([2, 1, 1, 0])
})

test('what is granted to the wallet leaves so much less to grant, and the end of an order returns the rest', async () => {
  const shop = await openCheckout()
  const credit = { customerId: shop.customerId, gainId: null, orderId: null, kind: 'credit' as const }
  await shop.database.db
    .insertInto('ledgerEntry')
    .values({ ...credit, amountCents: 3_000, enteredAt: shop.clock.now() })
    .execute()
  const order = await deliveredOrder(shop, 2, { balances: { gainIds: [], walletCents: 3_000 } })
  const { id } = await tell(shop, order.id, damaged())
  const part = { decision: 'part', amountCents: 1_894, message: 'Pronto.' } as const
  await shop.problems.answerProblem(byOperator, id, part)
  const rest = await shop.problems.previewRefund(shop.customerId, order.id, damaged(2))
  expect(rest).toMatchObject({ totalCents: 2_000, providerCents: 0, walletCents: 2_000, paidBackCents: 1_894 })
  await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'Falta o resto.')
  const most = (amountCents: number) => codeOf(shop.problems.answerProblem(byOperator, id, { ...part, amountCents }))
  expect([await most(2_001), await most(1.5), await most(2_000)]).toEqual(['problem.amount', 'problem.amount', null])
})

test('a report that was never sent is forgotten after two days', async () => {
  const shop = await openCheckout()
  const order = await deliveredOrder(shop)
  const sent = await tell(shop, (await deliveredOrder(shop)).id, damaged())
  await shop.problems.saveDraft(shop.customerId, order.id, damaged(), [])
  const isThere = async () => (await shop.problems.findDraft(shop.customerId, order.id)) !== null
  shop.clock.pass(2 * 24 * 60)
  await shop.problems.eraseStaleDrafts()
  expect(await isThere()).toBe(true)
  shop.clock.pass(1)
  await shop.problems.eraseStaleDrafts()
  expect(await isThere()).toBe(false)
  expect((await shop.problems.getProblem(sent.id)).state).toBe('open')
})

test('a problem is about a problem of its own order, the newest first', async () => {
  const shop = await openCheckout()
  const [one, other] = [await deliveredOrder(shop), await deliveredOrder(shop)]
  const first = await tell(shop, one.id, damaged(), [await photo()])
  await shop.problems.answerProblem(byOperator, first.id, { decision: 'refuse', message: 'Não.' })
  const second = await tell(shop, one.id, { ...damaged(), kind: 'late', items: [] })
  const third = await tell(shop, other.id, damaged(2))
  expect((await shop.problems.listByOrder(one.id)).map(({ id }) => id)).toEqual([second.id, first.id])
  const own = await shop.problems.listByCustomer(shop.customerId)
  expect(own.map(({ id, items, messages, photoIds }) => [id, items.length, messages.length, photoIds.length])).toEqual([
    [first.id, 1, 1, 1],
    [second.id, 0, 0, 0],
    [third.id, 1, 0, 0],
  ])
  expect(await codeOf(shop.problems.getForCustomer(shop.customerId, other.id, first.id))).toBe('problem.unknown')
})
