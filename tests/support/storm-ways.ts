import { sql } from 'kysely'
import { expect } from 'vitest'
import { int } from '../../server/database/columns.ts'
import type { Database } from '../../server/database/connection.ts'
import type { DeliveryChoice } from '../../server/delivery/delivery-quote.ts'
import { listWindows } from '../../server/delivery/delivery-windows.ts'
import { toDailyWeek, toOpeningHours } from '../../server/delivery/opening-hours.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { contextOn } from './context.ts'
import { seeded } from './seeded.ts'

/** Where orders are picked up, from its own stock; branch 1 delivers. */
const storeId = 2
/** Windows in which an order looks for a place before it is delivered at once. */
const tries = 2

interface Deps {
  database: Database
  clock: Clock
  seed: number
  /** Few enough that windows fill while orders end and others take their places. */
  placesPerWindow: number
}

/** The ways that a storm's orders take: each third at once, in a window, picked up in a store. */
export async function openStormWays({ database, clock, seed, placesPerWindow }: Deps) {
  const { db } = database
  await addStore(db)
  await addWindows(database, placesPerWindow)
  const hours = toOpeningHours(toDailyWeek(['07:00', '22:00']))
  const windows = await listWindows(contextOn(database), 1, hours, { now: clock.now(), paidBy: clock.now() })
  // The ways have a generator of their own: the orders stay those of the seed.
  const random = seeded(seed)
  const seen = { inWindows: 0, toPickUp: 0, foundFull: 0, foundBegun: 0 }
  return { seen, choose, instead, expectPlaces: () => expectPlaces(db) }

  /** The choices of an order, in the sequence in which it tries them. */
  function choose(): DeliveryChoice[] {
    const way = Math.floor(random() * 3)
    if (way === 0) return [{ method: 'now' }]
    if (way === 1) return [{ method: 'pickup', branchId: storeId }]
    const wanted = Array.from({ length: tries }, () => windows[Math.floor(random() * windows.length)])
    return [
      ...wanted.map((window): DeliveryChoice => ({ method: 'window', windowId: window?.id ?? 0 })),
      { method: 'now' },
    ]
  }

  /** @returns what an order tries that was refused for its window; null for one that was not */
  function instead(choices: DeliveryChoice[], refusals: (string | undefined)[]): DeliveryChoice[] | null {
    const full = refusals.filter((refusal) => refusal === 'delivery.full').length
    const begun = refusals.filter((refusal) => refusal === 'delivery.changed').length
    seen.foundFull += full
    seen.foundBegun += begun
    if (full + begun > 0) return choices.slice(1)
    if (choices[0]?.method === 'window') seen.inWindows += 1
    if (choices[0]?.method === 'pickup') seen.toPickUp += 1
    return null
  }
}

export type StormWays = Awaited<ReturnType<typeof openStormWays>>

/** A place is taken for each order that holds its window, or has left the shop in it and did not come back, and for no other. */
async function expectPlaces(db: Database['db']): Promise<void> {
  const back = db.selectFrom('orderEvent').select('orderId').where('kind', '=', 'returnUnpaid')
  const left = db
    .selectFrom('orderEvent')
    .select('orderId')
    .where('kind', '=', 'dispatch')
    .where('orderId', 'not in', back)
  const holding = await db
    .selectFrom('orders')
    .select(({ fn }) => ['deliveryWindowId as id', fn.countAll<number>().as('booked')])
    .where('deliveryWindowId', 'is not', null)
    .where((eb) =>
      eb.or([eb('status', 'not in', ['expired', 'failed', 'cancelled', 'refunded']), eb('id', 'in', left)]),
    )
    .groupBy('deliveryWindowId')
    .orderBy('deliveryWindowId')
    .execute()
  const taken = await db.selectFrom('deliveryWindow').selectAll().where('booked', '>', 0).orderBy('id').execute()
  expect(taken).toEqual(holding.map(({ id, booked }) => ({ id, booked: Number(booked) })))
}

async function addStore(db: Database['db']): Promise<void> {
  const branch = await db.selectFrom('branch').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const place = { zipcode: '01310200', street: 'Avenida Paulista', number: '900', pickupMinutes: 20 }
  await db
    .insertInto('branch')
    .values({ ...branch, id: storeId, name: 'Trianon', ...place })
    .execute()
  const offers = await db.selectFrom('offer').selectAll().where('branchId', '=', 1).execute()
  await db
    .insertInto('offer')
    .values(offers.map((offer) => ({ ...offer, branchId: storeId })))
    .execute()
}

/** Two a day on four days: the first is soon over. A check of the database refuses each place above their capacity, at any moment. */
async function addWindows({ db }: Database, capacity: number): Promise<void> {
  await db.schema.dropTable('deliveryWindow').execute()
  await db.schema
    .createTable('deliveryWindow')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('booked', int, (c) => c.notNull())
    .addCheckConstraint('neverOversold', sql`booked between 0 and ${sql.lit(capacity)}`)
    .execute()
  const hours = [
    { startTime: '14:00', endTime: '16:00' },
    { startTime: '16:00', endTime: '18:00' },
  ]
  const slots = [1, 2, 3, 4].flatMap((weekday) => hours.map((times) => ({ weekday, ...times })))
  await db
    .insertInto('deliverySlot')
    .values(slots.map((slot) => ({ ...slot, branchId: 1, capacity, lastOrderMinutes: 105 })))
    .execute()
}
