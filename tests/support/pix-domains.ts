import { createCustomerService } from '../../server/accounts/customers.ts'
import { createAddressService } from '../../server/addresses/addresses.ts'
import { createBagService } from '../../server/bag/bag.ts'
import { createCouponService } from '../../server/bag/coupons.ts'
import { createLaboratoryDiscountService } from '../../server/bag/laboratory-discounts.ts'
import { createHttpProgramme } from '../../server/bag/programme/http-programme.ts'
import { createLaboratoryAuthorisationService } from '../../server/bag/programme/laboratory-authorisations.ts'
import { isProgrammeTimeout } from '../../server/bag/programme/programme.ts'
import { createCatalogue } from '../../server/catalogue/catalogue.ts'
import type { Database } from '../../server/database/connection.ts'
import { createDeliveryService } from '../../server/delivery/delivery.ts'
import { createMailService } from '../../server/mail/mail.ts'
import { createOrderService } from '../../server/orders/orders.ts'
import { createOrderPaymentService } from '../../server/payments/order-payments.ts'
import { createPaymentService } from '../../server/payments/payments.ts'
import type { PixSettings } from '../../server/payments/pix/api-pix.ts'
import { createApiPixBank } from '../../server/payments/pix/api-pix.ts'
import { guardBank } from '../../server/payments/pix/guarded-bank.ts'
import { createPixProvider } from '../../server/payments/pix/pix-provider.ts'
import { isProviderTimeout, type PaymentProvider } from '../../server/payments/provider.ts'
import type { PaymentLogger } from '../../server/payments/provider-caller.ts'
import { createCircuitBreaker } from '../../server/platform/circuit-breaker.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { createFolderStorage } from '../../server/platform/files/folder-storage.ts'
import { createPrescriptionService } from '../../server/prescriptions/prescriptions.ts'
import { createProblemService } from '../../server/problems/problems.ts'
import { createWalletService } from '../../server/wallet/wallet.ts'
import { createWebhookService } from '../../server/webhooks/webhooks.ts'

export const testKey = 'a-key-that-is-known-to-the-tests-alone'

interface Deps {
  database: Database
  clock: Clock
  settings: PixSettings
  log: PaymentLogger
  createDeadlineSignal?: () => AbortSignal
  /** Of the laboratory's programme; without it there is none. */
  programmeUrl?: string | undefined
  /** Besides Pix, in the order in which they are offered. */
  others?: (parts: { database: Database; clock: Clock }) => readonly PaymentProvider[]
}

/**
 * Orders and their payment, wired as in the shop, but without the parts that would slow down a process that is restarted
 * often.
 */
export function openPixDomains({
  database,
  clock,
  settings,
  log,
  createDeadlineSignal,
  others = () => [],
  ...more
}: Deps) {
  const { programmeUrl } = more
  const customers = createCustomerService(database)
  const catalogue = createCatalogue(database, 0)
  const addresses = createAddressService(database, clock, async () => null)
  const encryption = createEncryption([testKey])
  const coupons = createCouponService(database, clock)
  const programme =
    programmeUrl === undefined
      ? null
      : createHttpProgramme({
          getBaseUrl: () => programmeUrl,
          breaker: createCircuitBreaker({ clock, isFailure: isProgrammeTimeout }),
        })
  const laboratory = createLaboratoryDiscountService({ database, clock, catalogue, encryption, programme })
  const authorisations = createLaboratoryAuthorisationService({
    database,
    clock,
    laboratory,
    programme,
    log: { warn: () => {} },
  })
  const prescriptions = createPrescriptionService({
    database,
    clock,
    catalogue,
    encryption,
    storage: createFolderStorage('no prescriptions here'),
  })
  const wallet = createWalletService({ database, clock, customers, catalogue })
  const webhooks = createWebhookService({
    database,
    clock,
    encryption,
    log: { warn: () => {} },
    isAllowedAddress: () => false,
    allowsHttpLoopback: false,
  })
  const apiPix = guardBank(
    // With a deadline of the test's own, nothing else ends a wait.
    createApiPixBank({ getSettings: () => settings, clock, ...(createDeadlineSignal && { timeoutMs: 600_000 }) }),
    createCircuitBreaker({ clock, isFailure: isProviderTimeout }),
  )
  const providers = [createPixProvider(apiPix), ...others({ database, clock })]
  const money = createOrderPaymentService((name) => !providers.find((provider) => provider.name === name)?.refund)
  const orders = createOrderService({
    database,
    clock,
    customers,
    catalogue,
    bags: createBagService(catalogue, coupons, laboratory),
    coupons,
    authorisations,
    prescriptions,
    delivery: createDeliveryService(database, clock),
    addresses,
    mail: createMailService({
      database,
      clock,
      mailServer: null,
      getSender: () => ({ shopName: 'Farmácia Ipê', origin: 'http://localhost' }),
      keepsSentEmails: true,
      log: { warn: () => {} },
    }),
    wallet,
    webhooks,
    paymentTimeoutMinutes: 30,
    payments: money,
  })
  const problems = createProblemService({
    database,
    clock,
    encryption,
    orders,
    authorisations,
    wallet,
    webhooks,
    payments: money,
  })
  return {
    laboratory,
    authorisations,
    orders,
    problems,
    prescriptions,
    apiPix,
    payments: createPaymentService({
      database,
      clock,
      orders,
      providers,
      offeredProviderNames: providers.map(({ name }) => name),
      bank: apiPix,
      log,
      createDeadlineSignal,
    }),
  }
}
