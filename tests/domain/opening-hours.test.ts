import { expect, test } from 'vitest'
import type { DeliveryChoice } from '../../server/delivery/delivery-quote.ts'
import { toSeenHash } from '../../server/platform/seen-state.ts'
import { inFile } from '../support/catalogue-rows.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { readLetters } from '../support/letters.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

/** The tests' clock begins on Tuesday, 10 March 2026, at ten in São Paulo. */
const march = (day: number, time: string) => new Date(`2026-03-${day}T${time}:00-03:00`)
const setClock = (shop: Shop, instant: Date) =>
  shop.clock.pass((instant.getTime() - shop.clock.now().getTime()) / 60_000)

const setBranch = (shop: Shop, values: object, id = 1) =>
  shop.database.db.updateTable('branch').set(values).where('id', '=', id).execute()

async function optionsOf(shop: Shop) {
  const { customerId, addressId } = shop
  return (await shop.orders.quoteOrder(customerId, { lines: [line(novalgina)] }, { addressId })).options
}

const promisesOf = async (shop: Shop, method: DeliveryChoice['method'], branchId = 1) =>
  (await optionsOf(shop))
    .filter((option) => option.choice.method === method && option.branchId === branchId)
    .map(({ deliveryPromise }) => deliveryPromise)

/** The window that begins then. */
async function windowAt(shop: Shop, startsAt: Date): Promise<DeliveryChoice> {
  const option = (await optionsOf(shop)).find(
    ({ choice, deliveryPromise }) =>
      choice.method === 'window' && deliveryPromise.from?.getTime() === startsAt.getTime(),
  )
  if (!option) throw new Error(`no window at ${startsAt.toISOString()}`)
  return option.choice
}

async function paidOrder(shop: Shop, more: object = {}) {
  const { id } = await shop.place([line(novalgina)], more)
  await receivePix(shop, id)
  return shop.orders.getOrder(shop.customerId, id)
}

async function openBranches(shop: Shop) {
  const owner = await actorOf(shop, 'owner')
  const { BranchSettings } = shop.delivery
  const { branches } = shop.backoffice
  const load = async (id: number) => {
    const details = (await branches.listBranches(owner)).find(({ branch }) => branch.id === id)
    if (!details) throw new Error(`no branch ${id}`)
    return details
  }
  return {
    async save(changes: object, brokenBookings = '', id = 1) {
      const { settings, seenHash } = await load(id)
      await branches.changeBranchSettings(owner, id, BranchSettings.parse({ ...settings, ...changes }), {
        settings: seenHash,
        brokenBookings,
      })
    },
    async preview(changes: object, id = 1) {
      return branches.previewBrokenBookings(
        owner,
        id,
        BranchSettings.parse({ ...(await load(id)).settings, ...changes }),
      )
    },
  }
}

test('shortly before closing a delivery and a pick-up are promised for the next day, in the offer and once paid', async () => {
  const shop = await openCheckout()
  await setBranch(shop, {
    pickupMinutes: 60,
    weeklyHours: null,
    openTime: '08:00',
    closeTime: '21:00',
    shippingEstimateMinutes: 90,
  })
  setClock(shop, march(11, '20:45'))
  expect(await promisesOf(shop, 'pickup')).toEqual([{ from: null, to: march(12, '08:45') }])
  expect(await promisesOf(shop, 'now')).toEqual([{ from: march(12, '08:00'), to: march(12, '09:15') }])
  const pickup = await paidOrder(shop, { delivery: { method: 'pickup', branchId: 1 } })
  expect(pickup.deliveryPromise?.to).toEqual(march(12, '08:45'))
  expect((await paidOrder(shop)).deliveryPromise?.to).toEqual(march(12, '09:15'))
})

test('a store that opens no more offers neither delivery at once nor pick-up', async () => {
  const shop = await openCheckout()
  const days = Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2026, 2, 10 + index)))
  const specialDays = JSON.stringify(Object.fromEntries(days.map((day) => [day.toISOString().slice(0, 10), null])))
  await setBranch(shop, { specialDays: specialDays })
  expect((await optionsOf(shop)).filter(({ branchId }) => branchId === 1)).toEqual([])
})

test('a window lies within the opening hours of its day, from beginning to end', async () => {
  const shop = await openCheckout()
  const startTimes = async () =>
    (await promisesOf(shop, 'window')).flatMap(({ from }) =>
      from && from < march(13, '00:00') && from >= march(12, '00:00') ? [from] : [],
    )
  expect(await startTimes()).toEqual(['08:00', '10:00', '14:00', '16:00'].map((time) => march(12, time)))
  await setBranch(shop, { specialDays: JSON.stringify({ '2026-03-12': ['09:00', '15:00'] }) })
  expect(await startTimes()).toEqual([march(12, '10:00')])
})

test('each weekday has its own hours, which pages, calls and promises tell', async () => {
  const shop = await openCheckout()
  const branches = await openBranches(shop)
  // 2026-03-14 is a Saturday.
  await branches.save({ weeklyHours: 'seg-sex 08:00-20:00 | sáb 08:00-18:00' })
  const statusAt = async (day: number, time: string) => {
    setClock(shop, march(day, time))
    const { isOpen, opensAt, openTime, closeTime } = await shop.delivery.getBranchOrDefault(1)
    return { isOpen, opensAt, openTime, closeTime }
  }
  expect(await statusAt(13, '19:59')).toEqual({ isOpen: true, opensAt: null, openTime: '08:00', closeTime: '20:00' })
  expect(await statusAt(14, '17:59')).toMatchObject({ isOpen: true, closeTime: '18:00' })
  expect(await statusAt(14, '18:00')).toMatchObject({ isOpen: false, opensAt: march(16, '08:00') })
  // On a Sunday without hours those of Monday stand.
  expect(await statusAt(15, '12:00')).toMatchObject({ isOpen: false, openTime: '08:00', closeTime: '20:00' })
  const [promise] = await promisesOf(shop, 'now')
  expect(promise?.to).toEqual(march(16, '08:30'))
})

test('a week whose days are all the same stands in the two columns that a file of branches has', async () => {
  const shop = await openCheckout()
  const branches = await openBranches(shop)
  const read = () =>
    shop.database.db
      .selectFrom('branch')
      .where('id', '=', 1)
      .select(['openTime', 'closeTime', 'weeklyHours'])
      .executeTakeFirstOrThrow()
  await branches.save({ weeklyHours: 'seg 09:00-17:00' })
  expect(await read()).toMatchObject({ openTime: '07:00', weeklyHours: expect.stringContaining('09:00') })
  await branches.save({ weeklyHours: 'todos 09:00-17:00' })
  expect(await read()).toEqual({ openTime: '09:00', closeTime: '17:00', weeklyHours: null })
})

test('a window is chosen only while there is time to pay for it before its last minute', async () => {
  const shop = await openCheckout()
  const choice = await windowAt(shop, march(11, '14:00'))
  const { paymentTimeoutMinutes } = shop.orders
  // An hour before it begins it has to be paid.
  setClock(shop, new Date(march(11, '13:00').getTime() - (paymentTimeoutMinutes + 1) * 60_000))
  const order = await shop.place([line(novalgina)], { delivery: choice })
  expect(order.paymentDueAt.getTime()).toBeLessThanOrEqual(march(11, '13:00').getTime())
  shop.clock.pass(1)
  expect(await codeOf(shop.place([line(novalgina)], { delivery: choice }))).toBe('delivery.changed')
})

test('the letter of the payment says when the order arrives', async () => {
  const shop = await openCheckout()
  const order = await paidOrder(shop, { delivery: await windowAt(shop, march(12, '08:00')) })
  const letter = (await readLetters(shop.database)).find(
    ({ orderId, kind }) => orderId === order.id && kind === 'orderPaid',
  )
  expect(letter?.textBody).toContain('Chega quinta-feira, 12 de março, das 8h às 10h.')
})

test('an order whose arrival was shown otherwise is refused: more than an hour later, or on another day', async () => {
  const shop = await openCheckout()
  const [shown] = await promisesOf(shop, 'now')
  const place = () => codeOf(shop.place([line(novalgina)], { expectedArrivalAt: shown?.to }))
  shop.clock.pass(59)
  expect(await place()).toBeNull()
  await setBranch(shop, { specialDays: JSON.stringify({ '2026-03-10': null }) })
  expect(await place()).toBe('delivery.changed')
  await setBranch(shop, { specialDays: '{}' })
  shop.clock.pass(2)
  expect(await place()).toBe('delivery.changed')
})

test('the staff promise no time at which the store is closed; what has left may arrive after closing, on an open day', async () => {
  const shop = await openCheckout()
  await setBranch(shop, { specialDays: JSON.stringify({ '2026-03-13': null }) })
  const { id } = await paidOrder(shop)
  const clerk = await actorOf(shop, 'clerk')
  const promise = (time: string) => codeOf(shop.backoffice.orders.setPromisedTime(clerk, id, time))
  expect(await promise('2026-03-13T12:00')).toBe('promise.closed')
  expect(await promise('2026-03-11T22:30')).toBe('promise.closed')
  expect(await promise('2026-03-11T22:00')).toBeNull()
  for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(id, step, byOperator)
  expect(await promise('2026-03-11T22:30')).toBeNull()
  expect(await promise('2026-03-13T12:00')).toBe('promise.closed')
})

test('a holiday over what is booked is told before it is saved, and saved by who has seen it', async () => {
  const shop = await openCheckout()
  const window = await windowAt(shop, march(13, '10:00'))
  const booked = [
    await paidOrder(shop, { delivery: window }),
    await shop.place([line(novalgina)], { delivery: window }),
  ]
  const pickup = await paidOrder(shop, { delivery: { method: 'pickup', branchId: 1 } })
  await paidOrder(shop)
  for (const step of ['pick', 'setAside'] as const) await shop.orders.advanceOrder(pickup.id, step, byOperator)
  const keptUntil = async () => (await shop.orders.getOrder(shop.customerId, pickup.id)).pickup?.until
  expect(await keptUntil()).toEqual(march(13, '22:00'))

  const branches = await openBranches(shop)
  const holiday = { specialDays: '13/03 fechado | 2026-03-14 closed' }
  expect(await codeOf(branches.save(holiday))).toBe('branch.booked')
  const { bookings, seenHash } = await branches.preview(holiday)
  expect(bookings.map(({ orderId, reason }) => [orderId, reason])).toEqual([
    [booked[0]?.id, 'closed'],
    [booked[1]?.id, 'closed'],
    [pickup.id, 'closedPickup'],
  ])
  expect(await keptUntil()).toEqual(march(13, '22:00'))
  // One more order is one that nobody has seen.
  const third = await paidOrder(shop, { delivery: window })
  expect(await codeOf(branches.save(holiday, seenHash))).toBe('branch.booked')
  const seenAgain = await branches.preview(holiday)
  expect(seenAgain.bookings.map(({ orderId }) => orderId)).toContain(third.id)
  await branches.save(holiday, seenAgain.seenHash)
  expect(await keptUntil()).toEqual(march(15, '20:00'))
  // What was told once is not asked again.
  await branches.save({ deliveryFeeCents: '5,00' })
  const [{ settings } = {}] = await shop.backoffice.branches.listBranches(await actorOf(shop, 'owner'))
  expect(settings?.specialDays).toBe('13/03 fechado | 14/03/2026 fechado')
})

test.each([
  ['the window goes', { windows: 'mon-sun 08:00-10:00 x12 -60' }, 'noWindow'],
  ['the window becomes shorter', { windows: 'mon-sun 10:00-11:00 x12 -60' }, 'noWindow'],
  ['the day closes before it ends', { specialDays: '2026-03-13 07:00-11:00' }, 'closed'],
  ['the window becomes longer', { windows: 'mon-sun 10:00-12:30 x12 -60' }, null],
  ['the fee changes', { deliveryFeeCents: '5,00' }, null],
])('of an order in a window people are told where it is not kept: %s', async (_when, changes, reason) => {
  const shop = await openCheckout()
  const { id } = await paidOrder(shop, { delivery: await windowAt(shop, march(13, '10:00')) })
  const branches = await openBranches(shop)
  const { bookings } = await branches.preview(changes)
  expect(bookings.map((booking) => [booking.orderId, booking.reason])).toEqual(reason ? [[id, reason]] : [])
  expect(await codeOf(branches.save(changes))).toBe(reason && 'branch.booked')
})

test('who turns pick-up off is told of the orders that would be picked up', async () => {
  const shop = await openCheckout()
  const { id } = await paidOrder(shop, { delivery: { method: 'pickup', branchId: 1 } })
  const branches = await openBranches(shop)
  const { bookings, seenHash } = await branches.preview({ pickupMinutes: '' })
  expect(bookings.map(({ orderId, reason }) => [orderId, reason])).toEqual([[id, 'noPickup']])
  expect(seenHash).toBe(toSeenHash(bookings))
})

test.each([
  ['removed and written again', ['', 'mon-sun 10:00-12:00 x3 -60']],
  ['changed and changed back', ['mon-sun 10:00-12:30 x3 -60', 'mon-sun 10:00-12:00 x3 -60']],
  ['removed and written again with other hours', ['', 'mon-sun 10:00-12:30 x3 -60']],
  ['moved by an hour', ['mon-sun 11:00-13:00 x3 -60']],
])('a window that is %s keeps its bookings', async (_how, texts) => {
  const shop = await openCheckout()
  const branches = await openBranches(shop)
  await branches.save({ windows: 'mon-sun 10:00-12:00 x3 -60' })
  const choice = await windowAt(shop, march(13, '10:00'))
  for (let orders = 0; orders < 3; orders += 1) await paidOrder(shop, { delivery: choice })
  for (const windows of texts) await branches.save({ windows }, (await branches.preview({ windows })).seenHash)
  const offered = (await optionsOf(shop)).filter(
    ({ choice: { method }, deliveryPromise: { from } }) =>
      method === 'window' && from && from >= march(13, '00:00') && from < march(14, '00:00'),
  )
  expect(offered.map(({ choice: offeredChoice, obstacle }) => [offeredChoice, obstacle])).toEqual([[choice, 'full']])
  expect(await codeOf(shop.place([line(novalgina)], { delivery: choice }))).toBe('delivery.full')
})

test('a removed window is offered to nobody, and stands in no form', async () => {
  const shop = await openCheckout()
  const choice = await windowAt(shop, march(13, '10:00'))
  const branches = await openBranches(shop)
  await branches.save({ windows: '' })
  expect(await promisesOf(shop, 'window')).toEqual([])
  expect(await codeOf(shop.place([line(novalgina)], { delivery: choice }))).toBe('delivery.changed')
  const { settings = { windows: '?' } } =
    (await shop.backoffice.branches.listBranches(await actorOf(shop, 'owner'))).find(({ branch }) => branch.id === 1) ??
    {}
  expect(settings.windows).toBe('')
})

test('a file of branches that does not keep what is booked is taken only where that is meant', async () => {
  const shop = await openCheckout()
  const inWindow = await paidOrder(shop, { delivery: await windowAt(shop, march(13, '10:00')) })
  const atOnce = await paidOrder(shop)
  const row = await shop.database.db.selectFrom('branch').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const file = () =>
    inFile([
      {
        id: '1',
        name: row.name,
        zipcodes: '01000-000-01309-999',
        open_time: '07:00',
        close_time: '22:00',
        whatsapp: row.whatsapp,
        shipping_estimate: '30',
        shipping_later: '0',
        special_days: '2026-03-13 closed',
      },
    ])
  const { branches } = shop.backoffice
  const told = [
    [inWindow.id, 'notServed'],
    [atOnce.id, 'notServed'],
  ]
  const dryRun = await branches.importBranches(operator, file(), { dryRun: true })
  expect(dryRun.brokenBookings.map(({ orderId, reason }) => [orderId, reason])).toEqual(told)
  await expect(branches.importBranches(operator, file(), {})).rejects.toMatchObject({ bookings: dryRun.brokenBookings })
  expect(await shop.delivery.findBranchId('01310100')).toBe(1)
  expect(await branches.importBranches(operator, file(), { mayBreakBookings: true })).toMatchObject({
    result: { changed: 1 },
  })
  expect(await shop.delivery.findBranchId('01310100')).toBe(0)
})
