import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { openAccounts } from './accounts/accounts.ts'
import { openAttempts } from './accounts/attempts.ts'
import { openEmailCodes } from './accounts/email-codes.ts'
import { openFailures } from './accounts/failures.ts'
import { openAddresses } from './addresses/addresses.ts'
import { openStreetLookup, type StreetLookup } from './addresses/street-lookup.ts'
import { openAnalytics } from './analytics/analytics.ts'
import { describeCalls, describeStaffCalls } from './api/openapi.ts'
import { openOperations } from './api/operations.ts'
import { openStaffOperations } from './api/staff-operations.ts'
import { openCustomerDesk } from './backoffice/customers.ts'
import { type ImportFile, importInChildProcess } from './backoffice/import-run.ts'
import { openImportDesk } from './backoffice/imports.ts'
import { openWindowDesk } from './backoffice/merchandising.ts'
import { openOrderDesk } from './backoffice/orders.ts'
import { openPrescriptionDesk } from './backoffice/prescriptions.ts'
import { createProblemDesk } from './backoffice/problems.ts'
import { openShelfDesk } from './backoffice/products.ts'
import { openFigures } from './backoffice/reports.ts'
import { openWebhookDesk } from './backoffice/webhooks.ts'
import { openBags } from './bag/bag.ts'
import { openCoupons } from './bag/coupons.ts'
import { openLaboratory } from './bag/laboratory.ts'
import { openAlternatives } from './catalogue/alternatives.ts'
import { openBannerPictures } from './catalogue/banner-pictures.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import { openEmptySearches } from './catalogue/empty-searches.ts'
import { openCatalogueImports } from './catalogue/import/imports.ts'
import { openPriceCheck } from './catalogue/import/price-check.ts'
import { openOffers } from './catalogue/offers.ts'
import { openPauses } from './catalogue/pauses.ts'
import { openProductFeed } from './catalogue/product-feed.ts'
import { openProductPictures } from './catalogue/product-picture.ts'
import { openPromotions } from './catalogue/promotions.ts'
import { reindex } from './catalogue/reindex.ts'
import { openProductDesk } from './catalogue/staff-products.ts'
import { openStockNotices } from './catalogue/stock-notices.ts'
import { openUploadedPictures } from './catalogue/uploaded-pictures.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/connection.ts'
import { isUnavailable } from './database/failures.ts'
import { assertKeys, reencryptCheck } from './database/key-check.ts'
import { kindFor } from './database/kind.ts'
import { migrateAndReindex } from './database/up-to-date.ts'
import { openCoverageNotices } from './delivery/coverage-notices.ts'
import { openDelivery } from './delivery/delivery.ts'
import type { Demo } from './demo/demo.ts'
import { type MailLog, openMail } from './mail/mail.ts'
import { openMailServer } from './mail/mail-server.ts'
import { openOrders } from './orders/orders.ts'
import type { PaymentLog } from './payments/bank-reports.ts'
import { openExternalPayments } from './payments/external/external-payments.ts'
import { orderMoney } from './payments/order-money.ts'
import { openPayments } from './payments/payments.ts'
import { openApiPix } from './payments/pix/api-pix.ts'
import { guardBank, isBankTimeout } from './payments/pix/guarded-bank.ts'
import { openSandboxBank, sandboxPixSettings } from './payments/sandbox/sandbox-bank.ts'
import { openSandboxProvider } from './payments/sandbox/sandbox-provider.ts'
import { openBreaker } from './platform/breaker.ts'
import { openCaptcha } from './platform/captcha.ts'
import { type Clock, oncePerMinute, openClock } from './platform/clock.ts'
import { openEncryption } from './platform/encryption.ts'
import { openFiles } from './platform/files/open-files.ts'
import { openFormGuard } from './platform/form-guard.ts'
import { isPublicAddress } from './platform/networks.ts'
import { once } from './platform/once.ts'
import type { Reencrypted, ReencryptionOptions } from './platform/reencryption.ts'
import { retention } from './platform/retention.ts'
import { sandboxPaymentSecret } from './platform/secrets.ts'
import { openSecurityLog } from './platform/security-log.ts'
import type { ShopProfile } from './platform/shop-profile.ts'
import { openPrescriptions } from './prescriptions/prescriptions.ts'
import { openAccessLog } from './privacy/access-log.ts'
import { openDeletion } from './privacy/deletion.ts'
import { openPersonalData } from './privacy/personal-data.ts'
import { createProblems } from './problems/problems.ts'
import { openStaff } from './staff/staff.ts'
import { openWallet } from './wallet/wallet.ts'
import { openWebhooks, type WebhookLog } from './webhooks/webhooks.ts'
import { openWishlist } from './wishlist/wishlist.ts'

/** What the pages see of the shop. */
export type Shop = Awaited<ReturnType<typeof openShop>>

/** What the shop needs of the process it runs in. */
interface Runtime {
  log: PaymentLog &
    MailLog &
    WebhookLog &
    Parameters<typeof openSecurityLog>[0] & { warn(details: { reason: string }, message: string): void }
  /** This process's own origin, once it listens: the sandbox's bank runs there. */
  ownOrigin: () => string
  /** Tests set the time. */
  clock?: Clock
  /** Tests spare themselves the process. */
  importFile?: ImportFile
}

/**
 * Opens the shop: migrates the database and wires the domains.
 * In the sandbox an empty database is filled with the demo shop.
 */
export async function openShop(
  config: Config,
  { log, ownOrigin, clock = openClock(config.sandboxClock), importFile = importInChildProcess }: Runtime,
) {
  const demo = config.sandbox ? (await import('./demo/demo.ts')).demo : null
  const profile = profileOf(config, demo)
  const database = openDatabase(
    config.databaseLocation,
    oncePerMinute(clock, () => log.warn({ reason: 'disk full' }, 'the disk is full')),
  )
  const encryption = openEncryption(config.encryptionKeys)
  let isFresh = false
  try {
    await migrateAndReindex(database, kindFor(config), reindex)
    await assertKeys(database, encryption)
    isFresh = (await demo?.fill(database, clock)) ?? false
  } catch (error) {
    await database.close()
    throw error
  }

  const mail = openMail({
    database,
    clock,
    server: config.smtpUrl ? openMailServer(config.smtpUrl, config.mailFrom ?? senderOf(profile)) : null,
    letterhead: () => ({ shopName: profile.name, origin: config.publicUrl ?? pagesOrigin(ownOrigin()) }),
    keepSent: config.sandbox,
    log,
  })
  const secret = config.sessionSecrets[0] ?? ''
  const securityLog = openSecurityLog(log, secret)
  const attempts = openAttempts({ database, clock, secret, rateLimitFactor: config.rateLimitFactor })
  const failures = openFailures(attempts, securityLog)
  const codes = openEmailCodes({ database, clock, mail, attempts, failures, secret })
  const accounts = openAccounts({ database, clock, mail, attempts, failures, codes })
  const catalogue = openCatalogue(database, config.cacheSeconds)
  const alternatives = openAlternatives(database, catalogue)
  const productFeed = openProductFeed(database)
  const stockNotices = openStockNotices(database, clock, mail, attempts)
  const emptySearches = openEmptySearches(database, clock)
  const pauses = openPauses(database, clock)
  const promotions = openPromotions(database, clock)
  const files = openFiles(config, log)
  const uploads = openUploadedPictures(files)
  const pictures = openProductPictures(database, uploads)
  const bannerPictures = openBannerPictures(database, uploads)
  const offers = openOffers(database)
  const imports = openCatalogueImports(database, clock)
  const priceCheck = openPriceCheck(database)
  const delivery = openDelivery(database, clock)
  const coverageNotices = openCoverageNotices({ database, clock, mail, attempts, delivery })
  const webhooks = openWebhooks({
    database,
    clock,
    encryption,
    log,
    mayReach: (address) => isPublicAddress(address) || config.mayReachByWebhook(address),
    allowsPlainLoopback: config.sandbox,
  })
  const coupons = openCoupons(database, clock)
  const laboratory = openLaboratory({ database, clock, catalogue, encryption })
  const bags = openBags(catalogue, coupons, laboratory)
  const prescriptions = openPrescriptions({
    database,
    clock,
    catalogue,
    encryption,
    storage: files,
  })
  const addresses = openAddresses(database, clock, streetLookup(config, demo))
  const wishlist = openWishlist(database, clock)
  const wallet = openWallet({ database, clock, accounts, catalogue })
  const orders = openOrders({
    database,
    clock,
    accounts,
    catalogue,
    bags,
    coupons,
    prescriptions,
    delivery,
    addresses,
    mail,
    wallet,
    webhooks,
    nativePayment: config.nativePayment,
    money: orderMoney,
  })
  const problems = createProblems({ database, clock, encryption, orders, wallet, webhooks })
  const deletion = openDeletion({ database, clock, mail, codes, accounts, orders, prescriptions, securityLog })
  /** To a shopper, deleting the account is one of its forms. */
  const accountsWithDeletion = { ...accounts, ...deletion }
  const sandboxBank =
    config.sandbox && config.pix === null ? openSandboxBank({ database, clock, receiver: receiverOf(profile) }) : null
  const apiPix = openApiPix({
    settings: () => config.pix ?? (config.sandbox ? sandboxPixSettings(ownOrigin()) : null),
    clock,
  })
  const bank = guardBank(apiPix, openBreaker({ clock, isFailure: isBankTimeout }))
  const payments = openPayments({ database, clock, orders, bank, log })
  const externalPayments = openExternalPayments({ database, clock, orders, settings: externalSettings(config), log })
  const sandboxProvider = config.sandbox
    ? openSandboxProvider({ ownOrigin, secret: externalSettings(config)?.secret ?? '' })
    : null
  const staff = openStaff({
    database,
    clock,
    encryption,
    failures,
    securityLog,
    shopName: profile.name,
    withoutSecondFactor: demo?.logins.staff ?? [],
  })
  if (isFresh) await demo?.fillCounter({ database, clock, prescriptions, receiver: receiverOf(profile) })
  const exportPersonalData = openPersonalData({
    accounts,
    addresses,
    laboratory,
    orders,
    payments,
    prescriptions,
    problems,
    stockNotices,
    coverageNotices,
    wallet,
    wishlist,
  })
  const accessLog = openAccessLog({ database, clock, encryption, audit: staff.audit, log })
  const productDesk = openProductDesk(database)
  const desk = {
    database,
    clock,
    accounts,
    catalogue,
    delivery,
    orders,
    prescriptions,
    mail,
    payments,
    productDesk,
  }
  const counter = {
    ...config.counter,
    orders: openOrderDesk({ ...desk, problems, audit: staff.audit }),
    customers: openCustomerDesk({ ...desk, ...deletion, exportPersonalData, audit: staff.audit }),
    prescriptions: openPrescriptionDesk({ ...desk, audit: staff.audit }),
    problems: createProblemDesk({ ...desk, problems, audit: staff.audit }),
    figures: openFigures({
      clock,
      orderFigures: orders.figures,
      stockNotices,
      emptySearches,
      payments,
      mail,
    }),
    window: openWindowDesk({
      clock,
      coupons,
      catalogue,
      bannerPictures,
      emptySearches,
      delivery,
      audit: staff.audit,
    }),
    webhooks: openWebhookDesk({ webhooks, delivery, audit: staff.audit }),
    imports: openImportDesk({
      clock,
      databaseLocation: config.databaseLocation,
      folder: join(config.dataDir, 'importacoes'),
      importFile,
    }),
    shelf: openShelfDesk({ clock, productDesk, offers, pauses, promotions, pictures, delivery, audit: staff.audit }),
  }

  const analytics = openAnalytics({ database, clock, orders, settings: config.analytics, log })
  const operations = openOperations({
    payments,
    externalPayments,
    prescriptions,
    accounts: accountsWithDeletion,
    addresses,
    catalogue,
    delivery,
    orders,
    wallet,
    wishlist,
    isOwnAddress: (url) => isOwnAddress(url, config.publicUrl),
  })

  const staffOperations = openStaffOperations({
    staff,
    orderDesk: counter.orders,
    problemDesk: counter.problems,
    shelfDesk: counter.shelf,
  })

  return {
    catalogue: {
      ...catalogue,
      alternatives,
      productFeed,
      stockNotices,
      emptySearches,
      pauses,
      promotions,
      offers,
      imports,
      priceCheck,
    },
    delivery: { ...delivery, coverageNotices },
    profile,
    version: manifest.version,
    sandbox: config.sandbox,
    demo,
    nativePayment: config.nativePayment,
    publicUrl: config.publicUrl ?? null,
    shippingDesign: config.shippingDesign,
    sessionSecrets: config.sessionSecrets,
    secureCookies: config.publicUrl?.startsWith('https:') ?? false,
    clock,
    analytics,
    mail,
    bags: { ...bags, coupons, laboratory },
    prescriptions,
    accounts: accountsWithDeletion,
    addresses,
    orders,
    staff,
    accessLog,
    retention,
    counter,
    payments: { ...payments, external: externalPayments, sandboxProvider, bank, sandboxBank },
    problems,
    wallet,
    webhooks,
    wishlist,
    /** The calls' alone: pages run the domains' verbs. */
    operations,
    /** The published contract of those operations, an OpenAPI document: made when it is first read, not at each start. */
    contract: once(() => describeCalls(operations, profile.name)),
    staffOperations,
    staffContract: once(() => describeStaffCalls(staffOperations, profile.name)),
    captcha: openCaptcha(config.captchaKey, clock),
    formGuard: openFormGuard({ clock, failures, secrets: config.sessionSecrets }),
    /** To the customers themselves: of the shop's own people the audit trail tells it. */
    async exportPersonalData(customerId: number) {
      const data = await exportPersonalData(customerId)
      securityLog.noteAct('customers.export', { by: 'customer', record: `customer ${customerId}` })
      return data
    },
    /** Brings all that is encrypted under the newest of ENCRYPTION_KEYS, record by record; may be broken off and run again. */
    async *reencrypt(options: ReencryptionOptions): AsyncGenerator<Reencrypted> {
      for (const domain of [prescriptions, laboratory, problems, staff, webhooks, accessLog])
        yield* domain.reencrypt(options)
      yield* reencryptCheck(database, encryption, options)
    },
    files,
    storage: {
      ping: database.ping,
      emptyLog: database.emptyLog,
      connections: database.connections,
      isUnavailable,
    },
    close: database.close,
  }
}

/** Without settings of its own the sandbox uses its simulated payment page, whose secret is public. */
function externalSettings({ externalPayment: { url, secret }, sandbox }: Config) {
  if (url && secret) return { url, secret }
  return sandbox ? { url: url ?? '/sandbox/pagamento', secret: secret ?? sandboxPaymentSecret } : null
}

/** The demo's where a sandbox has none of its own; `readConfig` refuses a live shop without one. */
function profileOf({ shopProfile }: Config, demo: Demo | null): ShopProfile {
  const profile = shopProfile ?? demo?.profile()
  if (!profile) throw new Error('a live shop has a profile of its own')
  return profile
}

/** The payee shown by the payer's bank. */
function receiverOf({ name, city }: ShopProfile) {
  return { name, city }
}

/** A live shop must set MAIL_FROM; the sandbox has a sender that cannot receive replies. */
function senderOf({ name }: ShopProfile): string {
  return `${name} <loja@example.com>`
}

/** The origin of pages where PUBLIC_URL is not set: cookies of localhost are not sent to 127.0.0.1. */
function pagesOrigin(ownOrigin: string): string {
  return ownOrigin.replace('127.0.0.1', 'localhost')
}

/** Without PUBLIC_URL, only addresses of this machine are the shop's own. */
function isOwnAddress(url: URL, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return url.origin === new URL(publicUrl).origin
  return /^https?:$/.test(url.protocol) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
}

function streetLookup({ cepLookupUrl }: Config, demo: Demo | null): StreetLookup {
  if (cepLookupUrl !== undefined) return openStreetLookup(cepLookupUrl)
  return demo ? demo.openStreets() : async () => null
}
