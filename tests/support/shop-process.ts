import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { isDatabaseUnavailable } from '../../server/database/database-errors.ts'
import * as doorPayments from '../../server/orders/door-payments.ts'
import type { OrderRequest } from '../../server/orders/order.ts'
import type { ShortPick } from '../../server/orders/short-picks.ts'
import { createCardRefundStore } from '../../server/payments/card/card-refunds.ts'
import { createMercadoPagoProvider } from '../../server/payments/card/mercado-pago.ts'
import type { CardSettings } from '../../server/payments/card/order-product.ts'
import { createExternalProvider } from '../../server/payments/external/external-provider.ts'
import type { PixSettings } from '../../server/payments/pix/api-pix.ts'
import { mercadoPagoPixProduct } from '../../server/payments/pix/mercado-pago-pix.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { ShopError } from '../../server/platform/errors.ts'
import type { PaymentProvider, ProviderName } from '../../server/ports/payment-provider.ts'
import type { ReportedProblem } from '../../server/problems/problem.ts'
import type { StaffDecision } from '../../server/problems/problems.ts'
import { createPaymentWebhookRouter } from '../../server/web/payment-webhooks.ts'
import { type Ending, FuseBlown, openFuse } from './fuse.ts'
import { openPixDomains } from './pix-domains.ts'
import { advance, byOperator } from './staff.ts'
import { pageSecret } from './storm-tills.ts'

/** The process's settings, its only argument, as JSON. */
export interface ProcessSettings {
  location: string
  pix: PixSettings
  card?: CardSettings
  programmeUrl?: string
}

/** A request; `now` is the time of all clocks, in milliseconds. */
export interface Request {
  id: number
  now: number
  verb: keyof Verbs
  args: unknown[]
}

/** `cut`: the server was cut off in the middle; `refusal`: the shop's error code, or the operator's error message. */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; refusal: string }
  | { id: number; cut: true }
  | { id: number; fault: string }

export type Verbs = typeof verbs

/**
 * One of a shop's several servers, as a process that may be killed: orders and payments, the webhook over HTTP, and every
 * verb over the IPC channel to its parent. After its fuse has blown it closes and reopens the shop.
 */
const { location, pix, card, programmeUrl }: ProcessSettings = JSON.parse(process.argv[2] ?? '{}')
let now = 0
const clock = { now: () => new Date(now) }
const fuse = openFuse()
const pharmacist = { name: 'Helena Prado', crf: 'SP-12345' }
/** Without a file, which the storm is not about. */
const digitalPrescription = { patient: 'Ana Lima', type: 1 as const, issuers: 'CRM-SP 123456', code: 'A1B2C3' }
let shop = openShop()
let busy = 0

const verbs = {
  placeOrder: (request: OrderRequest) => shop.orders.placeOrder(request).then(({ id }) => id),
  chargeOrder: (customerId: number, id: number, way: ProviderName) =>
    shop.payments
      .chargeOrder(customerId, id, way)
      .then(({ reference, provider, codeOrUrl }) => ({ reference, provider, codeOrUrl })),
  checkPayment: (customerId: number, id: number) => shop.payments.checkPaymentStatus(customerId, id, { force: true }),
  cancelOrder: (customerId: number, id: number) => shop.payments.cancelUnpaidOrder(customerId, id),
  tellProblem: async (customerId: number, id: number, report: ReportedProblem) => {
    await shop.problems.saveDraft(customerId, id, report, [])
    return shop.problems.submitDraft(customerId, id).then(({ id: problemId }) => problemId)
  },
  answerProblem: (id: number, answer: StaffDecision) =>
    shop.problems.answerProblem(byOperator, id, answer).then(({ grantedCents }) => grantedCents),
  expireOrdersAndSettleCharges: () => shop.payments.expireOrdersAndSettleCharges(),
  settleAuthorisations: () => shop.authorisations.notifyDueChanges(),
  advance: (id: number) => advance(shop, id),
  cancel: (id: number) => shop.orders.cancelOrRefund(id, byOperator),
  refund: (id: number) => shop.orders.cancelOrRefund(id, byOperator),
  receiveAtDoor: (id: number, amountCents: number) =>
    shop.ctx.transact((ctx) => doorPayments.receiveAtDoor(ctx, id, { method: 'cash', amountCents }, byOperator)),
  takeBackFromDoor: (id: number) => shop.ctx.transact((ctx) => doorPayments.takeBackFromDoor(ctx, id, byOperator)),
  removeUnits: (removal: ShortPick) => shop.orders.removeUnits(removal, byOperator),
  sendPrescription: (customerId: number, productId: number) =>
    shop.prescriptions.submitPrescriptions(customerId, [{ ...digitalPrescription, productIds: [productId] }]),
  approve: (id: number) => shop.orders.approvePrescription(id, { ...byOperator, pharmacist }),
  reject: (id: number) => shop.orders.rejectPrescription(id, { ...byOperator, pharmacist }, 'A receita está ilegível.'),
  lightFuse: async (steps: number, ending: Ending) => fuse.light(steps, ending),
}

const app = express()
app.use(
  '/webhooks',
  createPaymentWebhookRouter({
    handleWebhook: (provider, report) => working(() => shop.payments.handleWebhook(provider, report)),
  }),
)
app.use(((_error, _request, response, _next) => response.sendStatus(500)) satisfies express.ErrorRequestHandler)
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send?.({ webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/pix` })
})
process.on('message', async (request: Request) => {
  now = request.now
  process.send?.(await reply(request))
})
process.on('disconnect', () => process.exit())

function openShop() {
  const database = openDatabase(location)
  const log = { warn: () => {} }
  const others = (parts: { database: Database; clock: Clock }): PaymentProvider[] => [
    ...createCardProviders(parts.database),
    createExternalProvider({ ...parts, settings: { url: 'https://pay.example.com', secret: pageSecret } }),
  ]
  const domains = openPixDomains({ database: fuse.guard(database), clock, settings: pix, log, others, programmeUrl })
  return { ...domains, close: database.close }
}

/** Cards, and Pix by the same account. */
function createCardProviders(database: Database): PaymentProvider[] {
  const deps = {
    getSettings: () => card ?? null,
    refundStore: createCardRefundStore(database, clock),
    isLive: false,
  }
  return [
    { ...createMercadoPagoProvider(deps), webhookPartners: [mercadoPagoPixProduct.name] },
    createMercadoPagoProvider(deps, mercadoPagoPixProduct),
  ]
}

async function reply({ id, verb, args }: Request): Promise<Reply> {
  const run = verbs[verb] as (...args: unknown[]) => Promise<unknown>
  try {
    return { id, value: await working(() => run(...args)) }
  } catch (error) {
    // A database that stays locked for too long counts as unavailable.
    if (fuse.isBlown() || error instanceof FuseBlown || isDatabaseUnavailable(error)) return { id, cut: true }
    if (error instanceof ShopError) return { id, refusal: error.code }
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function working<Result>(work: () => Promise<Result>): Promise<Result> {
  if (fuse.isBlown()) throw new FuseBlown()
  busy += 1
  try {
    return await work()
  } finally {
    busy -= 1
    if (busy === 0 && fuse.isBlown()) await reopen()
  }
}

async function reopen(): Promise<void> {
  await shop.close()
  shop = openShop()
  fuse.mend()
}
