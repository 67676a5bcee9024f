import type { Shop } from '#server/shop.ts'
import type { ShopFacts } from '../texts/article.ts'

/** The part of the shop's profile that text pages show. */
export function shopFacts({ profile }: Shop): ShopFacts {
  const { name, legalName, cnpj, address, phone, email, hours, pharmacist, sanitaryLicence, afe } = profile
  return { name, legalName, cnpj, address, phone, email, hours, pharmacist, sanitaryLicence, afe }
}
