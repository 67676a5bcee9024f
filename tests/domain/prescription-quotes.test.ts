import { expect, test } from 'vitest'
import { azitromicina, line, novalgina, openCheckout, trayenta } from '../support/checkout.ts'
import { pdfDocument } from '../support/prescriptions.ts'
import { actorOf } from '../support/staff.ts'

const email = 'cliente@example.com'
const photo = { patient: 'Ana Prates', file: pdfDocument(), note: 'genérico, se houver' }

async function open() {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const ask = () => shop.prescriptions.requestQuote(shop.customerId, 1, photo)
  const letters = async () =>
    (await shop.mail.listByRecipient(email)).filter(({ subject }) => subject === 'Seu orçamento está pronto')
  return { shop, actor, ask, letters, quotes: shop.backoffice.quotes }
}

test('a photo is answered once with a bag, whose link is paid without sending the prescription again', async () => {
  const { shop, actor, ask, letters, quotes } = await open()
  const id = await ask()
  expect(await shop.prescriptions.findOpenPrescription(shop.customerId)).toBeNull()
  expect(await quotes.listPendingQuotes(actor)).toMatchObject([{ prescriptionId: id, note: 'genérico, se houver' }])
  const { prescription } = await quotes.getQuote(actor, id)
  expect((await quotes.viewFile(actor, id, prescription.parts[0]?.id ?? 0)).length).toBeGreaterThan(0)
  const looks = await shop.database.db.selectFrom('prescriptionAccessLog').selectAll().execute()
  expect(looks).toMatchObject([{ prescriptionId: id, accessedBy: `${actor.name}, CRF ${actor.crf}` }])
  const answers = await Promise.allSettled(
    [1, 2].map(() => quotes.replyToQuote(actor, id, [line(trayenta), line(novalgina, 2)], 'Confira a dose.')),
  )
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refusals).toMatchObject([{ code: 'quote.answered', status: 409 }])
  expect(await quotes.listPendingQuotes(actor)).toEqual([])

  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter?.text).not.toMatch(/trayenta|novalgina|genérico|dose/i)
  const [, token = ''] = letter?.text.match(/\/sacola\/([\w-]+)/) ?? []
  expect(shop.bags.links.readToken(token).lines).toEqual([line(trayenta), line(novalgina, 2)])
  const sheet = await shop.prescriptions.findOpenPrescription(shop.customerId)
  expect(sheet?.parts.map(({ products }) => products.map(({ id }) => id))).toEqual([[trayenta]])
  const order = await shop.place(shop.bags.links.readToken(token).lines, {
    prescriptionId: sheet?.id,
  })
  expect(await shop.prescriptions.listQuotes(shop.customerId)).toMatchObject([
    { orderId: order.id, answer: 'Confira a dose.' },
  ])
})

test('a customer’s quotes stand the newest first, those that the staff answer the oldest first', async () => {
  const { shop, actor, ask, quotes } = await open()
  const [first, second] = [await ask(), await ask()]
  const idsOf = (list: { prescriptionId: number }[]) => list.map(({ prescriptionId }) => prescriptionId)
  expect(idsOf(await shop.prescriptions.listQuotes(shop.customerId))).toEqual([second, first])
  expect(idsOf(await quotes.listPendingQuotes(actor))).toEqual([first, second])
})

test('who cannot read a photo answers in words alone, and nothing is covered by it', async () => {
  const { shop, actor, ask, letters, quotes } = await open()
  const id = await ask()
  await expect(quotes.replyToQuote(actor, id, [], '  ')).rejects.toMatchObject({ code: 'reason.missing' })
  await quotes.replyToQuote(actor, id, [], 'Mande uma foto com mais luz.')
  expect((await letters())[0]?.text).toContain('/orcar-receita')
  expect(await shop.prescriptions.findOpenPrescription(shop.customerId)).toBeNull()
  await expect(shop.place([line(trayenta)], { prescriptionId: id })).rejects.toMatchObject({
    code: 'prescription.required',
  })
})

test('another prescription that the customer sends meanwhile is its own, and goes with its order', async () => {
  const { shop, ask } = await open()
  const id = await ask()
  const part = { type: 2 as const, issuers: '', code: '', issuedAt: '2026-03-09', ...photo }
  const sent = await shop.prescriptions.submitPrescriptions(shop.customerId, [{ ...part, productIds: [azitromicina] }])
  expect(sent).not.toBe(id)
  expect((await shop.prescriptions.findOpenPrescription(shop.customerId))?.id).toBe(sent)
})

test('of a quote’s photo and a prescription that was sent meanwhile, the one is open that covers what is bought', async () => {
  const { shop, actor, ask, quotes } = await open()
  const openFor = async (...products: number[]) =>
    (await shop.prescriptions.findOpenPrescription(shop.customerId, products))?.id
  const part = { type: 2 as const, issuers: '', code: '', issuedAt: '2026-03-09', ...photo }
  const send = () => shop.prescriptions.submitPrescriptions(shop.customerId, [{ ...part, productIds: [azitromicina] }])
  const before = await send()
  const id = await ask()
  await quotes.replyToQuote(actor, id, [line(trayenta)], '')
  expect(await openFor(azitromicina)).toBe(before)
  const since = await send()
  expect([await openFor(trayenta), await openFor(azitromicina), await openFor()]).toEqual([id, since, since])
  const order = await shop.place([line(trayenta)], { prescriptionId: await openFor(trayenta) })
  expect((await shop.prescriptions.listQuotes(shop.customerId))[0]?.orderId).toBe(order.id)
})

test('a photo is erased 21 days after it came unless an order uses it, and no more than five wait of one customer', async () => {
  const { shop, ask } = await open()
  for (const _ of [1, 2, 3, 4, 5]) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'quote.tooMany', status: 409 })
  shop.clock.pass(20 * 24 * 60)
  await shop.prescriptions.eraseUnused()
  expect(await shop.prescriptions.listQuotes(shop.customerId)).toHaveLength(5)
  shop.clock.pass(2 * 24 * 60)
  await shop.prescriptions.eraseUnused()
  expect(await shop.prescriptions.listQuotes(shop.customerId)).toEqual([])
})

test('a quote of another branch does not exist for who works in one', async () => {
  const { actor, ask, quotes } = await open()
  const id = await ask()
  const elsewhere = { ...actor, branchId: 2 }
  expect(await quotes.listPendingQuotes(elsewhere)).toEqual([])
  for (const act of [
    () => quotes.getQuote(elsewhere, id),
    () => quotes.viewFile(elsewhere, id, 1),
    () => quotes.replyToQuote(elsewhere, id, [], 'x'),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'prescription.unknown', status: 404 })
})
