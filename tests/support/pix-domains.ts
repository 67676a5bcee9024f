import { openCustomers } from '../../server/accounts/customers.ts'
import { openAddresses } from '../../server/addresses/addresses.ts'
import { openBags } from '../../server/bag/bag.ts'
import { openCoupons } from '../../server/bag/coupons.ts'
import { openLaboratory } from '../../server/bag/laboratory.ts'
import { openCatalogue } from '../../server/catalogue/catalogue.ts'
import type { Database } from '../../server/database/connection.ts'
import { openDelivery } from '../../server/delivery/delivery.ts'
import { openMail } from '../../server/mail/mail.ts'
import { openOrders } from '../../server/orders/orders.ts'
import type { PaymentLog } from '../../server/payments/bank-reports.ts'
import { orderMoney } from '../../server/payments/order-money.ts'
import { openPayments } from '../../server/payments/payments.ts'
import type { PixSettings } from '../../server/payments/pix/api-pix.ts'
import { openApiPix } from '../../server/payments/pix/api-pix.ts'
import { guardBank, isBankTimeout } from '../../server/payments/pix/guarded-bank.ts'
import { openBreaker } from '../../server/platform/breaker.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { openEncryption } from '../../server/platform/encryption.ts'
import { openFolderStorage } from '../../server/platform/files/folder-storage.ts'
import { openPrescriptions } from '../../server/prescriptions/prescriptions.ts'
import { createProblems } from '../../server/problems/problems.ts'
import { openWallet } from '../../server/wallet/wallet.ts'
import { openWebhooks } from '../../server/webhooks/webhooks.ts'

interface Parts {
  database: Database
  clock: Clock
  settings: PixSettings
  log: PaymentLog
  openDeadline?: () => AbortSignal
}

/**
 * Orders and their payment, wired as in the shop, but without the parts that would slow down a process that is restarted
 * often.
 */
export function openPixDomains({ database, clock, settings, log, openDeadline }: Parts) {
  const accounts = openCustomers(database)
  const catalogue = openCatalogue(database, 0)
  const addresses = openAddresses(database, clock, async () => null)
  const encryption = openEncryption(['a-key-that-is-known-to-the-tests-alone'])
  const coupons = openCoupons(database, clock)
  const laboratory = openLaboratory({ database, clock, catalogue, encryption })
  const prescriptions = openPrescriptions({
    database,
    clock,
    catalogue,
    encryption,
    storage: openFolderStorage('no prescriptions here'),
  })
  const wallet = openWallet({ database, clock, accounts, catalogue })
  const webhooks = openWebhooks({
    database,
    clock,
    encryption,
    log: { warn: () => {} },
    mayReach: () => false,
    allowsPlainLoopback: false,
  })
  const orders = openOrders({
    database,
    clock,
    accounts,
    catalogue,
    bags: openBags(catalogue, coupons, laboratory),
    coupons,
    prescriptions,
    delivery: openDelivery(database, clock),
    addresses,
    mail: openMail({
      database,
      clock,
      server: null,
      letterhead: () => ({ shopName: 'Farmácia Ipê', origin: 'http://localhost' }),
      keepSent: true,
      log: { warn: () => {} },
    }),
    wallet,
    webhooks,
    nativePayment: true,
    money: orderMoney,
  })
  const apiPix = guardBank(
    // With a deadline of the test's own, nothing else ends a wait.
    openApiPix({ settings: () => settings, clock, ...(openDeadline && { timeoutMs: 600_000 }) }),
    openBreaker({ clock, isFailure: isBankTimeout }),
  )
  const problems = createProblems({ database, clock, encryption, orders, wallet, webhooks })
  return {
    orders,
    problems,
    prescriptions,
    apiPix,
    payments: openPayments({ database, clock, orders, bank: apiPix, log, openDeadline }),
  }
}
