import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { migrate } from '../../server/database/migrate.ts'
import { fillShop } from '../support/pix-shop.ts'
import { providePostgres, startOwnPostgres, startStandby } from '../support/postgres.ts'
import { startShopProcesses } from '../support/shop-processes.ts'

const postgres = providePostgres()
const stock = 100_000
const shoppers = 8
/** Orders acknowledged before the primary is lost, and after its standby has been promoted. */
const wanted = process.env.TEST_LONG ? 2_000 : 60

/**
 * Two PostgreSQL servers, of which one takes writes and waits for the other, and a shop that knows both of them. Tests end it.
 */
async function openReplicatedShop() {
  const primary = await startOwnPostgres()
  if (!primary) throw new Error('PostgreSQL not available')
  const before = openDatabase(primary.url)
  await migrate(before)
  const customerId = await fillShop(before, [{ id: 1, priceCents: 1850, stock }])
  const { id: addressId } = await before.query.selectFrom('address').select('id').executeTakeFirstOrThrow()

  const standby = await startStandby(primary)
  await sql`alter system set synchronous_standby_names = '*'`.execute(before.query)
  await sql`select pg_reload_conf()`.execute(before.query)
  const waitsFor = sql<{ sync_state: string }>`select sync_state from pg_stat_replication`
  await expect.poll(async () => (await waitsFor.execute(before.query)).rows).toEqual([{ sync_state: 'sync' }])
  await before.close()

  // The standby first: it takes no writes yet.
  const location = `postgres://postgres@${new URL(standby.url).host},${new URL(primary.url).host}/postgres`
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await standby.stop()
    await primary.stop()
  })
  return { primary, standby, location, database, customerId, addressId }
}

/** Of a machine without power nobody hears: it takes longer to tell. */
const losses = process.env.TEST_LONG ? (['is killed', 'loses its power'] as const) : (['is killed'] as const)

test.skipIf(!postgres).each(losses)(
  'no acknowledged order is lost when the primary %s under load and its standby is promoted, and none is placed twice',
  async (loss) => {
    const { primary, standby, location, database, customerId, addressId } = await openReplicatedShop()
    const servers = await startShopProcesses(location)
    const acknowledged = new Map<string, number>()
    let unanswered = 0
    let isOpen = true

    /** One after the other; what the shop does not acknowledge is sent again, as a shopper does. */
    async function buy(shopper: number): Promise<void> {
      while (isOpen) {
        const idempotencyKey = crypto.randomUUID()
        const bag = { lines: [{ productId: 1, quantity: 1 }] }
        for (let tries = 0; !acknowledged.has(idempotencyKey); tries += 1) {
          const server = servers[(shopper + tries) % servers.length] as (typeof servers)[number]
          const { value } = await server.ask('placeOrder', { customerId, idempotencyKey, bag, addressId, note: '' })
          if (value !== undefined) acknowledged.set(idempotencyKey, value)
          else {
            unanswered += 1
            await pause(50)
          }
        }
      }
    }
    const buying = Promise.all(Array.from({ length: shoppers }, (_, shopper) => buy(shopper)))

    await expect.poll(() => acknowledged.size, { timeout: 120_000 }).toBeGreaterThan(wanted)
    if (loss === 'is killed') await primary.kill9()
    else primary.freeze()
    const acknowledgedByThen = acknowledged.size
    await expect.poll(() => unanswered).toBeGreaterThan(0)
    const promoting = openDatabase(standby.url)
    await sql`select pg_promote()`.execute(promoting.query)
    await promoting.close()
    await expect.poll(() => acknowledged.size, { timeout: 120_000 }).toBeGreaterThan(acknowledgedByThen + wanted)
    isOpen = false
    await buying
    if (loss === 'loses its power') await primary.kill9()

    const orders = await database.query.selectFrom('orders').select(['id', 'idempotency_key as key']).execute()
    expect(new Map(orders.map(({ id, key }) => [key, id]))).toEqual(acknowledged)
    expect(orders).toHaveLength(acknowledged.size)
    const offer = await database.query.selectFrom('offer').select('stock').executeTakeFirstOrThrow()
    expect(offer.stock).toBe(stock - orders.length)
  },
)
