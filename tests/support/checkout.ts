import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { standBy } from './bystander.ts'
import type { TestDatabase } from './database.ts'
import { tellExternal } from './payments.ts'
import { pdfDocument } from './prescriptions.ts'
import { demoCustomer, openTestShop } from './shop.ts'

/** Ids of the demo shop's products: sold freely, with a laboratory discount, and two whose prescription the pharmacy keeps. */
export const novalgina = 60
export const trayenta = 43
export const azitromicina = 3
export const ozempic = 99

/** What a coupon has that holds always and for all. */
export const unlimited = { firstDay: null, lastDay: null, minimumCents: null, maxUses: null }

export const line = (productId: number, quantity = 1) => ({ productId, quantity })

/**
 * The demo shop with its customer, who places and pays orders; prescriptions are stored in a folder of the test's own.
 * With `isAlone` no other customer's order stands beside: to count all rows
 */
export async function openCheckout(
  env: Record<string, string> = {},
  database?: TestDatabase,
  { isAlone = false }: { isAlone?: boolean } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-checkout-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const shop = await openTestShop({ env: { DATA_DIR: dataDir, ...env }, database })
  const customer = await demoCustomer(shop)
  if (!isAlone) await standBy(shop, [novalgina, azitromicina])
  return { ...shop, ...customer, dataDir, neighbour, place, pay, stockOf }

  /** Another customer, with an address: who places an order instead. */
  async function neighbour() {
    const { id: customerId = 0 } = (await shop.accounts.findCustomerByEmail('beneficio@example.com')) ?? {}
    const [address] = await shop.addresses.listAddresses(customerId)
    return { customerId, addressId: address?.id ?? 0 }
  }

  function place(lines: { productId: number; quantity: number }[], more: object = {}) {
    const { customerId, addressId } = customer
    const bag = { lines, ...('couponCode' in more ? { couponCode: String(more.couponCode) } : {}) }
    return shop.orders.placeOrder({
      customerId,
      addressId,
      idempotencyKey: crypto.randomUUID(),
      note: '',
      ...more,
      bag,
    })
  }

  /** Pays through the external page, the shortest way. */
  async function pay(orderId: number, amount?: number, paymentId = `payment-${orderId}`) {
    const { totalCents } = await shop.orders.getOrder(customer.customerId, orderId)
    const { reference } = await shop.payments.chargeOrder(customer.customerId, orderId, 'external')
    return tellExternal(shop.payments, {
      payment_id: paymentId,
      transaction_reference: reference,
      status: 'paid',
      amount: amount ?? totalCents / 100,
    })
  }

  async function stockOf(productId: number) {
    return (await shop.catalogue.findProducts(1, [productId])).get(productId)?.stock
  }
}

/** A prescription on paper, scanned into a PDF, which is drawn once for all tests: each photo would start a program. */
export const paper = async (productIds: number[], issuedAt = '2026-03-09') => ({
  patient: 'Ana Prates',
  type: 2 as const,
  issuers: '',
  code: '',
  issuedAt,
  productIds,
  file: pdfDocument(),
})
