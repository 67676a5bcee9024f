import type { Branch } from '#server/delivery/branch.ts'
import type { ShopProfile } from '#server/platform/shop-profile.ts'
import { formatAddressLine, formatCnpj, formatPhone } from '../texts/format.ts'

/** Who sells and dispenses: a branch with its own legal data, else the shop's. */
export interface Seller {
  legalName: string
  /** With its punctuation. */
  cnpj: string
  licence: string
  afe: string
  /** One line. */
  address: string
  phone: string
  pharmacist: { name: string; crf: string }
}

/** The legal data of the branch that an order or a product is of (RDC 44/2009, art. 53 and 58). */
export function describeSeller(
  profile: ShopProfile,
  branch: Pick<Branch, 'legalData' | 'address' | 'phone'> | null,
): Seller {
  const { cnpj, licence, afe, pharmacistName, pharmacistCrf } = branch?.legalData ?? {}
  const address = branch?.address
  return {
    legalName: profile.legalName,
    cnpj: formatCnpj(cnpj ?? profile.cnpj),
    licence: licence ?? profile.sanitaryLicence,
    afe: afe ?? profile.afe,
    address: address
      ? `${formatAddressLine({ ...address, complement: '' })}, ${address.city}, ${address.state}`
      : profile.address,
    phone: branch?.phone ? formatPhone(branch.phone) : profile.phone,
    pharmacist: pharmacistName && pharmacistCrf ? { name: pharmacistName, crf: pharmacistCrf } : profile.pharmacist,
  }
}
