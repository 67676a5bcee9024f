import type { z } from 'zod'
import type { Order } from '#server/orders/order.ts'
import type { BalanceChoice } from '#server/wallet/payment-split.ts'
import { buildPaymentFlash } from '../http/access.server.ts'
import { registerPendingPurchase, reportEvent } from '../http/analytics.server.ts'
import type { CustomerFormContext } from '../http/define-form.server.ts'
import { defineCustomerForm, withRequiredCustomer } from '../http/handle-forms.server.ts'
import { createFlashMessage, isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { buildSavedFormCookieChanges } from '../http/saved-form.server.ts'
import { listStockMessages } from '../shell/bag-forms.server.ts'
import { providerWays, startPayment } from '../shell/start-payment.server.ts'
import { summaryTexts } from '../texts/bag.ts'
import { bagMessages } from '../texts/bag-messages.ts'
import {
  findPayableOrderId,
  findPreselectedAddressId,
  isPrescriptionRequirementMet,
  loadOrderDraft,
} from './bag-steps.server.ts'
import {
  bagPath,
  buildSummaryHref,
  deliveryOptionField,
  firstAddressPath,
  newAddressPath,
  readSummaryChoices,
  type SummaryChoices,
  summaryPath,
  toArrivalField,
  updateSummaryIntent,
} from './checkout-paths.ts'
import { createOrderNote } from './order-note.server.ts'

type OrderExpectations = z.output<CustomerFormContext['shop']['orders']['forms']['OrderExpectations']>
type QuotedOrder = Awaited<ReturnType<CustomerFormContext['shop']['orders']['quoteOrder']>>

/** 'Continuar': saves address and note, and leads to whatever is still missing before the summary. */
export const continueToSummaryForm = withRequiredCustomer(
  defineCustomerForm({
    intent: 'continue',
    schema: ({ orders }) => orders.forms.DeliveryDetails,
    fields: { address: 'delivery_address_id', note: 'order_note' },
    async run({ shop, formData, visitor }, { address, note }) {
      const { bag, customer } = visitor
      if (bag.lines.length === 0) return null
      const addresses = await shop.addresses.listAddresses(customer.id)
      // A page opened before signing in offers no addresses: then the one it would have preselected counts.
      const hasAddressField = formData.has('delivery_address_id')
      const addressId = (hasAddressField ? address : findPreselectedAddressId(addresses, visitor)) || null
      if (addressId === null && addresses.length === 0) return { note, quotedOrder: null }
      const quotedOrder = await shop.orders
        .quoteOrder(customer.id, bag, { addressId: addressId ?? undefined })
        .catch((error: unknown) => {
          throw isShopError(error, 'address.unknown') ? throwAsErrorPage(error) : error
        })
      return { note, quotedOrder }
    },
    respond(context, outcome) {
      if (!outcome) return { to: bagPath }
      if (outcome.quotedOrder) return redirectToNextStep(context, outcome.quotedOrder, outcome.note)
      const orderNote = buildOrderNoteCookie(context, outcome.note)
      return { to: firstAddressPath, orderNote, flash: createFlashMessage('info', bagMessages.addressMissing) }
    },
  }),
  // Who signs in now goes on from here, not back to the bag: where something is missing, the summary leads there. Only who
  // was signed in could write a note or choose an address, and finds them again.
  ({ args, formData }) =>
    formData.has('order_note')
      ? { cookieChanges: buildSavedFormCookieChanges(args, formData) }
      : { nextPath: summaryPath },
)

/** 'Cadastrar novo endereço': the note stays. */
export const openNewAddressForm = withRequiredCustomer(
  defineCustomerForm({
    intent: 'address',
    schema: ({ orders }) => orders.forms.DeliveryDetails,
    fields: { note: 'order_note' },
    run: (_, { note }) => note,
    respond: (context, note) => ({ to: newAddressPath, orderNote: buildOrderNoteCookie(context, note) }),
  }),
  ({ args, formData }) => ({ cookieChanges: buildSavedFormCookieChanges(args, formData) }),
)

function buildOrderNoteCookie({ args, visitor }: CustomerFormContext, note: string) {
  return createOrderNote(args, visitor.customer.id, note)
}

async function redirectToNextStep(
  context: CustomerFormContext,
  { address, branchId, reviewedBag }: QuotedOrder,
  note: string,
) {
  const { args, visitor } = context
  const branchChangedMessages = branchId === visitor.branch.id ? [] : [summaryTexts.branchChangedMessage]
  const stockMessages = listStockMessages(reviewedBag)
  const changesFlash = createFlashMessage(
    stockMessages.length > 0 ? 'error' : 'ok',
    ...branchChangedMessages,
    ...stockMessages,
  )
  const isRequirementMet = await isPrescriptionRequirementMet(args.context, visitor.customer.id, reviewedBag)
  const to = reviewedBag.lines.length === 0 ? bagPath : isRequirementMet ? summaryPath : '/checkout/receita-medica'
  const event = to === bagPath ? undefined : reportEvent(args, { name: 'begin_checkout' })
  return {
    to,
    bag: reviewedBag.bag,
    branch: { branchId, zipcode: address.zipcode, addressId: address.id },
    orderNote: buildOrderNoteCookie(context, note),
    flash: changesFlash.messages.length > 0 || event ? { ...changesFlash, event } : undefined,
  }
}

/**
 * 'Atualizar valores': how it is delivered and what pays it are in the summary's address. A name that was typed is kept where
 * it is whole.
 */
export const updateSummaryChoicesForm = defineCustomerForm({
  intent: updateSummaryIntent,
  async run({ shop, formData, visitor }) {
    const receiver = shop.accounts.forms.Receiver.safeParse({
      fullName: formData.get('full_name'),
      phone: formData.get('phone'),
    })
    if (receiver.success) await shop.accounts.saveReceiver(visitor.customer.id, receiver.data)
    return buildSummaryHref(readSummaryChoices(formData))
  },
  respond: (_, to) => ({ to }),
})

/** 'Comprar sem o desconto do laboratório': its programme is unavailable, or grants too little. */
export const removeLaboratoryDiscountForm = defineCustomerForm({
  intent: 'withoutLaboratory',
  async run({ shop, visitor: { bag } }) {
    if (bag.laboratoryOptInId) await shop.bags.laboratory.deleteOptIn(bag.laboratoryOptInId)
  },
  respond: ({ visitor }) => ({
    to: summaryPath,
    bag: { ...visitor.bag, laboratoryOptInId: undefined },
    flash: createFlashMessage('ok', summaryTexts.laboratoryRemovedMessage),
  }),
})

/** The wallet's amount stands in the form whether or not its box is still ticked. */
function omitUntickedWallet(choices: SummaryChoices, { balances }: { balances?: BalanceChoice | undefined }) {
  if (!balances || choices.deliveryOption === '' || choices.isWalletUsed) return {}
  const { gainIds } = balances
  return { balances: gainIds.length > 0 ? { gainIds, walletCents: 0 } : undefined }
}

/** 'Finalizar pedido'. The same form sent twice makes one order, identified by its hidden idempotency key. */
const placement = {
  intent: 'place',
  fields: {
    branch: 'branch_id',
    expectedTotal: 'expected_amount',
    expectedFee: 'expected_delivery',
    expectedArrival: { name: deliveryOptionField, read: readExpectedArrival },
  },
  hasBotProtection: true,
  async respond(context: CustomerFormContext, orderOrPayableId: Order | number | null) {
    if (orderOrPayableId === null) return { to: bagPath }
    if (typeof orderOrPayableId === 'number')
      return {
        to: toPaymentPath(context, orderOrPayableId),
        flash: createFlashMessage('info', bagMessages.alreadyPlaced(orderOrPayableId)),
      }
    return completePlacement(context, orderOrPayableId)
  },
}

export const placeOrderForm = withRequiredCustomer(
  defineCustomerForm({
    ...placement,
    identifyingField: 'idempotency_key',
    schema: ({ orders }) => orders.forms.OrderExpectations,
    run: (context, orderExpectations) => placeOrder(context, orderExpectations),
  }),
)

/** By who came without a name, which the summary asks for. */
export const placeFirstOrderForm = withRequiredCustomer(
  defineCustomerForm({
    ...placement,
    intent: 'first',
    identifyingField: 'full_name',
    schema: ({ accounts, orders }) => orders.forms.OrderExpectations.and(accounts.forms.Receiver),
    async run(context, { fullName, phone, ...orderExpectations }) {
      await context.shop.accounts.saveReceiver(context.visitor.customer.id, { fullName, phone })
      return placeOrder(context, orderExpectations)
    },
  }),
)

async function placeOrder(
  { args, shop, formData, visitor }: CustomerFormContext,
  orderExpectations: OrderExpectations,
) {
  const { orders, prescriptions, version } = shop
  const { customer, bag } = visitor
  const productIds = bag.lines.map(({ productId }) => productId)
  const choices = readSummaryChoices(formData)
  const draft = await loadOrderDraft(args, visitor, choices)
  if (!draft.addressId && draft.delivery?.method !== 'pickup') return null
  const orderRequest = {
    ...orderExpectations,
    ...omitUntickedWallet(choices, orderExpectations),
    ...draft,
    customerId: customer.id,
    idempotencyKey: readIdempotencyKey(formData) || crypto.randomUUID(),
    prescriptionId: (await prescriptions.findOpenPrescription(customer.id, productIds))?.id,
    appVersion: version,
  }
  return orders.placeOrder(orderRequest).catch(async (error: unknown) => {
    // The bag was emptied by the order that another tab has placed: that one is shown, not an empty bag.
    const payableOrderId = isShopError(error, 'bag.empty') ? await findPayableOrderId(args, customer.id) : null
    if (payableOrderId === null) throw error
    return payableOrderId
  })
}

/** Of the option that is chosen; none for one whose arrival the page did not tell. */
function readExpectedArrival(form: FormData): [path: string, value: FormDataEntryValue][] {
  const arrival = form.get(toArrivalField(readSummaryChoices(form).deliveryOption))
  return arrival === null ? [] : [['', arrival]]
}

/** At most 80 characters; '' for none. In pages opened before the shop was updated the field has its former name. */
function readIdempotencyKey(form: FormData): string {
  return String(form.get('idempotency_key') ?? form.get('submission_key') ?? '').slice(0, 80)
}

async function completePlacement(context: CustomerFormContext, order: Order) {
  await registerPendingPurchase(context.args, order.id)
  const clearedCookies = { bag: { lines: [] }, orderNote: null }
  if (order.dueCents === 0 || order.doorTerms)
    return { to: `/minha-conta/pedidos/${order.id}`, ...clearedCookies, flash: buildPaymentFlash(order) }
  return { ...(await choosePaymentPage(context, order)), ...clearedCookies, pendingOrder: order.id }
}

/** The page of the way that was chosen in the summary; a form without that choice leads to all of them. */
async function choosePaymentPage(context: CustomerFormContext, order: Order) {
  const { paymentMethod } = readSummaryChoices(context.formData)
  const chosenWay = providerWays.find((way) => way === paymentMethod)
  return chosenWay ? startPayment(context, order, chosenWay) : { to: toPaymentPath(context, order.id) }
}

function toPaymentPath({ shop }: CustomerFormContext, orderId: number): string {
  return shop.payments.offeredProviderNames.includes('external')
    ? `/checkout/${orderId}/externo`
    : `/checkout/${orderId}`
}
