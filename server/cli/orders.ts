import { statusTexts } from '../../app/texts/account.ts'
import { formatDateAndTime } from '../../app/texts/dates.ts'
import { addressLine, formatMoney, formatZipcode } from '../../app/texts/format.ts'
import type { EndedOrder } from '../fulfilment/fulfilment.ts'
import { type Commands, idIn, table, UsageError } from './command.ts'

export const ordersCommands: Commands = {
  'orders list': {
    takes: '[STATUS]',
    does: 'the newest 50 orders, of one status or of all',
    async run([status], { openShop, print }) {
      if (status !== undefined && !Object.hasOwn(statusTexts, status)) {
        throw new UsageError(`STATUS is one of ${Object.keys(statusTexts).join(', ')}`)
      }
      const { orders } = await openShop()
      const found = await orders.listForOperator(status)
      if (found.length === 0) return print('No orders.')
      const rows = found.map(({ id, status, placedAt, totalCents, email }) => [
        String(id),
        status,
        formatDateAndTime(placedAt),
        formatMoney(totalCents),
        email,
      ])
      for (const line of table([['ID', 'STATUS', 'PLACED', 'TOTAL', 'CUSTOMER'], ...rows])) print(line)
    },
  },
  'orders show': {
    takes: 'ID',
    does: 'one order: its lines, its way so far, its money',
    async run([id], { openShop, print }) {
      const { accounts, orders, payments, wallet } = await openShop()
      const order = await orders.findForOperator(idIn(id))
      if (!order) throw new Error(`There is no order ${id}. "orders list" shows the newest.`)
      const customer = await accounts.findCustomer(order.customerId)
      print(`Order ${order.id}: ${order.status}`)
      print(`  customer      ${customer ? `${customer.firstName} ${customer.lastName}, ${customer.email}` : 'gone'}`)
      print(`  address       ${addressLine(order.address)}, ${formatZipcode(order.address.zipcode)}`)
      if (order.note) print(`  note          ${order.note.replace(/\s+/g, ' ')}`)
      print(`  branch        ${order.branchId}`)
      if (order.isScheduled) print('  delivery      by appointment')
      if (order.prescriptionId) print(`  prescription  ${order.prescriptionId}`)
      for (const { quantity, name, priceCents } of order.lines) {
        print(`  ${String(quantity).padStart(4)} x ${name}  ${formatMoney(priceCents * quantity)}`)
      }
      if (order.couponCode) print(`  coupon        ${order.couponCode}  ${formatMoney(-order.couponDiscountCents)}`)
      print(`  total         ${formatMoney(order.totalCents)}`)
      for (const { name, amountCents, isReturned } of await wallet.balancePaymentsOf(order.id)) {
        print(`  balance ${name ?? 'wallet'}  ${formatMoney(amountCents)}${isReturned ? '  returned' : ''}`)
      }
      for (const { status, reachedAt } of await orders.statusHistoryOf(order.id)) {
        print(`  ${formatDateAndTime(reachedAt)}  ${status}`)
      }
      for (const { reference, amountCents, status } of await payments.paymentsOf(order.id)) {
        print(`  payment ${reference}  ${formatMoney(amountCents)}  ${status}`)
      }
    },
  },
  'orders advance': {
    takes: 'ID',
    does: 'to the next step: preparing, out_for_delivery, delivered',
    async run([id], { openShop, print }) {
      const { fulfilment } = await openShop()
      print(`Order ${id} is now ${await fulfilment.advance(idIn(id))}.`)
    },
  },
  'orders owed': {
    takes: '',
    does: 'money still to be given back, and by whom',
    async run(_args, { openShop, print }) {
      const { payments } = await openShop()
      const owed = await payments.duePayments()
      if (owed.length === 0) return print('Nothing is owed.')
      const rows = owed.map(({ orderId, amountCents, receivedAt, byHand, reference }) => [
        String(orderId),
        formatMoney(amountCents),
        formatDateAndTime(receivedAt),
        byHand ? 'you, at the provider' : 'the server',
        reference,
      ])
      for (const line of table([['ORDER', 'AMOUNT', 'RECEIVED', 'BY', 'PAYMENT'], ...rows])) print(line)
    },
  },
  'orders cancel': {
    takes: 'ID',
    does: 'ends an order still in the shop; stock and money go back',
    async run([id], { openShop, print }) {
      const { fulfilment } = await openShop()
      const owed = await fulfilment.cancel(idIn(id))
      print(`Order ${id} is now cancelled. ${refundSentence(owed)}`)
    },
  },
  'orders refund': {
    takes: 'ID',
    does: 'gives the money of a paid order back',
    async run([id], { openShop, print }) {
      const { fulfilment } = await openShop()
      const owed = await fulfilment.refund(idIn(id))
      print(`Order ${id} is now refunded. ${refundSentence(owed)}`)
    },
  },
}

/** How the money is refunded. A Pix is refunded by the server, so that two programs never both call the bank. */
export function refundSentence({ refundCents, refundByHand, returnedCents }: EndedOrder): string {
  const returned = returnedCents > 0 ? `${formatMoney(returnedCents)} went back to the customer's balances. ` : ''
  return returned + moneySentence(refundCents, refundByHand)
}

function moneySentence(refundCents: number, refundByHand: boolean): string {
  if (refundCents === 0) return 'No other payment is to be refunded.'
  const amount = formatMoney(refundCents)
  return refundByHand
    ? `Refund ${amount} at the payment provider: its report then closes the refund.`
    : `The server refunds ${amount} within seconds.`
}
