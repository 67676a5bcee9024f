import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { Order } from '#server/orders/order.ts'
import type { Payment } from '#server/payments/payment-queries.ts'
import { requireCustomer } from '../http/access.server.ts'
import { reportPurchases } from '../http/analytics.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { buildNoStoreHeaders, createFlashMessage, isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { buyAgain } from '../shell/bag-forms.server.ts'
import { describeSeller } from '../shell/seller.ts'
import { accountTexts } from '../texts/account.ts'
import { toIsoDay } from '../texts/dates.ts'
import { addDays } from '../texts/days.ts'
import { describeOrderPromise } from '../texts/delivery-promise.ts'
import { formatDay, maskTaxNumber } from '../texts/format.ts'
import { orderChangeTexts } from '../texts/order-changes.ts'
import { orderTexts } from '../texts/orders.ts'
import { pictureRequestTexts } from '../texts/picture-requests.ts'
import { proposalTexts } from '../texts/proposals.ts'
import { reminderTexts } from '../texts/reminders.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import { OrderBreadcrumb } from './order-breadcrumb.tsx'
import { OrderDetails } from './order-details.tsx'

/** The customer's own order; 404 for any other. */
async function requireVisitorAndOrder(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const id = parseId(args.params.id)
  return { visitor, order: await args.context.shop.orders.getOrder(visitor.customer.id, id).catch(throwAsErrorPage) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { order, visitor } = await requireVisitorAndOrder(args)
  const { orders, payments, problems, wallet, delivery, profile } = args.context.shop
  const [analyticsEvents, statusHistory, chargedPayments, balancePayments, branch, taxNumber] = await Promise.all([
    // Every kind of payment ends on this page.
    reportPurchases(args),
    orders.listStatusHistory(order.id),
    payments.listPayments(order.id),
    wallet.listBalancePayments(order.id),
    delivery.getBranchOrDefault(order.branchId, order.address.zipcode),
    args.context.shop.taxNumber.findTaxNumber(order.id),
  ])
  const { legalName, cnpj, pharmacist, phone } = describeSeller(profile, branch)
  return {
    analyticsEvents,
    order,
    statusHistory,
    remainingStatuses: orders.listRemainingStatuses(order),
    payments: chargedPayments.map(hideProviderWords),
    isPaymentUnclear: await payments.hasUnclearCharge(order.id),
    balancePayments,
    deliveryTime: describeOrderPromise(order, branch, args.context.shop.clock.now()),
    buyerName: `${visitor.customer.firstName} ${visitor.customer.lastName}`,
    proposals: await orders.proposals.listByOrder(order.id),
    now: args.context.shop.clock.now(),
    pictureRequest: await loadPictureRequest(args, order),
    surcharge: await payments.surcharges.checkSurcharge(order.customerId, order.id, { force: false }),
    canChange: orders.changes.canChange(order),
    removableLines: orders.changes.canChange(order) ? await orders.changes.listRemovableLines(order.id) : [],
    changes: await orders.changes.listChanges(order.id),
    problem: (await problems.listByOrder(order.id))[0] ?? null,
    promiseStatus: toPromiseStatus(orders.resolveDeliveryDueAt(order, branch), order, args.context.shop.clock.now()),
    seller: { legalName, cnpj },
    daysOfSupplyByProductId: await args.context.shop.reminders.loadDefaultSupplyDays(order.branchId, order.lines),
    patients: order.status === 'delivered' ? await args.context.shop.prescriptions.listPatients(order.customerId) : [],
    maskedTaxNumber: taxNumber && maskTaxNumber(taxNumber),
    pharmacist: { ...pharmacist, hours: profile.hours, phone, chatHref: profile.pharmacistChatUrl },
  }
}

/** Another picture that its prescription waits for, or has by now. */
async function loadPictureRequest({ context: { shop } }: LoaderFunctionArgs, { prescriptionId, status }: Order) {
  if (prescriptionId === null || status !== 'prescription_review') return null
  const { pictureRequest = null, parts = [] } = (await shop.prescriptions.findPrescription(prescriptionId)) ?? {}
  const part = parts.find(({ id }) => id === pictureRequest?.partId)
  return pictureRequest && { ...pictureRequest, productNames: part?.products.map(({ name }) => name).join(', ') ?? '' }
}

/** What a provider says to the shop is not its customers' to read. */
function hideProviderWords(payment: Payment): Payment {
  return {
    ...payment,
    refundsToSettle: payment.refundsToSettle.map((refund) => ({
      ...refund,
      refusal: refund.refusal && { ...refund.refusal, reason: '' },
    })),
    bankRefunds: payment.bankRefunds.map((refund) => ({ ...refund, providerStatus: null })),
  }
}

/** By when it comes, where that is not what its branch promises, or has passed. */
function toPromiseStatus(promisedAt: Date | null, { phase, revisedPromiseAt }: Order, now: Date) {
  if (promisedAt === null || (phase !== 'shop' && phase !== 'inTransit')) return null
  return { isLate: promisedAt < now, revisedPromiseAt }
}

export const headers = buildNoStoreHeaders

/** 'Cancelar pedido', while it is unpaid: why it cannot be is shown on its page, which may have changed meanwhile. */
const cancelUnpaidOrderForm = defineCustomerForm({
  intent: 'cancel',
  async run({ args, shop }) {
    const { visitor, order } = await requireVisitorAndOrder(args)
    const flash = await shop.payments
      .cancelUnpaidOrder(visitor.customer.id, order.id)
      .then(() => createFlashMessage('ok', orderTexts.cancelledMessage), toErrorFlash)
    return { to: `/minha-conta/pedidos/${order.id}`, flash }
  },
  respond: (_, redirect) => redirect,
})

/** 'Comprar de novo', at any time. */
const reorderForm = defineCustomerForm({
  intent: 'again',
  async run({ args }) {
    const { visitor, order } = await requireVisitorAndOrder(args)
    return buyAgain(args, visitor, order)
  },
  respond: (_, cookieChanges) => ({ to: '/checkout/sacola', ...cookieChanges }),
})

const createProposalDecisionForm = (intent: 'accept-proposal' | 'decline-proposal') =>
  defineCustomerForm({
    intent,
    async run({ args, shop, formData }) {
      const { visitor, order } = await requireVisitorAndOrder(args)
      const { acceptProposal, declineProposal } = shop.orders.proposals
      const decisionArgs = [visitor.customer.id, order.id, parseId(formData.get('proposal'))] as const
      const messagePromise =
        intent === 'accept-proposal'
          ? acceptProposal(...decisionArgs).then((cents) => (cents < 0 ? null : proposalTexts.acceptedMessage(cents)))
          : declineProposal(...decisionArgs).then(proposalTexts.declinedMessage)
      const orderPath = `/minha-conta/pedidos/${order.id}`
      return messagePromise.then(
        (text) =>
          text === null ? { to: `${orderPath}/diferenca` } : { to: orderPath, flash: createFlashMessage('ok', text) },
        (error: unknown) => ({ to: orderPath, flash: toErrorFlash(error) }),
      )
    },
    respond: (_, redirect) => redirect,
  })

/** Shows the error as a flash message: the order may have changed since the form was rendered. */
function toErrorFlash(error: unknown) {
  if (!isShopError(error)) throw error
  return createFlashMessage('error', error.message)
}

/** 'Enviar foto', of the prescription, in place of one that could not be read. */
const sendPictureForm = defineCustomerForm({
  intent: 'send-picture',
  identifyingField: 'request',
  schema: ({ prescriptions }) => prescriptions.forms.PictureForm,
  fields: { file: 'file' },
  async run({ args, shop, formData }, { file }) {
    const { visitor, order } = await requireVisitorAndOrder(args)
    const requestId = parseId(formData.get('request'))
    await shop.orders.pictureRequests.sendPicture(visitor.customer.id, order.id, requestId, file)
    return order.id
  },
  respond: (_, orderId) => ({
    to: `/minha-conta/pedidos/${orderId}`,
    flash: createFlashMessage('ok', pictureRequestTexts.sentMessage),
  }),
})

/** 'Tirar e receber de volta': an item that is not wanted any more, with its units as the page showed them. */
const removeItemForm = defineCustomerForm({
  intent: 'remove-item',
  async run({ args, shop, formData }) {
    const { visitor, order } = await requireVisitorAndOrder(args)
    const [productId, units, expectedUnits] = String(formData.get('item') ?? '').split(' ')
    const removal = { productId: parseId(productId), units: Number(units), expectedUnits: Number(expectedUnits) }
    const by = { kind: 'customer', id: visitor.customer.id } as const
    const flash = formData.has('item')
      ? await shop.orders.changes
          .removeByWish({ orderId: order.id, ...removal }, by)
          .then((cents) => createFlashMessage('ok', orderChangeTexts.removedMessage(cents)), toErrorFlash)
      : createFlashMessage('error', orderChangeTexts.noItem)
    return { to: `/minha-conta/pedidos/${order.id}`, flash }
  },
  respond: (_, redirect) => redirect,
})

/** 'Salvar CPF ou CNPJ', for the fiscal document; an empty one removes it. */
const saveTaxNumberForm = defineCustomerForm({
  intent: 'fiscalCpf',
  schema: () => z.object({ cpf: z.string().default('') }),
  async run({ args, shop }, { cpf }) {
    const { visitor, order } = await requireVisitorAndOrder(args)
    await shop.taxNumber.saveTaxNumber(visitor.customer.id, order.id, cpf)
    const text = cpf.trim() === '' ? orderTexts.taxNumberRemoved : orderTexts.taxNumberSaved
    return { to: `/minha-conta/pedidos/${order.id}`, flash: createFlashMessage('ok', text) }
  },
  respond: (_, redirect) => redirect,
})

/** 'Lembrar quando acabar'. */
const scheduleReminderForm = defineCustomerForm({
  intent: 'remind',
  identifyingField: 'days',
  schema: ({ reminders }) => reminders.forms.ReminderRequestSchema,
  fields: { productId: 'id', patientId: 'patient' },
  async run({ args, shop }, reminder) {
    const { visitor, order } = await requireVisitorAndOrder(args)
    await shop.reminders.scheduleReminder(visitor.customer.id, { orderId: order.id, ...reminder })
    const day = addDays(toIsoDay(shop.clock.now()), reminder.days)
    const flash = createFlashMessage('ok', reminderTexts.savedMessage(formatDay(day)))
    return { to: `/minha-conta/pedidos/${order.id}`, flash }
  },
  respond: (_, redirect) => redirect,
})

export const action = createCustomerAction(
  scheduleReminderForm,
  cancelUnpaidOrderForm,
  createProposalDecisionForm('accept-proposal'),
  createProposalDecisionForm('decline-proposal'),
  reorderForm,
  removeItemForm,
  sendPictureForm,
  saveTaxNumberForm,
)

export const meta = createNoindexMeta<typeof loader>((data) => data && accountTexts.order(data.order.id))

export default function OrderPage() {
  const { order, analyticsEvents: _, ...details } = useLoaderData<typeof loader>()
  const { intent, message, getFieldValue } = toFormState(useActionData<typeof action>())
  const isReminderError = intent === 'remind' && message !== null
  return (
    <>
      <OrderBreadcrumb orderId={order.id} />
      <OrderDetails
        order={order}
        {...details}
        pictureError={intent === 'send-picture' ? message : null}
        taxNumberError={isReminderError || intent === 'send-picture' ? null : message}
        reminderError={
          isReminderError ? { productId: Number(getFieldValue('id')), message, days: getFieldValue('days') } : null
        }
      />
    </>
  )
}
