import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { untilWaiting } from '../support/shop-processes.ts'
import { byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

/** NF-e, model 55, with its check digit. */
const fiscalKey = '52060433009911002506550120000007800267301615'
const report = { kind: 'damaged' as const, items: [{ productId: novalgina, units: 1 }], message: 'Veio amassada.' }
const answer = { decision: 'part' as const, amountCents: 100, message: 'Certo.' }

interface Orders {
  /** Of one an answer is awaited, of the other its customer has written a draft. */
  toldId: number
  problemId: number
  draftedId: number
}

/** What is decided of an order by its state, its money or its problems: by then nobody else changes them. */
const decisions: Record<string, (shop: Shop, orders: Orders) => Promise<unknown>> = {
  'the end': ({ orders }, { toldId }) => orders.cancelOrRefund(toldId, byOperator),
  'a fiscal key': ({ backoffice }, { toldId }) => backoffice.orders.setFiscalKey(operator, toldId, fiscalKey),
  'an answer': ({ problems }, { problemId }) => problems.answerProblem(byOperator, problemId, answer),
  'a reply': ({ problems, customerId }, { toldId, problemId }) =>
    problems.replyAsCustomer(customerId, toldId, problemId, 'Olá.'),
  'a draft': ({ problems, customerId }, { draftedId }) => problems.saveDraft(customerId, draftedId, report, []),
  'a problem told': ({ problems, customerId }, { draftedId }) => problems.submitDraft(customerId, draftedId),
}

async function deliverOrder(shop: Shop): Promise<number> {
  const { id } = await shop.place([line(novalgina, 2)])
  await receivePix(shop, id)
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await shop.orders.advanceOrder(id, step, byOperator)
  await shop.problems.saveDraft(shop.customerId, id, report, [])
  return id
}

/** Holds the orders' rows as whoever changes them does. @returns what lets them go */
async function hold({ database }: Shop, ids: number[]): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let holding: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve) => {
    holding = database.db.transaction().execute(async (transaction) => {
      const touch = transaction.updateTable('orders').set((eb) => ({ note: eb.ref('note') }))
      await touch.where('id', 'in', ids).execute()
      resolve()
      await released
    })
  })
  return () => {
    release()
    return holding
  }
}

test.each(Object.entries(decisions))('%s waits for whoever changes the order', async (_, decide) => {
  const shop = await openCheckout()
  const [toldId, draftedId] = [await deliverOrder(shop), await deliverOrder(shop)]
  const { id: problemId } = await shop.problems.submitDraft(shop.customerId, toldId)
  const release = await hold(shop, [toldId, draftedId])
  const decision = decide(shop, { toldId, problemId, draftedId })
  await untilWaiting(shop.database, [], 1).finally(release)
  await decision
})

test('a pharmacist’s decision that waits for its order keeps nobody from the prescription, as its end needs it', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(azitromicina)], { prescriptionId })
  await receivePix(shop, id)
  const release = await hold(shop, [id])
  const pharmacist = { name: 'Helena Prado', crf: 'SP-12345' }
  const decision = shop.orders.approvePrescription(prescriptionId, { ...byOperator, pharmacist })
  const untilFree = async () => {
    await untilWaiting(shop.database, [], 1)
    // SQLite has one lock for all rows.
    if (shop.database.engine === 'postgres')
      await sql`select id from prescription where id = ${prescriptionId} for update nowait`.execute(shop.database.db)
  }
  await untilFree().finally(release)
  expect(await decision).toEqual({ orderId: id })
})
