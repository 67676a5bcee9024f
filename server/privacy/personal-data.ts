import { findBlock } from '../accounts/blocks.ts'
import { listPasskeys } from '../accounts/customer-passkeys.ts'
import { findCustomer } from '../accounts/customers.ts'
import { listDevices } from '../accounts/sessions.ts'
import { findWhatsappContact } from '../accounts/whatsapp-number.ts'
import { listAddresses } from '../addresses/addresses.ts'
import { listOptIns } from '../bag/laboratory-discounts.ts'
import * as authorisations from '../bag/programme/laboratory-authorisations.ts'
import * as stockNotices from '../catalogue/stock-notices.ts'
import type { Context } from '../context.ts'
import * as coverageNotices from '../delivery/coverage-notices.ts'
import { findCancellationRequest } from '../orders/fulfilment-queue.ts'
import { listOrders, listStatusHistory } from '../orders/order-queries.ts'
import * as proposals from '../orders/proposals.ts'
import { listSurchargesWithAddress } from '../orders/surcharges.ts'
import { findTaxNumber } from '../orders/tax-number.ts'
import { listPayments } from '../payments/payment-queries.ts'
import { listPatients } from '../prescriptions/patients.ts'
import * as prescriptions from '../prescriptions/prescription-queries.ts'
import { listQuotes } from '../prescriptions/quotes.ts'
import * as problems from '../problems/problems.ts'
import { listReminders } from '../reminders/reminders.ts'
import { listBalancePayments } from '../wallet/balances.ts'
import { listGains, loadGainStatement, loadStatement } from '../wallet/wallet.ts'
import { listFavourites } from '../wishlist/wishlist.ts'

/** All of a statement's entries on one page. */
const wholeStatementPage = { page: 1, perPage: 100_000 }

/**
 * Collects what the shop stores about a customer, in readable names (LGPD, art. 18, II and V). Amounts are cents.
 * Prescription files are not included: each is read by its part's id.
 */
export async function exportPersonalData(ctx: Context, customerId: number) {
  const profile = await findCustomer(ctx, customerId)
  // What was asked for a mailbox is its reader's: an account may name a stranger's until it is confirmed.
  const confirmedEmail = profile?.emailConfirmedAt ? profile.email : null
  const [devices, placedOrders, gains] = await Promise.all([
    listDevices(ctx, customerId, null),
    listOrders(ctx, customerId),
    listGains(ctx, customerId),
  ])
  return {
    profile,
    block: await findBlock(ctx, customerId),
    devices: devices.map(({ device, since, signedInBy }) => ({ device, since, signedInBy })),
    passkeys: await listPasskeys(ctx, customerId),
    whatsapp: await findWhatsappContact(ctx, customerId),
    addresses: await listAddresses(ctx, customerId),
    orders: await Promise.all(
      placedOrders.map(async (order) => ({
        ...order,
        taxNumber: await findTaxNumber(ctx, order.id),
        steps: await listStatusHistory(ctx, order.id),
        payments: await listPayments(ctx, order.id),
        balances: await listBalancePayments(ctx, order.id),
        proposals: await proposals.listByOrder(ctx, order.id),
        surcharges: await listSurchargesWithAddress(ctx, order.id),
        endRequest: await findCancellationRequest(ctx, order.id),
      })),
    ),
    problems: await problems.listByCustomer(ctx, customerId),
    reminders: await listReminders(ctx, customerId),
    patients: await listPatients(ctx, customerId),
    prescriptions: await prescriptions.listByCustomer(ctx, customerId),
    quotes: await listQuotes(ctx, customerId),
    laboratoryDiscounts: await listOptIns(ctx, customerId),
    laboratoryAuthorisations: await authorisations.listByCustomer(ctx, customerId),
    favouriteProductIds: await listFavourites(ctx, customerId),
    stockNotices: confirmedEmail ? await stockNotices.listNotices(ctx, confirmedEmail) : [],
    coverageNotices: confirmedEmail ? await coverageNotices.listNotices(ctx, confirmedEmail) : [],
    wallet: await loadStatement(ctx, customerId, wholeStatementPage),
    gains: await Promise.all(
      gains.map(async (gain) => ({
        ...gain,
        statement: await loadGainStatement(ctx, customerId, gain.id, wholeStatementPage),
      })),
    ),
  }
}
