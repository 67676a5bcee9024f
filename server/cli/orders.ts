import { formatDateAndTime } from '../../app/texts/dates.ts'
import { formatAddressLine, formatMoney, formatZipcode } from '../../app/texts/format.ts'
import type { Language } from '../../app/texts/operator/sentence.ts'
import { padLabels, upkeepTexts as texts } from '../../app/texts/operator/upkeep.ts'
import { orderStatusLabels } from '../../app/texts/orders.ts'
import type { BackofficeLine, BackofficeOrder } from '../backoffice/orders.ts'
import { startOfShopDay, toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { findProviderError } from '../ports/payment-provider.ts'
import { type Commands, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'
import { parseIdArgument, UsageError } from './usage.ts'

/** Days that `payments unknown` looks back by itself. */
const defaultLookbackDays = 7

export const ordersCommands: Commands = {
  'orders list': {
    usage: `[STATUS] ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'the newest 50 orders, of one status or of all',
    async run([status], { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
      if (status !== undefined && !Object.hasOwn(orderStatusLabels, status)) {
        throw new UsageError(`STATUS is one of ${Object.keys(orderStatusLabels).join(', ')}`)
      }
      const { orders } = await openShop()
      const summaries = await orders.listNewestOrders(status)
      if (summaries.length === 0) return print(texts.noOrder[language])
      const rows = summaries.map(({ id, status, placedAt, totalCents, email }) => [
        String(id),
        status,
        formatDateAndTime(placedAt),
        formatMoney(totalCents),
        email,
      ])
      for (const line of formatTable([texts.orderColumns[language], ...rows])) print(line)
    },
  },
  'orders show': {
    usage: `ID ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'one order: its lines and what is picked, its way so far, its money, its e-mails',
    async run([id = ''], { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
      const { backoffice, payments, wallet } = await openShop()
      const orderDetails = await backoffice.orders
        .getOrder(createOperatorActor(), parseIdArgument(id))
        .catch((error) => {
          if (!(error instanceof ShopError) || error.code !== 'order.unknown') throw error
          throw new OperatorError(texts.unknownOrder(id)[language])
        })
      const { order, cancellationRequest } = orderDetails
      for (const line of formatOrder(orderDetails, language)) print(line)
      for (const { name, amountCents, isReturned } of await wallet.listBalancePayments(order.id)) {
        print(`  ${texts.balance(name, formatMoney(amountCents), isReturned)[language]}`)
      }
      for (const { status, reachedAt, by } of orderDetails.history) {
        print(
          `  ${formatDateAndTime(reachedAt)}  ${status}${by ? texts.by(by.name ?? texts.actors[by.kind][language])[language] : ''}`,
        )
      }
      for (const { reference, amountCents, status } of await payments.listPayments(order.id)) {
        print(`  ${texts.payment[language]} ${reference}  ${formatMoney(amountCents)}  ${status}`)
      }
      for (const { id: emailId, kind, writtenAt, sentAt } of orderDetails.emails) {
        const sentTime = sentAt && formatDateAndTime(sentAt)
        print(`  ${texts.email(emailId, kind, formatDateAndTime(writtenAt), sentTime)[language]}`)
      }
      if (cancellationRequest?.decision === null)
        print(`  ${texts.asksToCancel(cancellationRequest.askedBy, cancellationRequest.reason)[language]}`)
    },
  },
  'payments owed': {
    usage: `${languageUsage}`,
    formatError: formatOwnerError,
    description: 'money still to be given back, and by whom',
    async run(_args, { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
      const { payments } = await openShop()
      const dueRefunds = await payments.listDueRefunds()
      if (dueRefunds.length === 0) return print(texts.nothingOwed[language])
      const rows = dueRefunds.map(
        ({ orderId, amountCents, receivedAt, requiresManualRefund, refusalReason, reference }) => [
          String(orderId),
          formatMoney(amountCents),
          formatDateAndTime(receivedAt),
          texts.payers[requiresManualRefund ? (refusalReason === null ? 'provider' : 'otherMeans') : 'server'][
            language
          ],
          reference,
          refusalReason ?? '',
        ],
      )
      for (const line of formatTable([texts.owedColumns[language], ...rows])) print(line)
    },
  },
  'payments unknown': {
    usage: `[--since DAY] ${languageUsage}`,
    formatError: formatOwnerError,
    description: `what customers paid by Pix in the last ${defaultLookbackDays} days, or since DAY, and the database does not know, as after a restore`,
    async run(_args, { getOptionValue, openShop, print }) {
      const language = readLanguage(getOptionValue)
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
        print(texts.unclear[language])
        for (const line of formatTable([texts.unclearColumns[language], ...unclearRows])) print(line)
      }
      const rangeEnd = clock.now()
      const rangeStart = startOfShopDay(
        getOptionValue('since') ?? toShopDay(rangeEnd),
        getOptionValue('since') ? 0 : -defaultLookbackDays,
      )
      if (rangeStart > rangeEnd) throw new UsageError('--since is a day that has begun')
      const unknownPayments = await payments
        .listUnknownPayments({ from: rangeStart, until: rangeEnd })
        .catch((error: unknown) => throwBankError(error, language))
      if (unknownPayments.length === 0) {
        if (unclearRows.length > 0) return
        return print(texts.allPaymentsKnown[language])
      }
      const rows = unknownPayments.map(({ orderId, message, amountCents, receivedAt, reference, txid }) => [
        orderId === null ? texts.unknown[language] : String(orderId),
        amountCents === null ? texts.unreadable : formatMoney(amountCents),
        receivedAt === null ? '' : formatDateAndTime(receivedAt),
        message,
        reference ?? '',
        txid ?? texts.unreadable,
      ])
      for (const line of formatTable([texts.unknownColumns[language], ...rows])) print(line)
      print(texts.returnUnknown[language])
    },
  },
}

/** @throws OperatorError with the bank's own reason; other errors as they are */
function throwBankError(error: unknown, language: Language): never {
  const providerError = findProviderError(error)
  throw providerError ? new OperatorError(texts.silentBank(providerError.message)[language]) : error
}

function formatOrder({ order, customer, lines }: BackofficeOrder, language: Language): string[] {
  const labels = texts.orderLabels
  const pad = padLabels(labels, language)
  const formatFact = (label: keyof typeof labels, value: string | number) => `  ${pad(labels[label])}  ${value}`
  return [
    texts.order(order.id, order.status)[language],
    formatFact(
      'customer',
      customer ? `${customer.firstName} ${customer.lastName}, ${customer.email}` : texts.customerGone[language],
    ),
    formatFact('address', `${formatAddressLine(order.address)}, ${formatZipcode(order.address.zipcode)}`),
    order.note !== '' && formatFact('note', order.note.replace(/\s+/g, ' ')),
    formatFact('branch', order.branchId),
    order.type === 'pickup' && formatFact('pickup', texts.inBranch[language]),
    order.isScheduled && formatFact('delivery', texts.byAppointment[language]),
    order.prescriptionId !== null && formatFact('prescription', order.prescriptionId),
    ...lines.map((line) => formatLine(line, language)),
    order.couponCode !== null &&
      formatFact('coupon', `${order.couponCode}  ${formatMoney(-order.couponDiscountCents)}`),
    formatFact('total', formatMoney(order.totalCents)),
    order.net.paidBackCents > 0 && formatFact('paidBack', formatMoney(-order.net.paidBackCents)),
    order.net.paidBackCents > 0 && formatFact('net', formatMoney(order.net.netCents)),
  ].filter((line) => line !== false)
}

function formatLine(line: BackofficeLine, language: Language): string {
  const { quantity, shortPickedUnits, returnedUnits, pickedUnits, sku, name, fullPriceCents, discountCents } = line
  const pickingNotes = [
    pickedUnits > 0 && texts.picked(pickedUnits)[language],
    shortPickedUnits > 0 && texts.takenOut(shortPickedUnits)[language],
    returnedUnits > 0 && texts.returned(returnedUnits)[language],
  ].filter(Boolean)
  const notes = pickingNotes.length > 0 ? `  (${pickingNotes.join(', ')})` : ''
  return `  ${String(quantity).padStart(4)} x ${sku}  ${name}  ${formatMoney(fullPriceCents * quantity - discountCents)}${notes}`
}
