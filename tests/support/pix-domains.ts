import { createCustomers } from '../../server/accounts/customers.ts'
import { createAddresses } from '../../server/addresses/addresses.ts'
import { createBags } from '../../server/bag/bag.ts'
import { createCoupons } from '../../server/bag/coupons.ts'
import { createLaboratory } from '../../server/bag/laboratory.ts'
import { createAuthorisations } from '../../server/bag/programme/authorisations.ts'
import { createHttpProgramme } from '../../server/bag/programme/http-programme.ts'
import { isProgrammeTimeout } from '../../server/bag/programme/programme.ts'
import { createCatalogue } from '../../server/catalogue/catalogue.ts'
import type { Database } from '../../server/database/connection.ts'
import { createDelivery } from '../../server/delivery/delivery.ts'
import { createMail } from '../../server/mail/mail.ts'
import { createOrders } from '../../server/orders/orders.ts'
import { createOrderPayments } from '../../server/payments/order-payments.ts'
import { createPayments } from '../../server/payments/payments.ts'
import type { PixSettings } from '../../server/payments/pix/api-pix.ts'
import { createApiPix } from '../../server/payments/pix/api-pix.ts'
import { guardBank } from '../../server/payments/pix/guarded-bank.ts'
import { createPixProvider } from '../../server/payments/pix/pix-provider.ts'
import { isProviderTimeout, type PaymentProvider } from '../../server/payments/provider.ts'
import type { PaymentLog } from '../../server/payments/provider-log.ts'
import { createBreaker } from '../../server/platform/breaker.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { createFolderStorage } from '../../server/platform/files/folder-storage.ts'
import { createPrescriptions } from '../../server/prescriptions/prescriptions.ts'
import { createProblems } from '../../server/problems/problems.ts'
import { createWallet } from '../../server/wallet/wallet.ts'
import { createWebhooks } from '../../server/webhooks/webhooks.ts'

export const testKey = 'a-key-that-is-known-to-the-tests-alone'

interface Deps {
  database: Database
  clock: Clock
  settings: PixSettings
  log: PaymentLog
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
  const accounts = createCustomers(database)
  const catalogue = createCatalogue(database, 0)
  const addresses = createAddresses(database, clock, async () => null)
  const encryption = createEncryption([testKey])
  const coupons = createCoupons(database, clock)
  const programme =
    programmeUrl === undefined
      ? null
      : createHttpProgramme({
          url: () => programmeUrl,
          breaker: createBreaker({ clock, isFailure: isProgrammeTimeout }),
        })
  const laboratory = createLaboratory({ database, clock, catalogue, encryption, programme })
  const authorisations = createAuthorisations({ database, clock, laboratory, programme, log: { warn: () => {} } })
  const prescriptions = createPrescriptions({
    database,
    clock,
    catalogue,
    encryption,
    storage: createFolderStorage('no prescriptions here'),
  })
  const wallet = createWallet({ database, clock, accounts, catalogue })
  const webhooks = createWebhooks({
    database,
    clock,
    encryption,
    log: { warn: () => {} },
    isAllowedAddress: () => false,
    allowsHttpLoopback: false,
  })
  const apiPix = guardBank(
    // With a deadline of the test's own, nothing else ends a wait.
    createApiPix({ getSettings: () => settings, clock, ...(createDeadlineSignal && { timeoutMs: 600_000 }) }),
    createBreaker({ clock, isFailure: isProviderTimeout }),
  )
  const providers = [createPixProvider(apiPix), ...others({ database, clock })]
  const money = createOrderPayments((name) => !providers.find((provider) => provider.name === name)?.refund)
  const orders = createOrders({
    database,
    clock,
    accounts,
    catalogue,
    bags: createBags(catalogue, coupons, laboratory),
    coupons,
    authorisations,
    prescriptions,
    delivery: createDelivery(database, clock),
    addresses,
    mail: createMail({
      database,
      clock,
      mailServer: null,
      sender: () => ({ shopName: 'Farmácia Ipê', origin: 'http://localhost' }),
      keepsSent: true,
      log: { warn: () => {} },
    }),
    wallet,
    webhooks,
    paymentTimeoutMinutes: 30,
    payments: money,
  })
  const problems = createProblems({
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
    payments: createPayments({
      database,
      clock,
      orders,
      providers,
      offeredProviders: providers.map(({ name }) => name),
      bank: apiPix,
      log,
      createDeadlineSignal,
    }),
  }
}
