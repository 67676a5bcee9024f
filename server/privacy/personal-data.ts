import type { AccountService } from '../accounts/accounts.ts'
import type { AddressService } from '../addresses/addresses.ts'
import type { LaboratoryDiscountService } from '../bag/laboratory-discounts.ts'
import type { LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { StockNoticeService } from '../catalogue/stock-notices.ts'
import type { CoverageNoticeService } from '../delivery/coverage-notices.ts'
import type { FiscalCpfStore } from '../orders/fiscal-cpf.ts'
import type { OrderService } from '../orders/orders.ts'
import type { PaymentService } from '../payments/payments.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import type { ProblemService } from '../problems/problems.ts'
import type { ReminderService } from '../reminders/reminders.ts'
import type { WalletService } from '../wallet/wallet.ts'
import type { WishlistService } from '../wishlist/wishlist.ts'

interface Deps {
  accounts: AccountService
  addresses: AddressService
  laboratory: LaboratoryDiscountService
  reminders: Pick<ReminderService, 'listReminders'>
  authorisations: Pick<LaboratoryAuthorisationService, 'listByCustomer'>
  fiscalCpf: Pick<FiscalCpfStore, 'findCpf'>
  orders: OrderService
  payments: PaymentService
  prescriptions: PrescriptionService
  problems: Pick<ProblemService, 'listByCustomer'>
  stockNotices: StockNoticeService
  coverageNotices: CoverageNoticeService
  wallet: WalletService
  wishlist: WishlistService
}

export type PersonalDataExporter = ReturnType<typeof createPersonalDataExporter>

/** All of a statement's entries on one page. */
const wholeStatementPage = { page: 1, perPage: 100_000 }

/**
 * Collects what the shop stores about a customer, in readable names (LGPD, art. 18, II and V). Amounts are cents.
 * Prescription files are not included: each is read by its part's id.
 */
export function createPersonalDataExporter(deps: Deps) {
  const {
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
  } = deps
  return async (customerId: number) => {
    const profile = await accounts.findCustomer(customerId)
    // What was asked for a mailbox is its reader's: an account may name a stranger's until it is confirmed.
    const confirmedEmail = profile?.emailConfirmedAt ? profile.email : null
    const [devices, placedOrders, gains] = await Promise.all([
      accounts.listDevices(customerId, null),
      orders.listOrders(customerId),
      wallet.listGains(customerId),
    ])
    return {
      profile,
      block: await accounts.findBlock(customerId),
      devices: devices.map(({ device, since, signedInBy }) => ({ device, since, signedInBy })),
      passkeys: await accounts.listPasskeys(customerId),
      addresses: await addresses.listAddresses(customerId),
      orders: await Promise.all(
        placedOrders.map(async (order) => ({
          ...order,
          fiscalCpf: await fiscalCpf.findCpf(order.id),
          steps: await orders.listStatusHistory(order.id),
          payments: await payments.listPayments(order.id),
          balances: await wallet.listBalancePayments(order.id),
          proposals: await orders.proposals.listByOrder(order.id),
          endRequest: await orders.queue.findCancellationRequest(order.id),
        })),
      ),
      problems: await problems.listByCustomer(customerId),
      reminders: await reminders.listReminders(customerId),
      patients: await prescriptions.listPatients(customerId),
      prescriptions: await prescriptions.listByCustomer(customerId),
      quotes: await prescriptions.listQuotes(customerId),
      laboratoryDiscounts: await laboratory.listOptIns(customerId),
      laboratoryAuthorisations: await authorisations.listByCustomer(customerId),
      favouriteProductIds: await wishlist.listFavourites(customerId),
      stockNotices: confirmedEmail ? await stockNotices.listNotices(confirmedEmail) : [],
      coverageNotices: confirmedEmail ? await coverageNotices.listNotices(confirmedEmail) : [],
      wallet: await wallet.loadStatement(customerId, wholeStatementPage),
      gains: await Promise.all(
        gains.map(async (gain) => ({
          ...gain,
          statement: await wallet.loadGainStatement(customerId, gain.id, wholeStatementPage),
        })),
      ),
    }
  }
}
