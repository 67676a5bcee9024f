import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Bag, ReviewedBag } from '#server/bag/bag.ts'
import type { BagChange } from '#server/bag/bag-lines.ts'
import type { Order } from '#server/orders/order.ts'
import { reportEvent } from '../http/analytics.server.ts'
import type { FlashMessage } from '../http/cookie-values.server.ts'
import type { CookieChanges } from '../http/cookies.server.ts'
import type { RequestArgs } from '../http/load-context.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import type { Visitor } from '../http/visitor.server.ts'
import { bagMessages } from '../texts/bag-messages.ts'
import { paymentFailureTexts } from '../texts/checkout.ts'
import { formatRefusal, refusals } from '../texts/refusals.ts'

export interface ProductFormInput {
  productId: number
  /** As it was typed. */
  quantity: string
  /** The button read 'Atualizar carrinho'. */
  isReplacement: boolean
}

/**
 * A quantity that is not a number is ignored, 0 adds nothing or takes what is there out, more than the stock is reduced to it;
 * each with its message.
 *
 * @throws a redirect to /cep, which adds the product once a postal code is known
 * @throws ShopError for a product or a place that is not possible
 */
export async function addToBag(
  args: RequestArgs,
  { bag, destination }: Visitor,
  { productId, quantity: quantityText, isReplacement }: ProductFormInput,
  returnTo: string,
): Promise<CookieChanges> {
  const { shop } = args.context
  const quantity = shop.bags.parseQuantity(quantityText)
  if (quantity === null) return { flash: createFlashMessage('error', bagMessages.quantityIgnored) }
  if (quantity === 0 && isReplacement)
    return buildRemovalChanges(bag, shop.bags.removeProduct(bag, productId), bagMessages.removed)
  if (quantity === 0) return { flash: createFlashMessage('error', bagMessages.quantityZero) }
  if (!destination) {
    const pendingParams = new URLSearchParams({
      id: String(productId),
      quantity: String(quantity),
      redirectTo: returnTo,
    })
    throw redirect(`/cep?${pendingParams}`, 303)
  }
  const changeBag = isReplacement ? shop.bags.setQuantity : shop.bags.addProduct
  const change = await changeBag(bag, destination.branchId, productId, quantity)
  const event = isReplacement ? undefined : reportEvent(args, { name: 'add_to_cart' })
  const message = change.isClamped
    ? buildClampedMessage(change, productId, returnTo)
    : createFlashMessage('ok', isReplacement ? bagMessages.updated : bagMessages.added)
  return { bag: change.bag, flash: { ...message, leadsTo: 'bag', event } }
}

/** Says that a quantity was above the stock and how many there are: beside its field, on the page that has it. */
export function buildClampedMessage({ bag, isMaximum }: BagChange, productId: number, href: string): FlashMessage {
  const unitCount = bag.lines.find((line) => line.productId === productId)?.quantity ?? 0
  const path = href.split('?', 1)[0] ?? ''
  const hasQuantityField = /^\/(produto\/|checkout\/sacola$)/.test(path)
  return {
    ...(isMaximum
      ? createFlashMessage('error', bagMessages.maxUnits(unitCount))
      : createFlashMessage('error', bagMessages.quantityClamped, bagMessages.unitsLeft(unitCount))),
    ...(hasQuantityField && { beside: { path, productId } }),
  }
}

/** The bag without what was taken out, which can be put back for a while. */
export function buildRemovalChanges(previousBag: Bag, bag: Bag, message: string): CookieChanges {
  return {
    bag,
    removed: previousBag,
    flash: { ...createFlashMessage('ok', message), canUndo: previousBag.lines.length > bag.lines.length },
  }
}

/** Adds an order's products to the bag, as far as stock and the bag's size allow. */
export async function addOrderToBag({ shop }: AppLoadContext, { bag, branch }: Visitor, order: Order) {
  const missingLines = order.lines.filter(({ productId }) => !bag.lines.some((line) => line.productId === productId))
  const lines = missingLines.map(({ productId, quantity }) => ({ productId, quantity }))
  const { bag: filledBag, isFull } = shop.bags.addLines(bag, lines)
  const reviewedBag = await shop.bags.reviewBag(filledBag, branch.id)
  const messages = [...(isFull ? [refusals['bag.full']()] : []), ...listStockMessages(reviewedBag)]
  return {
    bag: reviewedBag.bag,
    flash:
      messages.length > 0
        ? createFlashMessage('error', ...messages)
        : createFlashMessage('ok', paymentFailureTexts.reorderedMessage),
  }
}

/** 'Comprar de novo': counted like any other addition to the bag. */
export async function buyAgain(args: RequestArgs, visitor: Visitor, order: Order): Promise<CookieChanges> {
  const { bag, flash } = await addOrderToBag(args.context, visitor, order)
  const hasAddedLines = bag.lines.length > visitor.bag.lines.length
  return { bag, flash: hasAddedLines ? { ...flash, event: reportEvent(args, { name: 'add_to_cart' }) } : flash }
}

/** What a stock check removed from the bag, as messages (specification, section 4). */
export function listStockMessages({
  droppedLines,
  reducedLines,
  couponRefusal,
  couponMinSubtotalCents,
}: ReviewedBag): string[] {
  return [
    ...droppedLines.map(({ name, reason }) => bagMessages.productDropped(name, reason === 'product.paused')),
    ...reducedLines.map(({ name, quantity, isMaximum }) =>
      isMaximum ? bagMessages.maxUnitsOf(name, quantity) : bagMessages.quantityReduced(name, quantity),
    ),
    ...(couponRefusal ? [formatRefusal(couponRefusal, { cents: couponMinSubtotalCents ?? 0 })] : []),
  ]
}
