import type { Shop } from '#server/shop.ts'
import type { PublicProfile } from '../texts/article.ts'

/** What text pages show of the shop. */
export async function loadPublicProfile({
  profile,
  payments,
  orders,
  retention,
  delivery,
}: Shop): Promise<PublicProfile> {
  const payment = { methods: payments.offeredProviderNames, paymentTimeoutMinutes: orders.paymentTimeoutMinutes }
  const isDeliveryFree = await delivery.isDeliveryAlwaysFree()
  return { ...profile, retention, isDeliveryFree, payment }
}
