import type { Shop } from '#server/shop.ts'
import type { ShopFacts } from '../texts/article.ts'

/** The part of the shop's profile that text pages show. */
export function shopFacts({ profile, nativePayment, orders, retention }: Shop): ShopFacts {
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
  const payment = { byPix: nativePayment, waitMinutes: orders.paymentMinutes }
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
    payment,
  }
}
