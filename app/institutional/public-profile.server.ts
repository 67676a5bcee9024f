import type { Shop } from '#server/shop.ts'
import type { PublicProfile } from '../texts/article.ts'

/** The part of the shop's profile that text pages show. */
export async function loadPublicProfile({
  profile,
  payments,
  orders,
  retention,
  delivery,
}: Shop): Promise<PublicProfile> {
  const {
    name,
    legalName,
    cnpj,
    address,
    phone,
    email,
    hours,
    pharmacist,
    sanitaryLicence,
    afe,
    dataProtectionOfficer,
  } = profile
  const payment = { methods: payments.offeredProviderNames, paymentTimeoutMinutes: orders.paymentTimeoutMinutes }
  const isDeliveryFree = await delivery.isDeliveryAlwaysFree()
  const officer = dataProtectionOfficer ?? null
  return {
    name,
    legalName,
    cnpj,
    address,
    phone,
    email,
    hours,
    pharmacist,
    sanitaryLicence,
    afe,
    officer,
    retention,
    isDeliveryFree,
    payment,
  }
}
