import type { Shop } from '#server/shop.ts'
import type { ShopFacts } from '../texts/article.ts'

/** The part of the shop's profile that text pages show. */
export async function shopFacts({ profile, payments, orders, retention, delivery }: Shop): Promise<ShopFacts> {
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
  const payment = { ways: payments.ways, waitMinutes: orders.paymentMinutes }
  const isDeliveryFree = (await delivery.listBranches()).every(({ deliveryFeeCents }) => deliveryFeeCents === 0)
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
