import type { InstallmentLimits } from '../installments.ts'

export interface CardSettings extends InstallmentLimits {
  apiUrl: string
  accessToken: string
  /** Signs the provider's calls. */
  webhookSecret: string
  /** The shop's own, to which the provider's page leads back. */
  origin: string
}
