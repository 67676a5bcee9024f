import type { PaymentMethods } from './payment-methods.ts'
import type { DataClass, RetentionPeriod } from './retention.ts'

/** The contents of a text page. A string is a paragraph, an array of strings a list. */
export interface ArticleText {
  title: string
  intro: string
  sections: { id?: string; title: string; body: (string | string[])[] }[]
}

/** How orders are paid, and for how many minutes they wait. */
interface PaymentTerms {
  methods: PaymentMethods
  paymentTimeoutMinutes: number
}

/** The shop's data that these pages show. */
export interface PublicProfile {
  name: string
  legalName: string
  cnpj: string
  address: string
  phone: string
  email: string
  hours: string[]
  pharmacist: { name: string; crf: string }
  sanitaryLicence: string
  afe: string
  dataProtectionOfficer?: { name: string; email: string } | undefined
  retention: Record<DataClass, RetentionPeriod | null>
  /** No branch asks for it. */
  isDeliveryFree: boolean
  payment: PaymentTerms
}
