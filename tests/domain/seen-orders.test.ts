import { expect, test } from 'vitest'
import type { OrderStep } from '../../server/backoffice/orders.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, advance, approvePrescription, byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>
type Page = Awaited<ReturnType<Shop['backoffice']['orders']['getOrder']>>

/** What an order is given, by a form or by somebody else meanwhile. */
interface Desk {
  shop: Shop
  clerk: Actor
  id: number
}

const codeOf = (act: Promise<unknown>): Promise<string | null> =>
  act.then(
    () => null,
    ({ code }) => code ?? 'fault',
  )
const readPage = ({ shop, id }: Desk): Promise<Page> => shop.backoffice.orders.getOrder(operator, id)
const [fiscalKey, otherFiscalKey] = [
  '52060433009911002506550120000007800267301615',
  '35260300000000000100550010000000011000000013',
]

/** A paid order of three units, and a clerk. */
async function openDesk(): Promise<Desk> {
  const shop = await openCheckout()
  await shop.database.db.updateTable('offer').set({ stock: 1000 }).where('productId', '=', novalgina).execute()
  return nextOrder({ shop, id: 0, clerk: await actorOf(shop, 'clerk') })
}

/** Another such order in the same shop. */
async function nextOrder({ shop, clerk }: Desk): Promise<Desk> {
  const { id } = await shop.place([line(novalgina, 3)])
  await receivePix(shop, id)
  return { shop, id, clerk }
}

async function pickAll({ shop: { backoffice }, id }: Desk): Promise<void> {
  const { lines } = await backoffice.orders.getOrder(operator, id)
  for (const { productId, pickedUnits, unitsToPick } of lines)
    for (let unit = pickedUnits; unit < unitsToPick; unit += 1)
      await backoffice.orders.pickUnitWithoutScan(operator, id, productId)
}

/** Every form about an order, as its page sends it. */
const forms = {
  step: ({ shop, id }, { nextStep }) => shop.backoffice.orders.advanceOrder(operator, id, nextStep as OrderStep),
  end: ({ shop, id }, { seenHashes }) =>
    shop.backoffice.orders.cancelOrRefund(operator, id, 'engano', seenHashes.status),
  ask: ({ shop, id, clerk }, { seenHashes }) =>
    shop.backoffice.orders.requestCancellation(clerk, id, 'comprou errado', seenHashes.request),
  grant: ({ shop, id }, { seenHashes }) =>
    shop.backoffice.orders.decideCancellationRequest(operator, id, true, seenHashes.request),
  keep: ({ shop, id }, { seenHashes }) =>
    shop.backoffice.orders.decideCancellationRequest(operator, id, false, seenHashes.request),
  fiscalKey: ({ shop, id }, { seenHashes }) =>
    shop.backoffice.orders.setFiscalKey(operator, id, fiscalKey, seenHashes.fiscalKey),
  tillEntry: ({ shop, id }, { seenHashes }) => shop.backoffice.orders.enterAtTill(operator, id, seenHashes.tillEntry),
  noTillEntry: ({ shop, id }, { seenHashes }) =>
    shop.backoffice.orders.removeTillEntry(operator, id, seenHashes.tillEntry),
  promise: ({ shop, id }, { seenHashes }) =>
    shop.backoffice.orders.setPromisedTime(operator, id, '2030-01-01T10:00', seenHashes.promise),
  email: ({ shop, id }, { emails: [email] }) =>
    shop.backoffice.orders.resendEmail(operator, id, email?.id ?? 0, email?.seenHash),
  remove: ({ shop, id }, { lines: [shown] }) =>
    shop.backoffice.orders.removeUnits(operator, {
      orderId: id,
      productId: novalgina,
      units: 1,
      expectedUnits: shown?.unitsToPick ?? 0,
    }),
} satisfies Record<string, (desk: Desk, page: Page) => Promise<unknown>>

/** What may happen to an order while its page is open. */
const moves = {
  nothing: async () => {},
  pick: ({ shop, id }) => advance(shop, id),
  packing: async (desk) => {
    await pickAll(desk)
    await advance(desk.shop, desk.id)
  },
  delivery: async (desk) => {
    await moves.packing(desk)
    await advance(desk.shop, desk.id)
  },
  cancellation: ({ shop, id }) => shop.orders.cancelOrRefund(id, byOperator),
  request: ({ shop, id, clerk }) => shop.backoffice.orders.requestCancellation(clerk, id, 'não quer mais'),
  fiscalKey: ({ shop, id }) => shop.backoffice.orders.setFiscalKey(operator, id, otherFiscalKey),
  promise: ({ shop, id }) => shop.backoffice.orders.setPromisedTime(operator, id, '2029-01-01T10:00'),
  window: async ({ shop, id }) => {
    const shortage = { productId: novalgina, units: 1 }
    await shop.backoffice.proposals.proposeOffer(operator, id, shortage, ({ way }) => way === 'window')
    const [proposal] = await shop.orders.proposals.listByOrder(id)
    await shop.orders.proposals.acceptProposal(shop.customerId, id, proposal?.id ?? 0)
  },
  shortPick: ({ shop, id }) => shop.orders.removeUnits({ orderId: id, productId: novalgina, units: 1 }, byOperator),
} satisfies Record<string, (desk: Desk) => Promise<unknown>>

type Form = keyof typeof forms
type Move = keyof typeof moves

/** The moves after which an old page of a form is refused, and how. After all others it does what it says. */
const refusals: Record<Form, Partial<Record<Move, string>>> = {
  step: {
    pick: 'step.impossible',
    packing: 'step.impossible',
    delivery: 'step.impossible',
    cancellation: 'step.impossible',
  },
  end: { pick: 'order.changed', packing: 'order.changed', delivery: 'order.changed', cancellation: 'order.changed' },
  ask: {
    pick: 'order.changed',
    packing: 'order.changed',
    delivery: 'order.changed',
    cancellation: 'step.impossible',
    request: 'order.changed',
  },
  grant: {
    pick: 'order.changed',
    packing: 'order.changed',
    delivery: 'order.changed',
    cancellation: 'order.changed',
    request: 'order.changed',
  },
  keep: {
    pick: 'order.changed',
    packing: 'order.changed',
    delivery: 'order.changed',
    cancellation: 'order.changed',
    request: 'order.changed',
  },
  fiscalKey: { cancellation: 'step.impossible', fiscalKey: 'order.changed' },
  // The till is to have the total that the page showed, and the key of what it issued says that it was entered.
  tillEntry: { cancellation: 'step.impossible', fiscalKey: 'order.changed', shortPick: 'order.changed' },
  noTillEntry: { cancellation: 'step.impossible', shortPick: 'order.changed' },
  promise: {
    packing: 'order.changed',
    delivery: 'order.changed',
    cancellation: 'order.changed',
    promise: 'order.changed',
    window: 'order.changed',
  },
  email: {},
  remove: {
    packing: 'step.impossible',
    delivery: 'step.impossible',
    cancellation: 'step.impossible',
    shortPick: 'step.impossible',
  },
}

/** What a form needs before its page is opened. */
const preparations: Partial<Record<Form, (desk: Desk) => Promise<unknown>>> = {
  grant: ({ shop, id, clerk }) => shop.backoffice.orders.requestCancellation(clerk, id, 'comprou errado'),
  keep: ({ shop, id, clerk }) => shop.backoffice.orders.requestCancellation(clerk, id, 'comprou errado'),
  noTillEntry: ({ shop, id }) => shop.backoffice.orders.enterAtTill(operator, id),
}

const formNames = Object.keys(forms) as Form[]

test.each(formNames)(
  'an old page of the form "%s" is refused after each move that touches what it showed',
  async (form) => {
    let desk = await openDesk()
    for (const move of Object.keys(moves) as Move[]) {
      desk = await nextOrder(desk)
      await preparations[form]?.(desk)
      const page = await readPage(desk)
      await moves[move](desk)
      const trailBefore = (await readPage(desk)).auditEntries.length
      const expected = refusals[form][move] ?? null
      expect(await codeOf(forms[form](desk, page)), move).toBe(expected)
      const after = await readPage(desk)
      if (expected !== null) expect(after.auditEntries.length, move).toBe(trailBefore)
    }
  },
)

test.each(formNames)('the form "%s" sent twice acts once, and its second sender is told', async (form) => {
  const desk = await openDesk()
  await preparations[form]?.(desk)
  const page = await readPage(desk)
  const outcomes = await Promise.all([1, 2].map(() => codeOf(forms[form](desk, page))))
  expect(outcomes.filter((code) => code === null)).toHaveLength(1)
  expect(await codeOf(forms[form](desk, page))).toMatch(/^(step\.impossible|order\.changed|request\.missing)$/)
})

test('a form that does not say what it showed is refused', async () => {
  const desk = await openDesk()
  const { orders } = desk.shop.backoffice
  const { emails } = await readPage(desk)
  expect(await codeOf(orders.advanceOrder(operator, desk.id, null))).toBe('page.outdated')
  expect(await codeOf(orders.cancelOrRefund(operator, desk.id, 'engano', ''))).toBe('order.changed')
  expect(await codeOf(orders.requestCancellation(desk.clerk, desk.id, 'engano', ''))).toBe('order.changed')
  expect(await codeOf(orders.setFiscalKey(operator, desk.id, fiscalKey, ''))).toBe('order.changed')
  expect(await codeOf(orders.enterAtTill(operator, desk.id, ''))).toBe('order.changed')
  expect(await codeOf(orders.setPromisedTime(operator, desk.id, '2030-01-01T10:00', ''))).toBe('order.changed')
  expect(await codeOf(orders.resendEmail(operator, desk.id, emails[0]?.id ?? 0, ''))).toBe('order.changed')
  for (const scanId of ['', 'x'.repeat(65), 'a b'])
    expect(await codeOf(orders.pickUnitWithoutScan(operator, desk.id, novalgina, scanId))).toBe('page.outdated')
  expect((await readPage(desk)).auditEntries).toEqual([])
})

test('a refused step says where the order is now', async () => {
  const desk = await openDesk()
  await moves.packing(desk)
  const late = desk.shop.backoffice.orders.advanceOrder(operator, desk.id, 'dispatch')
  await expect(late).rejects.toMatchObject({ message: expect.stringContaining('saiu para entrega'), status: 409 })
})

test('a cancellation that was asked for in the shop does not refund what has left it: that is a decision of its own', async () => {
  const desk = await openDesk()
  const { orders } = desk.shop.backoffice
  await moves.request(desk)
  await moves.delivery(desk)
  const { seenHashes } = await readPage(desk)
  expect(await codeOf(orders.decideCancellationRequest(operator, desk.id, true, seenHashes.request))).toBe(
    'request.overtaken',
  )
  expect((await readPage(desk)).order.status).toBe('delivered')
  expect(await orders.cancelOrRefund(operator, desk.id, 'veio trocado', seenHashes.status)).toMatchObject({
    status: 'refunded',
  })
})

test('a cancellation that was asked for after the delivery is granted: whoever asked knew where it was', async () => {
  const desk = await openDesk()
  await moves.delivery(desk)
  await moves.request(desk)
  expect(await forms.grant(desk, await readPage(desk))).toMatchObject({ status: 'refunded', refundCents: 5841 })
})

test('a wrong lot changes nothing: no step, no courier for the customer to see, no line in the trail', async () => {
  const shop = await openCheckout()
  const { orders } = shop.backoffice
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(id)
  await approvePrescription(shop, await actorOf(shop, 'pharmacist'), prescriptionId)
  await pickAll({ shop, id, clerk: operator })
  const trail = (await orders.getOrder(operator, id)).auditEntries.length
  const details = (text: string) => ({
    courier: { name: 'Jonas', phone: '', url: '' },
    lots: [{ productId: azitromicina, text }],
  })
  expect(await codeOf(orders.advanceOrder(operator, id, 'dispatch', details('AB12 x9')))).toBe('pick.lot')
  const { order, auditEntries } = await orders.getOrder(operator, id)
  expect([order.status, order.courier, auditEntries.length]).toEqual(['preparing', null, trail])
  await orders.advanceOrder(operator, id, 'dispatch', details('AB12 x1'))
  expect((await orders.getOrder(operator, id)).order).toMatchObject({
    status: 'out_for_delivery',
    courier: { name: 'Jonas' },
  })
})

test('two who begin to pick at once begin once, and nothing leaves unpicked', async () => {
  const desk = await openDesk()
  for (let round = 0; round < 15; round += 1) {
    const { id } = await desk.shop.place([line(novalgina, 2)])
    await desk.shop.pay(id)
    const outcomes = await Promise.all(
      [operator, desk.clerk].map((by) => codeOf(desk.shop.backoffice.orders.advanceOrder(by, id, 'pick'))),
    )
    expect(outcomes.sort()).toEqual(['step.impossible', null].sort())
    const { order, auditEntries } = await readPage({ ...desk, id })
    expect([order.status, auditEntries.map(({ detail }) => detail)]).toEqual(['preparing', ['preparing']])
  }
})

test('the first scans of two clerks at once both count', async () => {
  const desk = await openDesk()
  for (let round = 0; round < 15; round += 1) {
    const { id } = await desk.shop.place([line(novalgina, 2)])
    await desk.shop.pay(id)
    const scan = (by: Actor) => desk.shop.backoffice.orders.pickUnitWithoutScan(by, id, novalgina, crypto.randomUUID())
    expect(await Promise.all([operator, desk.clerk].map((by) => codeOf(scan(by))))).toEqual([null, null])
    const { order, isPicked, auditEntries } = await readPage({ ...desk, id })
    expect([order.status, isPicked]).toEqual(['preparing', true])
    expect(auditEntries.filter(({ action }) => action === 'orders.advance')).toHaveLength(1)
  }
})

test('one scan counts one unit, however often its form is sent; the next box, and another tab, count theirs', async () => {
  const desk = await openDesk()
  const { shop, id, clerk } = desk
  const scan = (by: Actor, scanId: string) => shop.backoffice.orders.pickUnitWithoutScan(by, id, novalgina, scanId)
  const together = await Promise.all([1, 2, 3].map(() => scan(clerk, 'first')))
  expect(together.map(({ pickedUnits }) => pickedUnits)).toEqual([1, 1, 1])
  expect(await scan(clerk, 'first')).toMatchObject({ pickedUnits: 1, unitsToPick: 3 })
  await scan(clerk, 'second')
  expect(await scan(operator, 'other-tab')).toMatchObject({ pickedUnits: 3 })
  expect(await codeOf(scan(clerk, 'third'))).toBe('pick.complete')
  const { auditEntries } = await readPage(desk)
  expect(auditEntries.filter(({ action }) => action === 'orders.pick')).toHaveLength(3)
})

test('two products scanned into one form, faster than its page came, both count', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina), line(68)])
  await shop.pay(id)
  const { orders } = shop.backoffice
  for (const productId of [novalgina, 68]) await orders.pickUnitWithoutScan(operator, id, productId, 'same')
  expect((await orders.getOrder(operator, id)).isPicked).toBe(true)
})

test('the scan of what was taken out of a paid order is refused and begins nothing: its customer may still cancel', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina), line(68)])
  await shop.pay(id)
  const { orders } = shop.backoffice
  await shop.database.db
    .updateTable('orderLine')
    .set({ removedUnits: 1 })
    .where('orderId', '=', id)
    .where('productId', '=', 68)
    .execute()
  expect(await codeOf(orders.pickUnitWithoutScan(operator, id, 68, 'scan'))).toBe('pick.takenOut')
  const { order, auditEntries } = await orders.getOrder(operator, id)
  expect([order.status, auditEntries]).toEqual(['paid', []])
  await shop.problems.saveDraft(shop.customerId, id, { kind: 'cancel', items: [], message: 'Desisti.' }, [])
  await shop.problems.submitDraft(shop.customerId, id)
  expect((await orders.getOrder(operator, id)).order.status).toBe('cancelled')
})

test('scans are forgotten a week later', async () => {
  const { shop, id } = await openDesk()
  await shop.backoffice.orders.pickUnitWithoutScan(operator, id, novalgina, 'scan')
  const count = async () => (await shop.database.db.selectFrom('orderScan').selectAll().execute()).length
  await shop.orders.queue.eraseOldScans()
  expect(await count()).toBe(1)
  shop.clock.pass(7 * 24 * 60 + 1)
  await shop.orders.queue.eraseOldScans()
  expect(await count()).toBe(0)
})

test('a proposal from an old page is refused: after a unit was taken out, and after another one was answered', async () => {
  const { shop, id } = await openDesk()
  const { proposals } = shop.backoffice
  const propose = (lineUnits: number, latestProposalId: number | null) =>
    proposals.proposeOffer(operator, id, { productId: novalgina, units: 1 }, ({ way }) => way === 'pickup', {
      lineUnits,
      latestProposalId,
    })
  await shop.orders.removeUnits({ orderId: id, productId: novalgina, units: 1 }, byOperator)
  expect(await codeOf(propose(3, null))).toBe('units.changed')
  await propose(2, null)
  expect(await codeOf(propose(2, null))).toBe('proposal.open')
  const [first] = await shop.orders.proposals.listByOrder(id)
  await shop.database.db.updateTable('orderProposal').set({ state: 'declined' }).execute()
  expect(await codeOf(propose(2, null))).toBe('proposal.overtaken')
  expect(await codeOf(propose(2, Number.NaN))).toBe('proposal.overtaken')
  await propose(2, first?.id ?? 0)
})

test('an e-mail of an older version, without its event, has no button, and is refused with no line in any trail', async () => {
  const { shop, id } = await openDesk()
  await shop.database.db.updateTable('outbox').set({ eventId: null }).where('orderId', '=', id).execute()
  const { emails, auditEntries } = await shop.backoffice.orders.getOrder(operator, id)
  expect(emails.map(({ isResendable }) => isResendable)).not.toContain(true)
  const emailId = emails[0]?.id ?? 0
  const owner = await actorOf(shop, 'owner')
  expect(await codeOf(shop.backoffice.orders.resendEmail(owner, id, emailId))).toBe('email.notResendable')
  const { seenHash } = await shop.backoffice.customers.getCustomer(owner, shop.customerId)
  expect(await codeOf(shop.backoffice.customers.resendEmail(owner, shop.customerId, emailId, seenHash))).toBe(
    'email.notResendable',
  )
  expect((await shop.backoffice.orders.getOrder(operator, id)).auditEntries).toEqual(auditEntries)
  const acts = await shop.database.db.selectFrom('auditEntry').select('action').execute()
  expect(acts.map(({ action }) => action)).not.toContain('customers.sendMailAgain')
})
