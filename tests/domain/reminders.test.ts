import { expect, test } from 'vitest'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { byOperator } from '../support/staff.ts'

const email = 'cliente@example.com'
const dorflex = 68

async function openReminders() {
  const shop = await openCheckout()
  const order = await shop.place([line(novalgina, 2), line(dorflex)])
  await shop.pay(order.id)
  const wish = { orderId: order.id, productId: novalgina, days: 10, patientId: null }
  const deliver = async () => {
    for (const step of ['pick', 'dispatch', 'deliver'] as const)
      await shop.orders.advanceOrder(order.id, step, byOperator)
  }
  return { ...shop, order, wish, deliver, letters }

  async function letters() {
    await shop.reminders.enqueueDueReminders()
    return (await shop.mail.listByRecipient(email)).filter(({ subject }) => subject === 'Está na hora de repor')
  }
}

test('a reminder is one letter on its day, whose link opens the bag and which names no product', async () => {
  const shop = await openReminders()
  await shop.deliver()
  await shop.reminders.scheduleReminder(shop.customerId, shop.wish)
  expect(await shop.letters()).toEqual([])
  shop.clock.pass(10 * 24 * 60)
  const [letter, ...more] = await shop.letters()
  await shop.letters()
  expect([more, (await shop.letters()).length]).toEqual([[], 1])
  expect(letter?.text).not.toMatch(/novalgina|dipirona/i)
  const [, token = ''] = letter?.text.match(/\/sacola\/([\w-]+)/) ?? []
  expect(shop.bags.links.readToken(token).lines).toEqual([{ productId: novalgina, quantity: 2 }])
})

test('a pack lasts as long as it counts, and a reminder is of what was delivered, for a patient of one’s own', async () => {
  const shop = await openReminders()
  const { customerId, wish, order } = shop
  expect((await shop.reminders.loadDefaultSupplyDays(order.branchId, order.lines)).get(novalgina)).toBe(20)
  await expect(shop.reminders.scheduleReminder(customerId, wish)).rejects.toMatchObject({ code: 'reminder.product' })
  await shop.deliver()
  const { customerId: neighbour } = await shop.neighbour()
  const theirs = await shop.prescriptions.registerPatient(neighbour, 'Outra pessoa')
  for (const [id, more, code] of [
    [neighbour, {}, 'order.unknown'],
    [customerId, { productId: 1 }, 'reminder.product'],
    [customerId, { patientId: theirs.id }, 'patient.unknown'],
  ] as const)
    await expect(shop.reminders.scheduleReminder(id, { ...wish, ...more })).rejects.toMatchObject({ code })
  const mother = await shop.prescriptions.registerPatient(customerId, 'Mãe')
  await shop.reminders.scheduleReminder(customerId, wish)
  await shop.reminders.scheduleReminder(customerId, { ...wish, patientId: mother.id, days: 20 })
  expect(await shop.reminders.listReminders(customerId)).toMatchObject([{ patient: 'Mãe', dueOn: '2026-03-30' }])
})

test('a reminder’s bag holds as many units as arrived, without those that were taken out', async () => {
  const shop = await openReminders()
  await shop.database.db
    .updateTable('orderLine')
    .set({ removedUnits: 1 })
    .where('orderId', '=', shop.order.id)
    .where('productId', '=', novalgina)
    .execute()
  await shop.deliver()
  await shop.reminders.scheduleReminder(shop.customerId, shop.wish)
  shop.clock.pass(10 * 24 * 60)
  const [letter] = await shop.letters()
  const [, token = ''] = letter?.text.match(/\/sacola\/([\w-]+)/) ?? []
  expect(shop.bags.links.readToken(token).lines).toEqual([line(novalgina)])
})

test('of two medicines each is written of on its own day; nobody takes back another’s, and one letter’s link ends both', async () => {
  const { customerId, wish, reminders, database, ...shop } = await openReminders()
  await shop.deliver()
  await reminders.scheduleReminder(customerId, wish)
  await reminders.scheduleReminder(customerId, { ...wish, productId: dorflex, days: 20 })
  const [first] = await reminders.listReminders(customerId)
  await reminders.removeReminder((await shop.neighbour()).customerId, first?.id ?? 0)
  shop.clock.pass(10 * 24 * 60)
  const bagOf = (text = '') => shop.bags.links.readToken(text.match(/\/sacola\/([\w-]+)/)?.[1] ?? '').lines
  expect((await shop.letters()).map(({ text }) => bagOf(text))).toEqual([[line(novalgina, 2)]])
  expect((await reminders.listReminders(customerId)).map(({ isSent }) => isSent)).toEqual([true, false])
  const { token } = await database.db
    .selectFrom('refillReminder')
    .select('token')
    .where('productId', '=', novalgina)
    .executeTakeFirstOrThrow()
  await reminders.unsubscribe(token)
  expect(await reminders.listReminders(customerId)).toEqual([])
})

test('who ended their reminders, was erased, or wants what has left the shop gets no letter', async () => {
  const shop = await openReminders()
  const { customerId, wish, reminders, database } = shop
  await shop.deliver()
  await reminders.scheduleReminder(customerId, wish)
  const { token } = await database.db.selectFrom('refillReminder').select('token').executeTakeFirstOrThrow()
  await reminders.unsubscribe('unknown')
  expect(await reminders.hasReminders(token)).toBe(true)
  await reminders.unsubscribe(token)
  expect([await reminders.hasReminders(token), await reminders.listReminders(customerId)]).toEqual([false, []])

  await reminders.scheduleReminder(customerId, wish)
  await database.db.deleteFrom('offer').where('productId', '=', novalgina).execute()
  shop.clock.pass(10 * 24 * 60)
  expect(await shop.letters()).toEqual([])
  expect(await reminders.listReminders(customerId)).toMatchObject([{ isSent: true }])

  await reminders.scheduleReminder(customerId, wish)
  await shop.accounts.eraseAccount(customerId)
  expect(await database.db.selectFrom('refillReminder').selectAll().execute()).toEqual([])
  shop.clock.pass(10 * 24 * 60)
  expect(await shop.letters()).toEqual([])
})
