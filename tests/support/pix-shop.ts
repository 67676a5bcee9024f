import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { onTestFinished } from 'vitest'
import type { Database } from '../../server/database/connection.ts'
import type { OrderStatus } from '../../server/database/schema.ts'
import type { PaymentStatus } from '../../server/payments/payments.ts'
import type { Clock } from '../../server/platform/clock.ts'
import type { IncomingWebhook } from '../../server/ports/payment-provider.ts'
import { createPaymentWebhookRouter } from '../../server/web/payment-webhooks.ts'
import { openTestBank, record } from './bank.ts'
import { standBy } from './bystander.ts'
import { openTestDatabase } from './database.ts'
import { openPixDomains } from './pix-domains.ts'

export const halfAnHour = 30 * 60

/**
 * Orders and payments on a real database, and a bank reached over real HTTPS. One product: id 1, R$ 18.50, 10 in stock. The
 * clock stands still until the test moves it.
 */
export async function openPixShop({
  clock = standingClock('2026-03-02T15:00:00Z'),
  ...options
}: Pick<Parameters<typeof openPixDomains>[0], 'createDeadlineSignal' | 'others'> & { clock?: StandingClock } = {}) {
  const database = await openTestDatabase()
  const customerId = await fillShop(database, [{ id: 1, priceCents: 1850, stock: 10 }])
  const bank = await openTestBank(clock)
  const warnings: { charge: string; err?: unknown; message: string }[] = []
  const log = {
    warn: (details: { charge: string; err?: unknown }, message: string) => warnings.push({ ...details, message }),
  }
  const openDomains = () => openPixDomains({ database, clock, settings: bank.settings, log, ...options })
  const { ctx, orders, payments, apiPix } = openDomains()
  await standBy({ database, ctx }, [1])

  const app = express()
  app.use(record(bank.traffic))
  app.use('/webhooks', createPaymentWebhookRouter(payments))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    ctx,
    database,
    clock,
    orders,
    bank,
    apiPix,
    payments,
    /** Another server of the same shop. */
    openShop: () => openDomains().payments,
    customerId,
    origin,
    warnings,
    calls: bank.calls,
    placeOrder,
    stock,
    paymentsIn,
    webhookAnswers,
    registerWebhook: () => apiPix.registerWebhook(`${origin}/webhooks`),
    notify: (body: unknown) => post(`${origin}/webhooks/pix`, body),
  }

  /** The statuses with which the bank's webhooks were answered, oldest first; 0: no response yet. */
  function webhookAnswers(): number[] {
    return bank.traffic.filter(({ path }) => path.startsWith('/webhooks')).map(({ status }) => status)
  }

  async function placeOrder(quantity = 2): Promise<number> {
    const { id: addressId } = await database.db.selectFrom('address').select('id').executeTakeFirstOrThrow()
    const order = await orders.placeOrder({
      customerId,
      idempotencyKey: crypto.randomUUID(),
      bag: { lines: [{ productId: 1, quantity }] },
      addressId,
      note: '',
    })
    return order.id
  }

  async function stock(): Promise<number> {
    const row = await database.db.selectFrom('offer').select('stock').executeTakeFirstOrThrow()
    return row.stock
  }

  /** Amount and status of every Pix that an order received, oldest first. */
  async function paymentsIn(orderId: number): Promise<string[]> {
    const rows = await database.db
      .selectFrom('payment')
      .selectAll()
      .where('orderId', '=', orderId)
      .orderBy('receivedAt')
      .execute()
    return rows.map((row) => `${row.amountCents} ${row.status}`)
  }
}

/** A shop whose webhook the bank knows, and an order with its charge. */
export async function openChargedShop() {
  const shop = await openPixShop()
  await shop.registerWebhook()
  const orderId = await shop.placeOrder()
  return { ...shop, orderId, charge: await shop.payments.chargeOrder(shop.customerId, orderId, 'pix') }
}

type PixShop = Awaited<ReturnType<typeof openPixShop>>

export async function statusOf({ orders, customerId }: PixShop, orderId: number): Promise<OrderStatus> {
  return (await orders.getOrder(customerId, orderId)).status
}

export function check({ payments, customerId }: PixShop, orderId: number, ask = false): Promise<PaymentStatus> {
  return payments.checkPaymentStatus(customerId, orderId, { force: ask })
}

/** A call of the bank's, as the webhook receives it. */
export function pixCall(entries: unknown[]): IncomingWebhook {
  return {
    body: Buffer.from(JSON.stringify({ pix: entries })),
    getHeader: () => undefined,
    query: new URLSearchParams(),
  }
}

type StandingClock = Clock & { pass(seconds: number): void }

export function standingClock(instant: string): StandingClock {
  let now = Date.parse(instant)
  return {
    now: () => new Date(now),
    pass: (seconds) => {
      now += seconds * 1000
    },
  }
}

export async function post(url: string, body: unknown): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return response.status
}

interface ProductOnOffer {
  id: number
  priceCents: number
  stock: number
  requiresPrescription?: boolean
}

/** One branch, one customer with an address, and these products. @returns the customer's id */
export async function fillShop({ db }: Database, products: ProductOnOffer[]): Promise<number> {
  await db
    .insertInto('branch')
    .values({
      id: 1,
      name: 'Paulista',
      openTime: '07:00',
      closeTime: '22:00',
      whatsapp: '5511900000000',
      shippingEstimateMinutes: 30,
      isShippingScheduled: false,
    })
    .execute()
  await db.insertInto('branchZipcodes').values({ branchId: 1, firstZipcode: 1000000, lastZipcode: 1599999 }).execute()
  await db.insertInto('category').values({ id: 1, name: 'Saúde', slug: 'saude', position: 1 }).execute()
  await db.insertInto('subcategory').values({ id: 1, categoryId: 1, name: 'Dor', slug: 'dor', position: 1 }).execute()
  for (const product of products) await addProduct(db, product)
  const { id } = await db
    .insertInto('customer')
    .values({
      firstName: 'Ana',
      lastName: 'Lima',
      email: 'ana@example.com',
      phone: '11900000000',
      birthday: null,
      passwordHash: '-',
      createdAt: new Date('2026-03-01T12:00:00.000Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('address')
    .values({
      customerId: id,
      addressType: 'Casa',
      zipcode: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      complement: '',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      placeId: null,
      createdAt: new Date('2026-03-01T12:00:00.000Z'),
    })
    .execute()
  return id
}

async function addProduct(db: Database['db'], product: ProductOnOffer): Promise<void> {
  const { id, priceCents, stock, requiresPrescription = false } = product
  await db
    .insertInto('product')
    .values({
      id,
      sku: String(id),
      slug: `dipirona-${id}`,
      name: 'Dipirona',
      brand: 'Marca',
      manufacturer: 'Laboratório',
      activeIngredient: 'dipirona',
      presentation: '10 comprimidos',
      description: '',
      categoryId: 1,
      subcategoryId: 1,
      kind: 'generico',
      prescriptionClass: requiresPrescription ? 'RX' : 'MIP',
      requiresPrescription: requiresPrescription,
      isMedicine: true,
      isPbm: false,
      isPromoAllowed: true,
      isImageShown: true,
      isSellableOnline: true,
      discountType: null,
      discountValue: null,
      ean: null,
      ggrem: null,
      anvisaRegistration: null,
      ceilingPriceCents: null,
      leafletUrl: null,
      searchText: 'dipirona',
    })
    .execute()
  await db.insertInto('offer').values({ branchId: 1, productId: id, priceCents, stock }).execute()
}
