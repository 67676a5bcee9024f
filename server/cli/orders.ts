import { formatDateAndTime } from '../../app/texts/dates.ts'
import { formatAddressLine, formatMoney, formatZipcode } from '../../app/texts/format.ts'
import { orderStatusLabels } from '../../app/texts/orders.ts'
import type { BackofficeLine, BackofficeOrder } from '../backoffice/orders.ts'
import { startOfShopDay, toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { findProviderError } from '../ports/payment-provider.ts'
import { type Commands, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { parseIdArgument, UsageError } from './usage.ts'

/** Days that `payments unknown` looks back by itself. */
const defaultLookbackDays = 7

export const ordersCommands: Commands = {
  'orders list': {
    usage: '[STATUS]',
    description: 'the newest 50 orders, of one status or of all',
    async run([status], { openShop, print }) {
      if (status !== undefined && !Object.hasOwn(orderStatusLabels, status)) {
        throw new UsageError(`STATUS is one of ${Object.keys(orderStatusLabels).join(', ')}`)
      }
      const { orders } = await openShop()
      const summaries = await orders.listNewestOrders(status)
      if (summaries.length === 0) return print('No orders.')
      const rows = summaries.map(({ id, status, placedAt, totalCents, email }) => [
        String(id),
        status,
        formatDateAndTime(placedAt),
        formatMoney(totalCents),
        email,
      ])
      for (const line of formatTable([['ID', 'STATUS', 'PLACED', 'TOTAL', 'CUSTOMER'], ...rows])) print(line)
    },
  },
  'orders show': {
    usage: 'ID',
    description: 'one order: its lines and what is picked, its way so far, its money, its e-mails',
    async run([id], { openShop, print }) {
      const { backoffice, payments, wallet } = await openShop()
      const orderDetails = await backoffice.orders
        .getOrder(createOperatorActor(), parseIdArgument(id))
        .catch((error) => {
          if (!(error instanceof ShopError) || error.code !== 'order.unknown') throw error
          throw new OperatorError(`There is no order ${id}. "orders list" shows the newest.`)
        })
      const { order, cancellationRequest } = orderDetails
      for (const line of formatOrder(orderDetails)) print(line)
      for (const { name, amountCents, isReturned } of await wallet.listBalancePayments(order.id)) {
        print(`  balance ${name ?? 'wallet'}  ${formatMoney(amountCents)}${isReturned ? '  returned' : ''}`)
      }
      for (const { status, reachedAt, by } of orderDetails.history) {
        print(`  ${formatDateAndTime(reachedAt)}  ${status}${by ? `, by ${by.name ?? actorNames[by.kind]}` : ''}`)
      }
      for (const { reference, amountCents, status } of await payments.listPayments(order.id)) {
        print(`  payment ${reference}  ${formatMoney(amountCents)}  ${status}`)
      }
      for (const { id: emailId, kind, writtenAt, sentAt } of orderDetails.emails) {
        const status = sentAt ? `sent ${formatDateAndTime(sentAt)}` : 'not sent yet'
        print(
          `  e-mail ${emailId}  ${kind ?? 'of an older version'}, written ${formatDateAndTime(writtenAt)}, ${status}`,
        )
      }
      if (cancellationRequest?.answer === null)
        print(`  ${cancellationRequest.requestedBy} asks to cancel it: ${cancellationRequest.reason}`)
    },
  },
  'payments owed': {
    usage: '',
    description: 'money still to be given back, and by whom',
    async run(_args, { openShop, print }) {
      const { payments } = await openShop()
      const dueRefunds = await payments.listDueRefunds()
      if (dueRefunds.length === 0) return print('Nothing is owed.')
      const rows = dueRefunds.map(
        ({ orderId, amountCents, receivedAt, requiresManualRefund, refusalReason, reference }) => [
          String(orderId),
          formatMoney(amountCents),
          formatDateAndTime(receivedAt),
          requiresManualRefund
            ? refusalReason === null
              ? 'you, at the provider'
              : 'you, by other means'
            : 'the server',
          reference,
          refusalReason ?? '',
        ],
      )
      for (const line of formatTable([['ORDER', 'AMOUNT', 'RECEIVED', 'BY', 'PAYMENT', 'REFUSED'], ...rows]))
        print(line)
    },
  },
  'payments unknown': {
    usage: '[--since DAY]',
    description: `what customers paid by Pix in the last ${defaultLookbackDays} days, or since DAY, and the database does not know, as after a restore`,
    async run(_args, { getOptionValue, openShop, print }) {
      const { clock, payments } = await openShop()
      const unclearCharges = await payments.listUnclearCharges()
      const unclearRows = unclearCharges.map(({ orderId, amountCents, since, provider, reason, reference }) => [
        String(orderId),
        formatMoney(amountCents),
        formatDateAndTime(since),
        provider,
        reference,
        reason,
      ])
      if (unclearRows.length > 0) {
        print('The shop cannot read these charges (não entendidos), and their orders wait:')
        for (const line of formatTable([['ORDER', 'ASKED', 'SINCE', 'BY', 'CHARGE', 'ODD'], ...unclearRows]))
          print(line)
      }
      const rangeEnd = clock.now()
      const rangeStart = startOfShopDay(
        getOptionValue('since') ?? toShopDay(rangeEnd),
        getOptionValue('since') ? 0 : -defaultLookbackDays,
      )
      if (rangeStart > rangeEnd) throw new UsageError('--since is a day that has begun')
      const unknownPayments = await payments
        .listUnknownPayments({ from: rangeStart, until: rangeEnd })
        .catch(throwBankError)
      if (unknownPayments.length === 0) {
        if (unclearRows.length > 0) return
        return print('The shop knows all that the bank holds as paid.')
      }
      const rows = unknownPayments.map(({ orderId, message, amountCents, receivedAt, reference, txid }) => [
        orderId === null ? 'unknown' : String(orderId),
        amountCents === null ? 'não entendido' : formatMoney(amountCents),
        receivedAt === null ? '' : formatDateAndTime(receivedAt),
        message,
        reference ?? '',
        txid ?? 'não entendido',
      ])
      for (const line of formatTable([['ORDER', 'AMOUNT', 'RECEIVED', 'TOLD', 'PAYMENT', 'CHARGE'], ...rows]))
        print(line)
      print('Of an unknown order: return the payment at the bank, or deliver by hand what was bought.')
    },
  },
}

/** Who did something, where nobody's name is kept. */
const actorNames = { customer: 'the customer', job: 'the server', bank: 'the bank', staff: 'the staff' } as const

/** @throws OperatorError with the bank's own reason; other errors as they are */
function throwBankError(error: unknown): never {
  const providerError = findProviderError(error)
  throw providerError ? new OperatorError(`The bank does not tell what was paid: ${providerError.message}`) : error
}

function formatOrder({ order, customer, lines }: BackofficeOrder): string[] {
  return [
    `Order ${order.id}: ${order.status}`,
    `  customer      ${customer ? `${customer.firstName} ${customer.lastName}, ${customer.email}` : 'gone'}`,
    `  address       ${formatAddressLine(order.address)}, ${formatZipcode(order.address.zipcode)}`,
    order.note !== '' && `  note          ${order.note.replace(/\s+/g, ' ')}`,
    `  branch        ${order.branchId}`,
    order.type === 'pickup' && '  pick-up       in the branch',
    order.isScheduled && '  delivery      by appointment',
    order.prescriptionId !== null && `  prescription  ${order.prescriptionId}`,
    ...lines.map(formatLine),
    order.couponCode !== null && `  coupon        ${order.couponCode}  ${formatMoney(-order.couponDiscountCents)}`,
    `  total         ${formatMoney(order.totalCents)}`,
    order.net.paidBackCents > 0 && `  paid back     ${formatMoney(-order.net.paidBackCents)}`,
    order.net.paidBackCents > 0 && `  net           ${formatMoney(order.net.netCents)}`,
  ].filter((line) => line !== false)
}

function formatLine({
  quantity,
  shortPickedUnits,
  returnedUnits,
  pickedUnits,
  sku,
  name,
  fullPriceCents,
  discountCents,
}: BackofficeLine): string {
  const pickingNotes = [
    pickedUnits > 0 && `${pickedUnits} picked`,
    shortPickedUnits > 0 && `${shortPickedUnits} taken out`,
    returnedUnits > 0 && `${returnedUnits} returned`,
  ].filter(Boolean)
  const notes = pickingNotes.length > 0 ? `  (${pickingNotes.join(', ')})` : ''
  return `  ${String(quantity).padStart(4)} x ${sku}  ${name}  ${formatMoney(fullPriceCents * quantity - discountCents)}${notes}`
}
