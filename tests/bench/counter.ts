/**
 * `npm run bench -- counter`: the queue, its search and an order's page with ten open orders and with 10,000, requests to both
 * shops alternating in one run. Prints medians in milliseconds and their ratios, as one line of JSON.
 */
import { join } from 'node:path'
import { writeSearchWords } from '../../server/accounts/customer-search.ts'
import { openDatabase } from '../../server/database/connection.ts'
import { addMinutes } from '../../server/platform/clock.ts'
import { openingInstant, type ServerProcess, startServerProcess } from '../support/server.ts'
import { createStaff } from '../support/staff.ts'

const sizes = { few: 10, many: 10_000 }
const rounds = 80
const subjects = {
  queue: '/balcao',
  'queue, one part': '/balcao?situacao=preparing',
  'search by name': '/balcao?busca=Pessoa+Sete',
  'search by number': '/balcao?busca=5',
  order: '/balcao/pedidos/5',
}

const servers = { few: await openShop(sizes.few), many: await openShop(sizes.many) }
try {
  const staff = {
    few: await createStaff(servers.few.url, 'owner'),
    many: await createStaff(servers.many.url, 'owner'),
  }
  const figures: Record<string, { few: number; many: number; ratio: number }> = {}
  for (const [name, path] of Object.entries(subjects)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = -10; round < rounds; round += 1) {
      for (const size of ['few', 'many'] as const) {
        const started = performance.now()
        const { status } = await staff[size].get(path)
        if (status !== 200) throw new Error(`${path}: ${status}`)
        if (round >= 0) times[size].push(performance.now() - started)
      }
    }
    const [few, many] = [median(times.few), median(times.many)]
    figures[name] = { few: rounded(few), many: rounded(many), ratio: rounded(many / few) }
  }
  console.log(JSON.stringify(figures))
} finally {
  await servers.few.stop()
  await servers.many.stop()
}

/** A demo shop with so many paid orders of as many customers, in every open status. */
async function openShop(orders: number): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { PAGE_CACHE_SECONDS: '5' } })
  const database = openDatabase(join(server.dataDir, 'balcao.db'))
  const statuses = ['paid', 'prescription_review', 'preparing', 'out_for_delivery'] as const
  const opened = new Date(openingInstant)
  await database.transact(async (tx) => {
    for (let at = 0; at < orders; at += 1) {
      const placedAt = addMinutes(opened, -at).toISOString()
      const { id: customer_id } = await tx
        .insertInto('customer')
        .values({
          first_name: 'Pessoa',
          // Found alone, however many there are: what is compared is the search, not the drawing of what it finds.
          last_name: at === 7 ? 'Sete' : String(at),
          email: `bench${at}@example.com`,
          phone: String(11_900_000_000 + at),
          birthday: null,
          password_hash: '',
          created_at: placedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeSearchWords({ db: tx }, customer_id, {
        first_name: 'Pessoa',
        last_name: at === 7 ? 'Sete' : String(at),
      })
      const { id } = await tx
        .insertInto('orders')
        .values({
          customer_id,
          idempotency_key: 'bench',
          status: statuses[at % statuses.length] ?? 'paid',
          branch_id: 1,
          delivery_address_id: null,
          delivery_address: '{"neighborhood":"Bela Vista","street":"Rua","number":"1","zipcode":"01310100"}',
          items_cents: 1000,
          discount_cents: 0,
          coupon_code: null,
          coupon_title: null,
          coupon_discount_cents: 0,
          delivery_charge_cents: 0,
          total_cents: 1000,
          note: '',
          placed_at: placedAt,
          payment_due_at: placedAt,
          paid_at: placedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const line = { order_id: id, product_id: 60, name: 'Novalgina', quantity: 1, requires_prescription: 0 } as const
      await tx
        .insertInto('order_line')
        .values({ ...line, full_price_cents: 1000, price_cents: 1000 })
        .execute()
    }
  })
  await database.close()
  return server
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
