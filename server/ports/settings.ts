import type { ProviderName } from '../database/schema.ts'
import type { ProfileFile } from '../platform/profile-file.ts'
import type { ShopProfile } from '../platform/shop-profile.ts'

/** What the shop's verbs read of how it was started, whoever calls them. */
export interface Settings {
  /** As it stands in `shop.json`: read again for each use, never kept. */
  readonly profile: ShopProfile
  profileFile: ProfileFile
  isSandbox: boolean
  /** Keys what must not be guessed: limits, codes, pseudonyms, tokens. */
  hmacSecret: string
  /** The newest first: links of bags are signed with it, and read with any. */
  signingSecrets: readonly string[]
  /** PUBLIC_URL, else this machine's own address. */
  getPublicOrigin: () => string
  /** The back office's own, else the same. */
  getBackofficeOrigin: () => string
  /** Multiplies the limits. */
  rateLimitFactor: number
  /** How old a listing's order and counts may be. */
  listingCacheSeconds: number
  /** How long an order waits for its payment. */
  paymentTimeoutMinutes: number
  /** In the order in which they are offered. */
  offeredProviderNames: readonly ProviderName[]
  /** Who takes Pix. */
  pixProviderName: ProviderName
  /** When a shopper has waited long enough for a payment provider, token and second tries included. */
  createProviderDeadline: () => AbortSignal
  /** PostgreSQL's address, or SQLite's file: for the processes that this one starts. */
  databaseLocation: string
  /** Where files of the back office wait to be imported. */
  uploadFolder: string
  /** What signed prescriptions may lead to: their certificates as PEM, and an id that is another one with others. */
  trustedRoots: { pem: string; id: string }
  keepsSentEmails: boolean
  /** What the environment says about the channels beside e-mail; in the sandbox, of their simulators. */
  getChannelEnvironment: () => Readonly<Record<string, string | undefined>>
  /** Those who need no second factor: the sandbox's demo staff. */
  secondFactorExemptEmails: readonly string[]
  analytics: {
    measurementId: string | undefined
    apiSecret: string | undefined
    /** Where events go: GA4's Measurement Protocol, or a collector of the shop's own that speaks it. */
    collectorUrl: string
  }
  /** Whether an address is one of this shop's own pages. */
  isShopUrl: (url: URL) => boolean
  /** Besides public addresses. */
  isAllowedWebhookAddress: (address: string) => boolean
}
