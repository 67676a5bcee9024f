import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { createAccountService } from './accounts/accounts.ts'
import { createAttemptLimiter } from './accounts/attempt-limiter.ts'
import { createCustomerService } from './accounts/customers.ts'
import { createEmailCodeService } from './accounts/email-codes.ts'
import { createEmailVerificationCodeService } from './accounts/email-verification-codes.ts'
import { createFailureLimiter } from './accounts/failure-limiter.ts'
import { createPasskeyService } from './accounts/passkeys.ts'
import { createAddressService } from './addresses/addresses.ts'
import { createStreetLookup, type StreetLookup } from './addresses/street-lookup.ts'
import { createAnalytics } from './analytics/analytics.ts'
import { buildOpenApiDocument, buildStaffOpenApiDocument } from './api/openapi.ts'
import { createOperations } from './api/operations.ts'
import { createStaffOperations } from './api/staff-operations.ts'
import { createBackofficeBranchService } from './backoffice/branches.ts'
import { createBackofficeCustomerService } from './backoffice/customers.ts'
import { createDispensingRecordService } from './backoffice/dispensing.ts'
import { type FileImporter, importInChildProcess } from './backoffice/import-run.ts'
import { createBackofficeImportService } from './backoffice/imports.ts'
import { createMerchandisingService } from './backoffice/merchandising.ts'
import { createBackofficeOrderService } from './backoffice/orders.ts'
import { createBackofficePickupService } from './backoffice/pickup.ts'
import { createBackofficePrescriptionService } from './backoffice/prescriptions.ts'
import { createBackofficeProblemService } from './backoffice/problems.ts'
import { createBackofficeProductService } from './backoffice/products.ts'
import { createBackofficeProposalService } from './backoffice/proposals.ts'
import { createBackofficeQuoteService } from './backoffice/quotes.ts'
import { createReportService } from './backoffice/reports.ts'
import { createBackofficeWebhookService } from './backoffice/webhooks.ts'
import { createBagService } from './bag/bag.ts'
import { createBagLinkCodec } from './bag/bag-links.ts'
import { createCouponService } from './bag/coupons.ts'
import { createLaboratoryDiscountService } from './bag/laboratory-discounts.ts'
import { createLaboratoryProgramme } from './bag/programme/create-laboratory-programme.ts'
import {
  createLaboratoryAuthorisationService,
  type ProgrammeLogger,
} from './bag/programme/laboratory-authorisations.ts'
import { createAlternativeService } from './catalogue/alternatives.ts'
import { createBannerPictureService } from './catalogue/banner-pictures.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { createEmptySearchLog } from './catalogue/empty-searches.ts'
import { createCatalogueImporter } from './catalogue/import/imports.ts'
import { createPriceChecker } from './catalogue/import/price-check.ts'
import { createOfferService } from './catalogue/offers.ts'
import { createPictureUploader } from './catalogue/picture-uploader.ts'
import { createProductDetailEditor } from './catalogue/product-details.ts'
import { createProductFeedQueries } from './catalogue/product-feed.ts'
import { createProductPauseService } from './catalogue/product-pauses.ts'
import { createProductPictureService } from './catalogue/product-picture.ts'
import { createPromotionService } from './catalogue/promotions.ts'
import { reindex } from './catalogue/reindex.ts'
import { createStaffProductService } from './catalogue/staff-products.ts'
import { createStockNoticeService } from './catalogue/stock-notices.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/connection.ts'
import { isDatabaseUnavailable } from './database/database-errors.ts'
import { toDatabaseKind } from './database/database-kind.ts'
import { reencryptKeyCheck, verifyOrStoreKeyCheck } from './database/key-check.ts'
import { migrateAndReindex } from './database/migrate-and-reindex.ts'
import { createCoverageNoticeService } from './delivery/coverage-notices.ts'
import { createDeliveryService } from './delivery/delivery.ts'
import type { Demo } from './demo/demo.ts'
import { createMailService, type MailLogger } from './mail/mail.ts'
import { createMailServer } from './mail/mail-server.ts'
import { createFiscalCpfStore } from './orders/fiscal-cpf.ts'
import { createOrderService } from './orders/orders.ts'
import { createPaymentProviders } from './payments/payment-providers.ts'
import { createPaymentService } from './payments/payments.ts'
import type { PaymentLogger } from './payments/provider-caller.ts'
import { createCaptchaService } from './platform/captcha.ts'
import { type Clock, createClock, limitToOncePerMinute } from './platform/clock.ts'
import { createEncryption } from './platform/encryption.ts'
import { createShopFileStorage } from './platform/files/shop-file-storage.ts'
import { createFormGuard } from './platform/form-guard.ts'
import { memoize } from './platform/memoize.ts'
import { isPublicIpAddress } from './platform/networks.ts'
import type { ReencryptionOptions, ReencryptionResult } from './platform/reencryption.ts'
import { retention } from './platform/retention.ts'
import { createSecurityLog } from './platform/security-log.ts'
import type { ShopProfile } from './platform/shop-profile.ts'
import { createPdfRenderer, type PdfRenderer } from './prescriptions/pdf-renderer.ts'
import { createPrescriptionService } from './prescriptions/prescriptions.ts'
import { createAccessLog } from './privacy/access-log.ts'
import { createAccountDeletionService } from './privacy/deletion.ts'
import { createEmailChangeService } from './privacy/email-change.ts'
import { createPersonalDataExporter } from './privacy/personal-data.ts'
import { createProblemService } from './problems/problems.ts'
import { createReminderService } from './reminders/reminders.ts'
import { createStaffService } from './staff/staff.ts'
import { createWalletService } from './wallet/wallet.ts'
import { createWebhookService, type WebhookLogger } from './webhooks/webhooks.ts'
import { createWishlistService } from './wishlist/wishlist.ts'

/** What the pages see of the shop. */
export type Shop = Awaited<ReturnType<typeof openShop>>

/** What the shop needs of the process it runs in. */
interface Runtime {
  log: PaymentLogger &
    MailLogger &
    ProgrammeLogger &
    WebhookLogger &
    Parameters<typeof createSecurityLog>[0] & { warn(details: { reason: string }, message: string): void }
  /** This process's own origin, once it listens: the sandbox's bank runs there. */
  getLocalOrigin: () => string
  /** Tests set the time. */
  clock?: Clock
  /** Tests spare themselves the processes. */
  importFile?: FileImporter
  pdfRenderer?: PdfRenderer
}

/**
 * Opens the shop: migrates the database and wires the domains.
 * In the sandbox an empty database is seeded with the demo shop.
 */
export async function openShop(
  config: Config,
  {
    log,
    getLocalOrigin,
    clock = createClock(config.sandboxStartAt),
    importFile = importInChildProcess,
    pdfRenderer = createPdfRenderer(),
  }: Runtime,
) {
  const demo = config.isSandbox ? (await import('./demo/demo.ts')).demo : null
  const profile = requireProfile(config, demo)
  const database = openDatabase(
    config.databaseLocation,
    limitToOncePerMinute(clock, () => log.warn({ reason: 'disk full' }, 'the disk is full')),
  )
  const encryption = createEncryption(config.encryptionKeys)
  let hasSeededDemo = false
  try {
    await migrateAndReindex(database, toDatabaseKind(config), reindex)
    await verifyOrStoreKeyCheck(database, encryption)
    hasSeededDemo = (await demo?.seedIfEmpty(database, clock)) ?? false
  } catch (error) {
    await database.close()
    throw error
  }

  const mail = createMailService({
    database,
    clock,
    mailServer: config.smtpUrl
      ? createMailServer(config.smtpUrl, config.mailFrom ?? buildDefaultSender(profile))
      : null,
    getSender: () => ({ shopName: profile.name, origin: config.publicUrl ?? toPagesOrigin(getLocalOrigin()) }),
    keepsSentEmails: config.isSandbox,
    log,
  })
  const hmacSecret = config.sessionSecrets[0] ?? ''
  const securityLog = createSecurityLog(log, hmacSecret)
  const attemptLimiter = createAttemptLimiter({ database, clock, hmacSecret, rateLimitFactor: config.rateLimitFactor })
  const failureLimiter = createFailureLimiter(attemptLimiter, securityLog)
  const emailCodes = createEmailCodeService({ database, clock, mail, attemptLimiter, failureLimiter, hmacSecret })
  const createPasskeyServiceFor = (holderColumn: 'customer_id' | 'staff_id') =>
    createPasskeyService({
      database,
      clock,
      failureLimiter,
      securityLog,
      hmacSecret,
      holderColumn,
      getOrigin: () =>
        (holderColumn === 'staff_id' ? config.backoffice.origin : null) ??
        config.publicUrl ??
        toPagesOrigin(getLocalOrigin()),
      shopName: profile.name,
    })
  const emailVerificationCodes = createEmailVerificationCodeService({
    database,
    clock,
    mail,
    attemptLimiter,
    failureLimiter,
    emailCodes,
    hmacSecret,
  })
  const accounts = createAccountService({
    database,
    clock,
    mail,
    attemptLimiter,
    failureLimiter,
    emailCodes,
    emailVerificationCodes,
    passkeys: createPasskeyServiceFor('customer_id'),
  })
  const customers = createCustomerService(database)
  const catalogue = createCatalogue(database, config.pageCacheSeconds)
  const alternatives = createAlternativeService(database, catalogue)
  const productFeed = createProductFeedQueries(database)
  const stockNotices = createStockNoticeService(database, clock, mail, attemptLimiter)
  const emptySearchLog = createEmptySearchLog(database, clock)
  const pauses = createProductPauseService(database, clock)
  const promotions = createPromotionService(database, clock)
  const files = createShopFileStorage(config, log)
  const pictureUploader = createPictureUploader(files)
  const productPictures = createProductPictureService(database, pictureUploader)
  const bannerPictures = createBannerPictureService(database, pictureUploader)
  const offers = createOfferService(database)
  const importer = createCatalogueImporter(database, clock)
  const priceChecker = createPriceChecker(database)
  const delivery = createDeliveryService(database, clock)
  const coverageNotices = createCoverageNoticeService({ database, clock, mail, attemptLimiter, delivery })
  const webhooks = createWebhookService({
    database,
    clock,
    encryption,
    log,
    isAllowedAddress: (address) => isPublicIpAddress(address) || config.isAllowedWebhookAddress(address),
    allowsHttpLoopback: config.isSandbox,
  })
  const coupons = createCouponService(database, clock)
  const { programme, sandboxProgramme } = createLaboratoryProgramme(config, {
    database,
    clock,
    catalogue,
    getLocalOrigin,
  })
  const laboratory = createLaboratoryDiscountService({ database, clock, catalogue, encryption, programme })
  const authorisations = createLaboratoryAuthorisationService({ database, clock, laboratory, programme, log })
  const bags = createBagService(catalogue, coupons, laboratory)
  const prescriptions = createPrescriptionService({
    database,
    clock,
    catalogue,
    encryption,
    storage: files,
    pdfRenderer,
    trustedRoots: config.prescriptionRootCertificates,
  })
  const addresses = createAddressService(database, clock, chooseStreetLookup(config, demo))
  const wishlist = createWishlistService(database, clock)
  const wallet = createWalletService({ database, clock, customers, catalogue })
  const paymentProviders = createPaymentProviders(config, {
    database,
    clock,
    getLocalOrigin: getLocalOrigin,
    getPublicOrigin: () => config.publicUrl ?? toPagesOrigin(getLocalOrigin()),
    receiver: toPixReceiver(profile),
  })
  const orders = createOrderService({
    database,
    clock,
    customers,
    catalogue,
    bags,
    coupons,
    authorisations,
    prescriptions,
    delivery,
    addresses,
    mail,
    wallet,
    webhooks,
    paymentTimeoutMinutes: paymentProviders.paymentTimeoutMinutes,
    payments: paymentProviders.orderPayments,
  })
  const problems = createProblemService({
    database,
    clock,
    encryption,
    orders,
    authorisations,
    wallet,
    webhooks,
    payments: paymentProviders.orderPayments,
  })
  const bagLinks = createBagLinkCodec({ clock, signingSecrets: config.sessionSecrets })
  const reminders = createReminderService({
    database,
    clock,
    customers,
    catalogue,
    orders,
    prescriptions,
    mail,
    bagLinks,
  })
  const fiscalCpf = createFiscalCpfStore({ database, encryption })
  const accountDeletion = createAccountDeletionService({
    database,
    clock,
    mail,
    emailCodes,
    customers,
    orders,
    prescriptions,
    securityLog,
  })
  const emailChange = createEmailChangeService({
    database,
    mail,
    emailCodes,
    emailVerificationCodes,
    accounts,
    wallet,
    stockNotices,
    coverageNotices,
    securityLog,
  })
  /** To a shopper, deleting the account and changing its e-mail are two of its forms. */
  const accountsFacade = { ...accounts, ...accountDeletion, ...emailChange }
  const payments = createPaymentService({ ...paymentProviders, database, clock, orders, log })
  const staff = createStaffService({
    database,
    clock,
    encryption,
    failureLimiter,
    securityLog,
    mail,
    passkeys: createPasskeyServiceFor('staff_id'),
    shopName: profile.name,
    secondFactorExemptEmails: demo?.logins.staffEmails ?? [],
  })
  if (hasSeededDemo)
    await demo?.insertDemoOrders({ database, clock, prescriptions, pixReceiver: toPixReceiver(profile) })
  const exportPersonalData = createPersonalDataExporter({
    accounts,
    addresses,
    laboratory,
    reminders,
    authorisations,
    fiscalCpf,
    orders,
    payments,
    prescriptions,
    problems,
    stockNotices,
    coverageNotices,
    wallet,
    wishlist,
  })
  const accessLog = createAccessLog({ database, clock, encryption, audit: staff.audit, log })
  const staffProducts = createStaffProductService(database)
  const backofficeDeps = {
    database,
    clock,
    accounts,
    customers,
    catalogue,
    delivery,
    orders,
    prescriptions,
    mail,
    payments,
    staffProducts,
  }
  const backoffice = {
    ...config.backoffice,
    orders: createBackofficeOrderService({
      ...backofficeDeps,
      authorisations,
      fiscalCpf,
      problems,
      audit: staff.audit,
    }),
    customers: createBackofficeCustomerService({
      ...backofficeDeps,
      ...accountDeletion,
      exportPersonalData,
      audit: staff.audit,
    }),
    prescriptions: createBackofficePrescriptionService({ ...backofficeDeps, audit: staff.audit }),
    quotes: createBackofficeQuoteService({ ...backofficeDeps, mail, bagLinks, audit: staff.audit }),
    dispensing: createDispensingRecordService({ ...backofficeDeps, audit: staff.audit }),
    branches: createBackofficeBranchService({ delivery, audit: staff.audit }),
    proposals: createBackofficeProposalService({ ...backofficeDeps, alternatives, audit: staff.audit }),
    pickup: createBackofficePickupService({ ...backofficeDeps, attemptLimiter, audit: staff.audit }),
    problems: createBackofficeProblemService({ ...backofficeDeps, problems, audit: staff.audit }),
    reports: createReportService({
      clock,
      orderReports: orders.reports,
      stockNotices,
      emptySearchLog,
      payments,
      mail,
    }),
    merchandising: createMerchandisingService({
      clock,
      coupons,
      catalogue,
      bannerPictures,
      emptySearchLog,
      delivery,
      audit: staff.audit,
    }),
    webhooks: createBackofficeWebhookService({ webhooks, shopDelivery: delivery, audit: staff.audit }),
    imports: createBackofficeImportService({
      clock,
      databaseLocation: config.databaseLocation,
      uploadFolder: join(config.dataDir, 'importacoes'),
      importFile,
    }),
    products: createBackofficeProductService({
      clock,
      staffProducts,
      offers,
      pauses,
      promotions,
      pictures: productPictures,
      editDetails: createProductDetailEditor(database),
      delivery,
      audit: staff.audit,
    }),
  }

  const analytics = createAnalytics({ database, clock, orders, settings: config.analytics, log })
  const operations = createOperations({
    payments,
    prescriptions,
    accounts: accountsFacade,
    addresses,
    catalogue,
    delivery,
    orders,
    wallet,
    wishlist,
    isShopUrl: (url) => isShopUrl(url, config.publicUrl),
  })

  const staffOperations = createStaffOperations({
    staff,
    backofficeOrders: backoffice.orders,
    pickup: backoffice.pickup,
    backofficeProblems: backoffice.problems,
    backofficeProducts: backoffice.products,
  })

  return {
    catalogue: {
      ...catalogue,
      alternatives,
      productFeed,
      stockNotices,
      emptySearchLog,
      pauses,
      promotions,
      offers,
      importer,
      priceChecker,
    },
    delivery: { ...delivery, coverageNotices },
    profile,
    version: manifest.version,
    isSandbox: config.isSandbox,
    demo,
    publicUrl: config.publicUrl ?? null,
    showsShippingPromise: config.showsShippingPromise,
    sessionSecrets: config.sessionSecrets,
    usesSecureCookies: config.publicUrl?.startsWith('https:') ?? false,
    clock,
    analytics,
    mail,
    bags: {
      ...bags,
      coupons,
      laboratory,
      authorisations,
      sandboxProgramme,
      links: bagLinks,
    },
    prescriptions,
    accounts: accountsFacade,
    addresses,
    orders,
    staff,
    accessLog,
    retention,
    backoffice,
    payments: { ...payments, ...paymentProviders.operatorAccess, sandbox: paymentProviders.sandbox },
    fiscalCpf,
    problems,
    reminders,
    wallet,
    webhooks,
    wishlist,
    /** For the calls alone: pages call the domains' functions. */
    operations,
    /** The published contract of those operations, an OpenAPI document: made when it is first read, not at each start. */
    getOpenApiDocument: memoize(() => buildOpenApiDocument(operations, profile.name)),
    staffOperations,
    getStaffOpenApiDocument: memoize(() => buildStaffOpenApiDocument(staffOperations, profile.name)),
    captcha: createCaptchaService(config.captchaKey, clock),
    formGuard: createFormGuard({ clock, failureLimiter, signingSecrets: config.sessionSecrets }),
    /** To the customers themselves: exports by staff are in the audit trail. */
    async exportPersonalData(customerId: number) {
      const personalData = await exportPersonalData(customerId)
      securityLog.logAction('customers.export', { by: 'customer', record: `customer ${customerId}` })
      return personalData
    },
    /** Brings all that is encrypted under the newest of ENCRYPTION_KEYS, record by record; may be broken off and run again. */
    async *reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
      for (const domain of [prescriptions, laboratory, fiscalCpf, problems, staff, webhooks, accessLog])
        yield* domain.reencrypt(options)
      yield* reencryptKeyCheck(database, encryption, options)
    },
    files,
    databaseHealth: {
      ping: database.ping,
      truncateWal: database.truncateWal,
      countConnections: database.countConnections,
      isDatabaseUnavailable,
    },
    close: database.close,
  }
}

/** The demo's where a sandbox has none of its own; `readConfig` refuses a live shop without one. */
function requireProfile({ shopProfile }: Config, demo: Demo | null): ShopProfile {
  const profile = shopProfile ?? demo?.readProfile()
  if (!profile) throw new Error('a live shop has a profile of its own')
  return profile
}

/** The payee shown by the payer's bank. */
function toPixReceiver({ name, city }: ShopProfile) {
  return { name, city }
}

/** A live shop must set MAIL_FROM; the sandbox has a sender that cannot receive replies. */
function buildDefaultSender({ name }: ShopProfile): string {
  return `${name} <loja@example.com>`
}

/** The origin of pages where PUBLIC_URL is not set: cookies of localhost are not sent to 127.0.0.1. */
function toPagesOrigin(localOrigin: string): string {
  return localOrigin.replace('127.0.0.1', 'localhost')
}

/** Without PUBLIC_URL, only addresses of this machine are the shop's own. */
function isShopUrl(url: URL, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return url.origin === new URL(publicUrl).origin
  return /^https?:$/.test(url.protocol) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
}

function chooseStreetLookup({ cepLookupUrl }: Config, demo: Demo | null): StreetLookup {
  if (cepLookupUrl !== undefined) return createStreetLookup(cepLookupUrl)
  return demo ? demo.createStreetLookup() : async () => null
}
