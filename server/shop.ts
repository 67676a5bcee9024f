import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import * as accountForms from './accounts/account-forms.ts'
import * as accounts from './accounts/accounts.ts'
import { claimOnce } from './accounts/attempt-limiter.ts'
import * as blocks from './accounts/blocks.ts'
import * as codeSignIn from './accounts/code-sign-in.ts'
import * as customerPasskeys from './accounts/customer-passkeys.ts'
import * as customers from './accounts/customers.ts'
import * as emailConfirmation from './accounts/email-confirmation.ts'
import { countHastySubmission, isThrottled } from './accounts/failure-limiter.ts'
import * as knownDevices from './accounts/known-devices.ts'
import * as passwordChanges from './accounts/password-changes.ts'
import { assertPasswordNotGuessable } from './accounts/passwords.ts'
import * as sessions from './accounts/sessions.ts'
import * as whatsappNumber from './accounts/whatsapp-number.ts'
import * as addressForms from './addresses/address-forms.ts'
import * as addresses from './addresses/addresses.ts'
import { createStreetLookup } from './addresses/street-lookup.ts'
import * as analytics from './analytics/analytics.ts'
import * as assemblies from './backoffice/assemblies.ts'
import { assemblyForms } from './backoffice/assemblies.ts'
import * as backofficeBagPromotions from './backoffice/bag-promotions.ts'
import * as backofficeBranches from './backoffice/branches.ts'
import * as backofficeCeilings from './backoffice/ceilings.ts'
import * as backofficeCustomers from './backoffice/customers.ts'
import * as dispensing from './backoffice/dispensing.ts'
import * as backofficeDoor from './backoffice/door-payments.ts'
import * as backofficeForms from './backoffice/forms.ts'
import * as backofficeImports from './backoffice/imports.ts'
import * as merchandising from './backoffice/merchandising.ts'
import * as backofficeOrderChanges from './backoffice/order-changes.ts'
import * as backofficeOrders from './backoffice/orders.ts'
import * as backofficePickup from './backoffice/pickup.ts'
import * as backofficePrescriptions from './backoffice/prescriptions.ts'
import * as backofficeProblems from './backoffice/problems.ts'
import * as productRecords from './backoffice/product-records.ts'
import * as backofficeProducts from './backoffice/products.ts'
import * as backofficeProposals from './backoffice/proposals.ts'
import * as backofficeQueue from './backoffice/queue.ts'
import * as backofficeQuotes from './backoffice/quotes.ts'
import * as backofficeReports from './backoffice/reports.ts'
import * as backofficeSales from './backoffice/sales.ts'
import * as shopLogo from './backoffice/shop-logo.ts'
import * as shopProfile from './backoffice/shop-profile.ts'
import { createProfileForm } from './backoffice/shop-profile-form.ts'
import * as backofficeWebhooks from './backoffice/webhooks.ts'
import * as backofficeWhatsapp from './backoffice/whatsapp.ts'
import { whatsappForms } from './backoffice/whatsapp.ts'
import { addFittingLines, parseQuantity, removeProductFromBag } from './bag/bag-lines.ts'
import * as bagLinks from './bag/bag-links.ts'
import * as bags from './bag/bags.ts'
import { CouponInputSchema } from './bag/coupon.ts'
import * as coupons from './bag/coupons.ts'
import * as laboratoryDiscounts from './bag/laboratory-discounts.ts'
import { createHttpProgramme } from './bag/programme/http-programme.ts'
import * as authorisations from './bag/programme/laboratory-authorisations.ts'
import { buildOpenApiDocument, buildStaffOpenApiDocument } from './calls/openapi.ts'
import { operations } from './calls/operations.ts'
import { staffOperations } from './calls/staff/staff-operations.ts'
import * as alternatives from './catalogue/alternatives.ts'
import * as banners from './catalogue/banners.ts'
import * as categories from './catalogue/categories.ts'
import { findCeiling } from './catalogue/ceilings.ts'
import * as emptySearches from './catalogue/empty-searches.ts'
import * as homeShelves from './catalogue/home-shelves.ts'
import { importBanners } from './catalogue/import/banner-import.ts'
import { importOffers } from './catalogue/import/offer-import.ts'
import * as priceCheck from './catalogue/import/price-check.ts'
import { importProducts } from './catalogue/import/product-import.ts'
import { findKit } from './catalogue/kits.ts'
import * as listing from './catalogue/listing/listing.ts'
import * as offers from './catalogue/offers.ts'
import { findLowestPriceBefore } from './catalogue/price-periods.ts'
import * as productFeed from './catalogue/product-feed.ts'
import * as productPauses from './catalogue/product-pauses.ts'
import * as products from './catalogue/products.ts'
import * as promotions from './catalogue/promotions.ts'
import { reindex } from './catalogue/reindex.ts'
import { productsPerPage } from './catalogue/staff-products.ts'
import * as stock from './catalogue/stock.ts'
import * as stockNotices from './catalogue/stock-notices.ts'
import * as substances from './catalogue/substances.ts'
import * as synonyms from './catalogue/synonyms.ts'
import type { Config } from './config.ts'
import { bindContext, type Context, createContext, type Log } from './context.ts'
import { openDatabase } from './database/connection.ts'
import { isDatabaseUnavailable } from './database/database-errors.ts'
import { toDatabaseKind } from './database/database-kind.ts'
import { keyCheckColumn, verifyOrStoreKeyCheck } from './database/key-check.ts'
import { assertNoPendingMigrations } from './database/migrate.ts'
import { migrateAndReindex } from './database/migrate-and-reindex.ts'
import { isAtRest } from './database/rest.ts'
import { createSchemaProbe } from './database/schema-probe.ts'
import { importBranches } from './delivery/branch-import.ts'
import { BranchNoticeInputSchema } from './delivery/branch-notice.ts'
import { BranchSettings } from './delivery/branch-setting-schemas.ts'
import * as branchSettings from './delivery/branch-settings.ts'
import * as coverageNotices from './delivery/coverage-notices.ts'
import * as delivery from './delivery/delivery.ts'
import { calculateFeeRange } from './delivery/delivery-quote.ts'
import * as deliveryWindows from './delivery/delivery-windows.ts'
import { isDeliveryAlwaysFree, listFeeTerms } from './delivery/zipcode-ranges.ts'
import type { Demo } from './demo/demo.ts'
import * as mail from './notify/mail/mail.ts'
import { createMailServer } from './notify/mail/mail-server.ts'
import { handleCall, isVerifyToken } from './notify/whatsapp/incoming-calls.ts'
import * as whatsapp from './notify/whatsapp/whatsapp.ts'
import * as addressChange from './orders/address-change.ts'
import { extendPickupDeadlines, listBookings } from './orders/bookings.ts'
import * as deliveryUpdates from './orders/delivery-updates.ts'
import * as queue from './orders/fulfilment-queue.ts'
import * as lots from './orders/lots.ts'
import * as orderChanges from './orders/order-changes.ts'
import * as orderCommands from './orders/order-commands.ts'
import * as orderEmails from './orders/order-emails.ts'
import * as orderForms from './orders/order-forms.ts'
import * as orderQueries from './orders/order-queries.ts'
import { listPaymentWays } from './orders/payment-ways.ts'
import * as pickup from './orders/pickup.ts'
import * as pictureRequests from './orders/picture-requests.ts'
import * as placement from './orders/placement.ts'
import * as proposals from './orders/proposals.ts'
import * as orderReports from './orders/reports.ts'
import { buildReservedUnitsQuery } from './orders/reserved-units.ts'
import { listRemainingStatuses } from './orders/statuses.ts'
import * as taxNumber from './orders/tax-number.ts'
import * as wishedRemovals from './orders/wished-removals.ts'
import { itemsPerPage } from './outbox/outbox-items.ts'
import * as chargeRefresher from './payments/charge-refresher.ts'
import { hasChargeInReview, hasUnclearCharge } from './payments/charges.sql.ts'
import * as charges from './payments/charges.ts'
import { createPaymentProviders } from './payments/payment-providers.ts'
import * as paymentQueries from './payments/payment-queries.ts'
import * as payments from './payments/payments.ts'
import * as refundSettlements from './payments/refund-settlements.ts'
import * as surchargePayments from './payments/surcharge-payments.ts'
import * as unclearCharges from './payments/unclear-charges.ts'
import { listUnknownPayments } from './payments/unknown-payments.ts'
import { createCaptchaService } from './platform/captcha.ts'
import { createCircuitBreaker } from './platform/circuit-breaker.ts'
import { type Clock, createClock, limitToOncePerMinute } from './platform/clock.ts'
import { buildPalette } from './platform/colour.ts'
import type { ImportOptions, ImportRowStream } from './platform/csv/checked-rows.ts'
import { createEncryption } from './platform/encryption.ts'
import { maxFileBytes } from './platform/file-limits.ts'
import { createShopFileStorage } from './platform/files/shop-file-storage.ts'
import { createFormGuard } from './platform/form-guard.ts'
import { createProfileFile } from './platform/profile-file.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from './platform/reencryption.ts'
import { retention } from './platform/retention.ts'
import { createSecurityLog } from './platform/security-log.ts'
import type { ShopProfile } from './platform/shop-profile.ts'
import { isProgrammeTimeout } from './ports/laboratory-programme.ts'
import type { Settings } from './ports/settings.ts'
import type { StreetLookup } from './ports/street-lookup.ts'
import * as approvals from './prescriptions/approvals.ts'
import * as claims from './prescriptions/claims.ts'
import { listEarlierUses } from './prescriptions/fingerprints.ts'
import * as patients from './prescriptions/patients.ts'
import { listUncoveredLines } from './prescriptions/prescription.ts'
import * as prescriptionForms from './prescriptions/prescription-forms.ts'
import * as prescriptionQueries from './prescriptions/prescription-queries.ts'
import * as quotes from './prescriptions/quotes.ts'
import * as prescriptionReencryption from './prescriptions/reencryption.ts'
import * as repeats from './prescriptions/repeats.ts'
import * as review from './prescriptions/review.ts'
import { recheckSignatures } from './prescriptions/signature-checker.ts'
import * as submission from './prescriptions/submission.ts'
import * as accessLog from './privacy/access-log.ts'
import * as deletion from './privacy/deletion.ts'
import * as emailChange from './privacy/email-change.ts'
import { exportPersonalData } from './privacy/personal-data.ts'
import { ProblemReportSchema } from './problems/problem-forms.ts'
import * as problems from './problems/problems.ts'
import { ReminderRequestSchema } from './reminders/reminder-forms.ts'
import * as reminders from './reminders/reminders.ts'
import * as apiKeys from './staff/api-keys.ts'
import * as audit from './staff/audit.ts'
import * as callKeys from './staff/call-keys.ts'
import { hasPermission, staffRoles } from './staff/roles.ts'
import * as secondFactor from './staff/second-factor.ts'
import * as staff from './staff/staff.ts'
import * as staffPasskeys from './staff/staff-passkeys.ts'
import * as balances from './wallet/balances.ts'
import { importGains } from './wallet/gain-import.ts'
import * as wallet from './wallet/wallet.ts'
import * as walletForms from './wallet/wallet-forms.ts'
import * as webhooks from './webhooks/webhooks.ts'
import * as wishlist from './wishlist/wishlist.ts'
import * as wishlistForms from './wishlist/wishlist-forms.ts'

/** What a verb takes behind its context and the query of reserved units. */
type Rest<Verb> = Verb extends (ctx: Context, query: typeof buildReservedUnitsQuery, ...rest: infer Others) => unknown
  ? Others
  : never

/** How long a shopper waits for a payment provider in all, in milliseconds. */
const maxProviderWaitMs = 6_000

/** What the pages see of the shop. */
export type Shop = Awaited<ReturnType<typeof openShop>>

/** What the shop needs of the process it runs in. */
interface Runtime {
  log: Log
  /** This process's own origin, once it listens: the sandbox's bank runs there. */
  getLocalOrigin: () => string
  /** Tests set the time. */
  clock?: Clock
  /** What tests put in the place of what verbs keep in the memory, by its `create`: `createPdfRenderer`. */
  substitutes?: Iterable<[create: unknown, value: unknown]>
  /** Tests change what the environment cannot. */
  settings?: Partial<Settings>
  /** Of an older shop's database: a server migrates it as it starts, a command beside the servers refuses it. */
  refusesOlderDatabase?: boolean
}

/**
 * Opens the shop: migrates the database, and binds the domains' verbs to it.
 * In the sandbox an empty database is seeded with the demo shop.
 */
export async function openShop(
  config: Config,
  {
    log,
    getLocalOrigin,
    clock = createClock(config.sandboxStartAt),
    substitutes,
    settings: testSettings,
    refusesOlderDatabase = false,
  }: Runtime,
) {
  const demo = config.isSandbox ? (await import('./demo/demo.ts')).demo : null
  const profileFile = createProfileFile({
    dataDir: config.dataDir,
    isLive: !config.isSandbox,
    initialProfile: requireProfile(config, demo),
    log,
  })
  const database = openDatabase(
    config.databaseLocation,
    limitToOncePerMinute(clock, () => log.warn({ reason: 'disk full' }, 'the disk is full')),
  )
  const encryption = createEncryption(config.encryptionKeys)
  let assertSchemaUnchanged: () => Promise<void>
  try {
    if (refusesOlderDatabase) await assertNoPendingMigrations(database)
    await migrateAndReindex(database, toDatabaseKind(config), reindex)
    await verifyOrStoreKeyCheck(database, encryption)
    assertSchemaUnchanged = await createSchemaProbe(database)
  } catch (error) {
    await database.close()
    throw error
  }

  const getPublicOrigin = () => config.publicUrl ?? toPagesOrigin(getLocalOrigin())
  const simulators = demo?.createSimulators(config, {
    database,
    clock,
    getLocalOrigin,
    receiver: toPixReceiver(profileFile.read()),
    loadLaboratoryDiscounts: (productIds) => products.loadLaboratoryDiscounts(ctx, productIds),
  })
  const connections = simulators?.connections ?? toConnections(config)
  const paymentProviders = createPaymentProviders(config, { database, clock, getPublicOrigin, ...connections })
  const { getProgrammeUrl } = connections
  const programme =
    getProgrammeUrl &&
    createHttpProgramme({
      getBaseUrl: getProgrammeUrl,
      breaker: createCircuitBreaker({ clock, isFailure: isProgrammeTimeout }),
    })
  const hmacSecret = config.sessionSecrets[0] ?? ''
  const settings: Settings = {
    get profile() {
      return profileFile.read()
    },
    profileFile,
    isSandbox: config.isSandbox,
    hmacSecret,
    signingSecrets: config.sessionSecrets,
    getPublicOrigin,
    getBackofficeOrigin: () => config.backoffice.origin ?? getPublicOrigin(),
    rateLimitFactor: config.rateLimitFactor,
    listingCacheSeconds: config.pageCacheSeconds,
    paymentTimeoutMinutes: paymentProviders.paymentTimeoutMinutes,
    offeredProviderNames: paymentProviders.offeredProviderNames,
    pixProviderName: config.pixProviderName,
    createProviderDeadline: () => AbortSignal.timeout(maxProviderWaitMs),
    databaseLocation: config.databaseLocation,
    uploadFolder: join(config.dataDir, 'importacoes'),
    trustedRoots: config.prescriptionRootCertificates,
    keepsSentEmails: config.isSandbox,
    getChannelEnvironment: connections.getChannelEnvironment,
    secondFactorExemptEmails: demo?.logins.staffEmails ?? [],
    analytics: config.analytics,
    isShopUrl: (url) => isShopUrl(url, config.publicUrl),
    isAllowedWebhookAddress: config.isAllowedWebhookAddress,
    ...testSettings,
  }
  const getName = () => settings.profile.name
  const getPalette = rememberBy(
    () => settings.profile.accentColor,
    (accent) => (accent ? buildPalette(accent) : null),
  )
  const files = createShopFileStorage(config, log)
  const ctx = createContext(
    database,
    {
      clock,
      encryption,
      log,
      securityLog: createSecurityLog(log, hmacSecret),
      files,
      providers: {
        payments: paymentProviders.providers,
        programme,
        mailServer: config.smtpUrl
          ? createMailServer(config.smtpUrl, config.mailFrom ?? buildDefaultSender(profileFile.read()))
          : null,
        findStreet: chooseStreetLookup(config, demo),
      },
      settings,
    },
    substitutes,
  )
  try {
    if (await demo?.seedIfEmpty(ctx)) await demo?.insertDemoOrders(ctx)
  } catch (error) {
    await database.close()
    throw error
  }

  return {
    ctx,
    catalogue: {
      ...bindContext(ctx, {
        ...categories,
        ...listing,
        ...banners,
        ...homeShelves,
        ...products,
        ...stock,
        findCeiling,
        findLowestPriceBefore,
        findKit,
      }),
      synonyms: bindContext(ctx, synonyms),
      alternatives: bindContext(ctx, alternatives),
      substances: bindContext(ctx, substances),
      productFeed: bindContext(ctx, productFeed),
      stockNotices: bindContext(ctx, stockNotices),
      emptySearchLog: bindContext(ctx, emptySearches),
      pauses: bindContext(ctx, productPauses),
      promotions: bindContext(ctx, promotions),
      offers: bindContext(ctx, {
        changeOffer: (ctx: Context, ...change: Rest<typeof offers.changeOffer>) =>
          offers.changeOffer(ctx, buildReservedUnitsQuery, ...change),
        listOffers: (ctx: Context) => offers.listOffers(ctx, buildReservedUnitsQuery),
      }),
      importer: bindContext(ctx, {
        importProducts,
        importBanners,
        importOffers: (ctx: Context, file: ImportRowStream, options?: ImportOptions) =>
          importOffers(ctx, buildReservedUnitsQuery, file, options),
      }),
      priceChecker: bindContext(ctx, priceCheck),
    },
    delivery: {
      ...bindContext(ctx, { ...delivery, ...deliveryWindows, ...branchSettings, importBranches }),
      ...bindContext(ctx, { isDeliveryAlwaysFree, listFeeTerms }),
      BranchNoticeInputSchema,
      BranchSettings,
      calculateFeeCents: delivery.calculateFeeCents,
      calculateFeeRange,
      coverageNotices: bindContext(ctx, coverageNotices),
    },
    /** As it stands in `shop.json`: read again for each use, never kept. */
    get profile() {
      return settings.profile
    },
    /** The colours that its own one leads to; null for the green. */
    get palette() {
      return getPalette()
    },
    version: manifest.version,
    isSandbox: config.isSandbox,
    demo,
    /** Undefined in a live shop. */
    simulators,
    publicUrl: config.publicUrl ?? null,
    /** PUBLIC_URL, else this machine's own address. */
    getPublicOrigin,
    buildPalette,
    showsShippingPromise: config.showsShippingPromise,
    sessionSecrets: config.sessionSecrets,
    usesSecureCookies: config.publicUrl?.startsWith('https:') ?? false,
    clock,
    analytics: bindContext(ctx, analytics),
    mail: bindContext(ctx, mail),
    whatsapp: bindContext(ctx, { ...whatsapp, handleCall, isVerifyToken }),
    bags: {
      ...bindContext(ctx, bags),
      addLines: addFittingLines,
      removeProduct: removeProductFromBag,
      parseQuantity,
      coupons: { ...bindContext(ctx, coupons), CouponInputSchema },
      laboratory: {
        ...bindContext(ctx, laboratoryDiscounts),
        DiscountRequestSchema: laboratoryDiscounts.DiscountRequestSchema,
        isEnabled: programme !== null,
      },
      authorisations: bindContext(ctx, authorisations),
      links: { ...bindContext(ctx, bagLinks), maxLines: bagLinks.maxLines },
    },
    prescriptions: {
      forms: prescriptionForms,
      maxFileBytes,
      listUncoveredLines,
      ...bindContext(ctx, {
        ...patients,
        ...submission,
        ...quotes,
        ...prescriptionQueries,
        ...claims,
        ...review,
        ...approvals,
      }),
      ...bindContext(ctx, { ...repeats, ...prescriptionReencryption, recheckSignatures, listEarlierUses }),
    },
    accounts: {
      forms: accountForms,
      assertPasswordNotGuessable,
      maxSessionSeconds: sessions.maxSessionSeconds,
      knownDeviceLifetimeSeconds: knownDevices.knownDeviceLifetimeSeconds,
      ...bindContext(ctx, { ...accounts, ...sessions, ...customers, ...blocks, ...emailConfirmation, ...codeSignIn }),
      ...bindContext(ctx, {
        ...passwordChanges,
        ...customerPasskeys,
        ...knownDevices,
        ...deletion,
        ...emailChange,
        ...whatsappNumber,
      }),
    },
    addresses: { forms: addressForms, findStreet: ctx.providers.findStreet, ...bindContext(ctx, addresses) },
    orders: {
      forms: orderForms,
      queue: { ...bindContext(ctx, queue), queueStatuses: queue.queueStatuses, ordersPerPage: queue.ordersPerPage },
      emails: bindContext(ctx, orderEmails),
      pickup: bindContext(ctx, pickup),
      proposals: bindContext(ctx, proposals),
      pictureRequests: bindContext(ctx, pictureRequests),
      changes: {
        canChange: orderChanges.canChange,
        hashAddressState: addressChange.hashAddressState,
        ...bindContext(ctx, {
          quoteAddressChange: addressChange.quoteAddressChange,
          changeAddress: addressChange.changeAddress,
          listChanges: orderChanges.listChanges,
          ...wishedRemovals,
        }),
      },
      reports: bindContext(ctx, orderReports),
      lots: bindContext(ctx, lots),
      ...bindContext(ctx, { ...deliveryUpdates, ...orderCommands, ...placement, ...orderQueries }),
      ...bindContext(ctx, { listBookings, extendPickupDeadlines, listPaymentWays }),
      resolveDeliveryDueAt: deliveryUpdates.resolveDeliveryDueAt,
      listRemainingStatuses,
      paymentTimeoutMinutes: settings.paymentTimeoutMinutes,
    },
    staff: {
      audit: bindContext(ctx, audit),
      apiKeys: bindContext(ctx, apiKeys),
      callKeys: bindContext(ctx, callKeys),
      hasPermission,
      roles: staffRoles,
      ...bindContext(ctx, { ...staff, ...staffPasskeys }),
    },
    accessLog: bindContext(ctx, accessLog),
    retention,
    backoffice: {
      forms: backofficeForms,
      ...config.backoffice,
      orders: bindContext(ctx, { ...backofficeOrders, ...backofficeQueue }),
      door: bindContext(ctx, backofficeDoor),
      customers: bindContext(ctx, backofficeCustomers),
      prescriptions: bindContext(ctx, backofficePrescriptions),
      quotes: bindContext(ctx, backofficeQuotes),
      dispensing: bindContext(ctx, dispensing),
      branches: bindContext(ctx, backofficeBranches),
      ceilings: bindContext(ctx, backofficeCeilings),
      profile: {
        ...bindContext(ctx, { ...shopProfile, ...shopLogo }),
        ProfileForm: createProfileForm(!config.isSandbox),
      },
      proposals: bindContext(ctx, backofficeProposals),
      orderChanges: bindContext(ctx, backofficeOrderChanges),
      pickup: bindContext(ctx, backofficePickup),
      problems: bindContext(ctx, backofficeProblems),
      reports: bindContext(ctx, backofficeReports),
      sales: bindContext(ctx, backofficeSales),
      merchandising: bindContext(ctx, merchandising),
      bagPromotions: bindContext(ctx, backofficeBagPromotions),
      webhooks: bindContext(ctx, backofficeWebhooks),
      whatsapp: { ...bindContext(ctx, backofficeWhatsapp), forms: whatsappForms },
      imports: { ...bindContext(ctx, backofficeImports), listColumnsByKind: backofficeImports.listColumnsByKind },
      assemblies: { ...bindContext(ctx, assemblies), forms: assemblyForms },
      products: bindContext(ctx, backofficeProducts),
      /** Rows on a page of a list that does not tell how long it is. */
      listSizes: {
        products: productsPerPage,
        problems: problems.problemsPerPage,
        decisions: backofficePrescriptions.decisionsPerPage,
        emails: itemsPerPage,
        deliveries: itemsPerPage,
        messages: itemsPerPage,
        importRows: backofficeImports.maxPreviewItems,
        importFaultRows: backofficeImports.maxFaultRows,
        importChangeRows: backofficeImports.maxChangeRows,
      },
      records: { ...bindContext(ctx, productRecords), forms: productRecords.recordForms },
    },
    payments: {
      ...bindContext(ctx, { ...charges, ...chargeRefresher, ...payments, ...refundSettlements, ...paymentQueries }),
      ...bindContext(ctx, { ...unclearCharges, hasUnclearCharge, hasChargeInReview }),
      surcharges: bindContext(ctx, surchargePayments),
      offeredProviderNames: settings.offeredProviderNames,
      listUnknownPayments: (period: { from: Date; until: Date }) =>
        listUnknownPayments(ctx, paymentProviders.bank, period),
      ...paymentProviders.operatorAccess,
    },
    taxNumber: bindContext(ctx, taxNumber),
    problems: { forms: { ProblemReportSchema }, ...bindContext(ctx, problems) },
    reminders: { forms: { ReminderRequestSchema }, ...bindContext(ctx, reminders) },
    wallet: { forms: walletForms, ...bindContext(ctx, { ...wallet, ...balances, importGains }) },
    webhooks: bindContext(ctx, webhooks),
    wishlist: { forms: wishlistForms, ...bindContext(ctx, wishlist) },
    captcha: createCaptchaService(config.captchaKey, clock, (name, nonce, lifetimeMinutes) =>
      claimOnce(ctx, name, nonce, lifetimeMinutes),
    ),
    formGuard: createFormGuard({
      clock,
      failureLimiter: bindContext(ctx, { countHastySubmission, isThrottled }),
      signingSecrets: config.sessionSecrets,
    }),
    /** To the customers themselves: exports by staff are in the audit trail. */
    async exportPersonalData(customerId: number) {
      const personalData = await exportPersonalData(ctx, customerId)
      ctx.securityLog.logAction('customers.export', { by: 'customer', record: `customer ${customerId}` })
      return personalData
    },
    /** Brings all that is encrypted under the newest of ENCRYPTION_KEYS, record by record; may be broken off and run again. */
    async *reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
      for (const column of prescriptionReencryption.encryptedColumns) yield* reencryptColumn(ctx, column, options)
      yield* prescriptionReencryption.reencryptFiles(ctx, options)
      const domains = [laboratoryDiscounts, taxNumber, problems, secondFactor, callKeys, webhooks, accessLog]
      const columns = [...domains.flatMap(({ encryptedColumns }) => encryptedColumns), keyCheckColumn]
      for (const column of columns) yield* reencryptColumn(ctx, column, options)
    },
    files,
    /** Whether the shop was restored and nobody has said yet that it is the shop now: until then its jobs do nothing. */
    isAtRest: () => isAtRest(ctx),
    databaseHealth: {
      ping: database.ping,
      /** Whether pages can be served. @throws when the database does not answer, or its tables have changed */
      async assertReady() {
        await database.ping()
        await assertSchemaUnchanged()
      },
      truncateWal: database.truncateWal,
      countConnections: database.countConnections,
      isDatabaseUnavailable,
    },
    close: database.close,
    /** For the calls alone: pages call the domains' functions. */
    operations,
    /** The published contract of those operations, an OpenAPI document: made when it is first read, not at each start. */
    getOpenApiDocument: rememberBy(getName, (name) => buildOpenApiDocument(operations, name)),
    staffOperations,
    getStaffOpenApiDocument: rememberBy(getName, (name) => buildStaffOpenApiDocument(staffOperations, name)),
  }
}

/** By which a live shop reaches whom it calls. */
function toConnections({ pix, card, externalPayment: { url, secret }, laboratoryProgrammeUrl, channels }: Config) {
  return {
    getChannelEnvironment: () => channels,
    getPixSettings: () => pix,
    getCardSettings: () => card,
    externalPage: url && secret ? { url, secret } : null,
    getProgrammeUrl: laboratoryProgrammeUrl === undefined ? null : () => laboratoryProgrammeUrl,
  }
}

/** The demo's where a sandbox has none of its own; `readConfig` refuses a live shop without one. */
function requireProfile({ shopProfile }: Config, demo: Demo | null): ShopProfile {
  const profile = shopProfile ?? demo?.readProfile()
  if (!profile) throw new Error('a live shop has a profile of its own')
  return profile
}

/** What is made of a part of the profile: once, and anew where that is another one by now. */
function rememberBy<Key, Value>(readKey: () => Key, build: (key: Key) => Value): () => Value {
  let latest: { key: Key; value: Value } | undefined
  return () => {
    const key = readKey()
    if (!latest || latest.key !== key) latest = { key, value: build(key) }
    return latest.value
  }
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
