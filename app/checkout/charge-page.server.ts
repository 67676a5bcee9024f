import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requirePayableOrder } from '../http/access.server.ts'
import { formatTime } from '../texts/dates.ts'
import { describeOrderPromise } from '../texts/delivery-promise.ts'
import { readAutoRefresh } from './payment-polling.tsx'

/**
 * What each page shows on which a charge waits to be paid; without a charge by that method it redirects to the choice.
 * @param forceCheck asks the provider at once, for a shopper back from the provider's page
 */
export async function loadChargePage(args: LoaderFunctionArgs, way: 'pix' | 'card', { forceCheck = false } = {}) {
  const { payments, delivery, clock } = args.context.shop
  const order = await requirePayableOrder(args, { forceCheck })
  const charge = await payments.findCharge(order.customerId, order.id)
  if (charge?.way !== way) throw redirect(`/checkout/${order.id}`, 303)
  const { isAutoRefreshed, headers } = readAutoRefresh(args.request)
  const chargePageData = {
    orderId: order.id,
    amountCents: charge.amountCents,
    deadlineTime: formatTime(charge.expiresAt),
    isAutoRefreshed,
    isUnclear: charge.isUnclear,
    paymentMethods: payments.offeredProviderNames,
    installments: payments.calculateInstallments(charge.amountCents),
    deliveryTime: describeOrderPromise(
      order,
      await delivery.getBranchOrDefault(order.branchId, order.address.zipcode),
      clock.now(),
    ),
    needsPrescription: order.lines.some(({ requiresPrescription }) => requiresPrescription),
  }
  return { charge, chargePageData, headers }
}

/** 'Já paguei': asks the provider at once. */
export async function checkPaymentAction(args: ActionFunctionArgs) {
  const { id, customerId } = await requirePayableOrder(args)
  const status = await args.context.shop.payments.checkPaymentStatus(customerId, id, { force: true })
  // The rule leads an order that no longer waits to where it belongs.
  if (status !== 'pending') await requirePayableOrder(args)
  return data({ isStillUnpaid: true })
}
