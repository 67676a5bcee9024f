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
      const placedAt = addMinutes(opened, -at)
      const { id: customerId } = await tx
        .insertInto('customer')
        .values({
          firstName: 'Pessoa',
          // Found alone, however many there are: what is compared is the search, not the drawing of what it finds.
          lastName: at === 7 ? 'Sete' : String(at),
          email: `bench${at}@example.com`,
          phone: String(11_900_000_000 + at),
          birthday: null,
          passwordHash: '',
          createdAt: placedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeSearchWords({ db: tx }, customerId, {
        firstName: 'Pessoa',
        lastName: at === 7 ? 'Sete' : String(at),
      })
      const { id } = await tx
        .insertInto('orders')
        .values({
          customerId,
          idempotencyKey: 'bench',
          status: statuses[at % statuses.length] ?? 'paid',
          branchId: 1,
          deliveryAddressId: null,
          deliveryAddress: '{"neighborhood":"Bela Vista","street":"Rua","number":"1","zipcode":"01310100"}',
          itemsCents: 1000,
          discountCents: 0,
          couponCode: null,
          couponTitle: null,
          couponDiscountCents: 0,
          deliveryFeeCents: 0,
          totalCents: 1000,
          note: '',
          placedAt,
          paymentDueAt: placedAt,
          paidAt: placedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const line = { orderId: id, productId: 60, name: 'Novalgina', quantity: 1, requiresPrescription: false } as const
      await tx
        .insertInto('orderLine')
        .values({ ...line, fullPriceCents: 1000 })
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
