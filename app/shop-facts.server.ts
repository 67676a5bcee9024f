import type { Shop } from '#server/shop.ts'
import type { ShopFacts } from './texts/article.ts'

/** What the pages to read say of the shop: of its profile only what they use. */
export function shopFacts({ profile }: Shop): ShopFacts {
  const { name, legalName, cnpj, address, phone, email, hours, pharmacist, sanitaryLicence, afe } = profile
  return { name, legalName, cnpj, address, phone, email, hours, pharmacist, sanitaryLicence, afe }
}
