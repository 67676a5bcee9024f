import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { paymentFlash, requireCustomer } from '../http/access.server.ts'
import { awaitPurchase, report } from '../http/analytics.server.ts'
import { cookiesOf } from '../http/cookies.server.ts'
import { guardForm } from '../http/forms.server.ts'
import { parseId } from '../http/ids.ts'
import { keepForm } from '../http/kept-form.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, isRefusal, refusalInit, refusalOf, refusalPage, seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { type Visitor, visitorOf } from '../http/visitor.server.ts'
import { clampedMessage, stockMessages, takenOut } from '../shell/bag-forms.server.ts'
import { summaryTexts } from '../texts/bag.ts'
import { bagReplies } from '../texts/bag-replies.ts'
import { fields } from '../texts/fields.ts'
import { refusals } from '../texts/refusals.ts'
import {
  awaitedOrder,
  bagPage,
  firstAddressPage,
  isPrescriptionSent,
  preselected,
  summaryPage,
} from './bag-steps.server.ts'

/** The forms of the bag step and the summary, which share one URL: the button's `intent` identifies the form. */
const forms = { update, remove, clear, restore, coupon: applyCoupon, removeCoupon, continue: continueToSummary, place }

/** Characters. */
const maxNoteLength = 300

/** Why a checkout form was refused, and at which field. */
interface CheckoutRefusal {
  message: string
  field?: 'delivery_address_id' | 'order_note' | 'coupon_code'
  note?: string
  couponCode?: string
  /** Of the chosen address, where no branch delivers. */
  uncoveredZipcode?: string | undefined
}

export async function checkoutAction(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  const intent = String(form.get('intent') ?? impliedIntent(form))
  const take = Object.hasOwn(forms, intent) ? forms[intent as keyof typeof forms] : continueToSummary
  try {
    return await take(args, form, await visitorOf(args))
  } catch (error) {
    const refusal = refusalOf(args.context, error)
    if (refusal.status === 404) return refusalPage(error)
    const field = refusal.field === 'delivery_address_id' || refusal.field === 'coupon_code' ? refusal.field : undefined
    const couponCode = String(form.get('coupon_code') ?? '').slice(0, 40)
    const note = form.get('order_note')?.toString()
    return data(
      { refusal: { message: refusal.message, field, couponCode, note } as CheckoutRefusal },
      refusalInit(refusal),
    )
  }
}

/** A form sent without its button (by Enter in some browsers, or by a program) is recognised by its fields. */
function impliedIntent(form: FormData): keyof typeof forms {
  if (idempotencyKeyIn(form) !== '') return 'place'
  if (form.has('coupon_code')) return 'coupon'
  if (form.has('id')) return form.has('quantity') ? 'update' : 'remove'
  return 'continue'
}

/** At most 80 characters; '' for none. In pages opened before the shop was updated the field has its former name. */
function idempotencyKeyIn(form: FormData): string {
  return String(form.get('idempotency_key') ?? form.get('submission_key') ?? '').slice(0, 80)
}

async function update({ context }: ActionFunctionArgs, form: FormData, { bag, branch }: Visitor) {
  const { bags } = context.shop
  const quantity = bags.parseQuantity(String(form.get('quantity') ?? ''))
  if (quantity === null) return seeOther(context, bagPage, { flash: flashMessage('error', bagReplies.quantityIgnored) })
  const { bag: changed, clamped } = await bags.set(bag, branch.id, productIn(form), quantity)
  const gone = changed.lines.length < bag.lines.length
  // Sent without the button, by scripts: the page shows the new quantity and total, and a message would cover what is pressed next.
  const isSeen = !form.has('intent')
  if (gone) return seeOther(context, bagPage, takenOut(bag, changed, bagReplies.removed))
  const flash = clamped
    ? clampedMessage(changed, productIn(form), bagPage)
    : isSeen
      ? undefined
      : flashMessage('ok', bagReplies.updated)
  return seeOther(context, bagPage, { bag: changed, flash })
}

async function remove({ context }: ActionFunctionArgs, form: FormData, { bag }: Visitor) {
  const changed = context.shop.bags.remove(bag, productIn(form))
  return seeOther(context, bagPage, takenOut(bag, changed, bagReplies.removed))
}

async function clear({ context }: ActionFunctionArgs, _form: FormData, { bag }: Visitor) {
  return seeOther(context, bagPage, takenOut(bag, { lines: [] }, bagReplies.cleared))
}

/** 'Desfazer': puts back what was taken out last, as far as the bag has room and the shop has it. */
async function restore(args: ActionFunctionArgs, form: FormData, { bag, branch }: Visitor) {
  const { bags } = args.context.shop
  const removed = cookiesOf(args).read('removed')
  const target = safeRedirect(form.get('redirectTo'), bagPage)
  if (!removed) return seeOther(args.context, target, { flash: flashMessage('info', bagReplies.nothingToRestore) })
  const isGone = ({ productId }: { productId: number }) => !bag.lines.some((line) => line.productId === productId)
  const { couponCode = removed.couponCode, laboratoryId = removed.laboratoryId } = bag
  const { bag: filled, isFull } = bags.fill({ ...bag, couponCode, laboratoryId }, removed.lines.filter(isGone))
  const review = await bags.review(filled, branch.id)
  const lost = [...(isFull ? [refusals['bag.full']()] : []), ...stockMessages(review)]
  const flash = lost.length > 0 ? flashMessage('error', ...lost) : flashMessage('ok', bagReplies.restored)
  return seeOther(args.context, target, { bag: review.bag, removed: null, flash })
}

/** 'Aplicar'. */
async function applyCoupon({ context }: ActionFunctionArgs, form: FormData, { bag, branch, customer }: Visitor) {
  const code = String(form.get('coupon_code') ?? '')
  const changed = await context.shop.bags.applyCoupon(bag, branch.id, code, customer?.id)
  return seeOther(context, bagPage, { bag: changed, flash: flashMessage('ok', bagReplies.couponApplied) })
}

async function removeCoupon({ context }: ActionFunctionArgs, _form: FormData, { bag }: Visitor) {
  const flash = flashMessage('ok', bagReplies.couponRemoved)
  return seeOther(context, bagPage, { bag: { ...bag, couponCode: undefined }, flash })
}

/** 'Continuar': saves address and note, and redirects to whatever is still missing before the summary. */
async function continueToSummary(args: ActionFunctionArgs, form: FormData, visitor: Visitor) {
  const { bag } = visitor
  const { context } = args
  const note = String(form.get('order_note') ?? '').trim()
  // Who signs in now goes on from here, not back to the bag: where something is missing, the summary leads there. Only who
  // was signed in could write a note or choose an address, and finds them again.
  const wasSignedIn = form.has('order_note')
  const { customer } = await requireCustomer(args, wasSignedIn ? { keep: keepForm(args, form) } : { next: summaryPage })
  if (bag.lines.length === 0) return seeOther(context, bagPage)
  if (note.length > maxNoteLength) return refuse({ message: fields.tooLong(maxNoteLength), field: 'order_note', note })

  // A page opened before signing in offers no addresses: then the one it would have preselected counts.
  const addressId = form.has('delivery_address_id')
    ? parseId(form.get('delivery_address_id'))
    : preselected(await context.shop.addresses.listAddresses(customer.id), visitor)
  if (!addressId) return askForAddress(context, customer.id, note)
  const reviewed = await context.shop.orders.reviewOrder(customer.id, bag, addressId).catch((error: unknown) => {
    if (!isRefusal(error, 'address.uncovered')) throw error
    return error
  })
  if (reviewed instanceof Error) {
    const { zipcode } = await context.shop.addresses.findAddress(customer.id, addressId)
    return refuse({ message: reviewed.message, field: 'delivery_address_id', note, uncoveredZipcode: zipcode })
  }
  const { address, branchId, review } = reviewed
  const moved = branchId === visitor.branch.id ? [] : [summaryTexts.branchChanged]
  const lost = stockMessages(review)
  const news = flashMessage(lost.length > 0 ? 'error' : 'ok', ...moved, ...lost)
  const isSent = await isPrescriptionSent(context, customer.id, review)
  const next = review.lines.length === 0 ? bagPage : isSent ? summaryPage : '/checkout/receita-medica'
  const event = next === bagPage ? undefined : report(args, { name: 'begin_checkout' })
  return seeOther(context, next, {
    bag: review.bag,
    branch: { branchId, zipcode: address.zipcode, addressId },
    orderNote: note,
    flash: news.sentences.length > 0 || event ? { ...news, event } : undefined,
  })
}

async function askForAddress(context: ActionFunctionArgs['context'], customerId: number, note: string) {
  const addresses = await context.shop.addresses.listAddresses(customerId)
  if (addresses.length > 0)
    return refuse({ message: refusals['address.required'](), field: 'delivery_address_id', note })
  return seeOther(context, firstAddressPage, { orderNote: note, flash: flashMessage('info', bagReplies.addressNext) })
}

/** 'Finalizar pedido'. The same form sent twice makes one order, identified by its hidden idempotency key. */
async function place(args: ActionFunctionArgs, form: FormData, visitor: Visitor) {
  const { customer } = await requireCustomer(args)
  await guardForm(args, form)
  return placeBag(args, form, visitor, customer.id).catch(async (error: unknown) => {
    // The bag was emptied by the order that another tab has placed: that one is shown, not an empty bag.
    const placed = isRefusal(error, 'bag.empty') ? await awaitedOrder(args, customer.id) : null
    if (placed === null) throw error
    return seeOther(args.context, paymentPageOf(args, placed), {
      flash: flashMessage('info', bagReplies.alreadyPlaced(placed)),
    })
  })
}

async function placeBag(args: ActionFunctionArgs, form: FormData, { bag, chosen }: Visitor, customerId: number) {
  const { context } = args
  const { orders, prescriptions, version } = context.shop
  if (!chosen?.addressId) return seeOther(context, bagPage)
  const shown = parseWithZod(form, { schema: orders.forms.ShownOrder })
  if (shown.status !== 'success') return refuse({ message: fields.unreadable })
  const order = await orders.placeOrder({
    ...shown.value,
    customerId,
    idempotencyKey: idempotencyKeyIn(form) || crypto.randomUUID(),
    bag,
    addressId: chosen.addressId,
    prescriptionId: (await prescriptions.findOpen(customerId))?.id,
    note: cookiesOf(args).read('orderNote') ?? '',
    appVersion: version,
  })
  await awaitPurchase(args, order.id)
  if (order.dueCents === 0)
    return seeOther(context, `/minha-conta/pedidos/${order.id}`, {
      bag: { lines: [] },
      orderNote: '',
      flash: paymentFlash(order),
    })
  return seeOther(context, paymentPageOf(args, order.id), {
    bag: { lines: [] },
    orderNote: '',
    pendingOrder: order.id,
  })
}

function paymentPageOf({ context }: ActionFunctionArgs, orderId: number): string {
  return context.shop.nativePayment ? `/checkout/${orderId}` : `/checkout/${orderId}/externo`
}

function productIn(form: FormData): number {
  return parseId(form.get('id'))
}

function refuse(refusal: CheckoutRefusal) {
  return data({ refusal }, 422)
}
