import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Bag, ReviewedBag } from '#server/bag/bag.ts'
import type { Order } from '#server/orders/order.ts'
import { reportEvent } from '../http/analytics.server.ts'
import type { FlashMessage } from '../http/cookie-values.server.ts'
import type { CookieChanges } from '../http/cookies.server.ts'
import { flashMessage } from '../http/responses.server.ts'
import type { Visitor } from '../http/visitor.server.ts'
import type { RequestArgs } from '../load-context.ts'
import { bagMessages } from '../texts/bag-messages.ts'
import { failureTexts } from '../texts/checkout.ts'
import { messageFor, refusals } from '../texts/refusals.ts'

/** What a product's form asks for. */
export interface ProductWish {
  productId: number
  /** As it was typed. */
  quantity: string
  /** The button read 'Atualizar carrinho'. */
  replaces: boolean
}

/**
 * A quantity that is not a number is ignored, 0 adds nothing or takes what is there out, more than the stock is reduced to it;
 * each with its sentence.
 *
 * @throws a redirect to /cep, which adds the product once a postal code is known
 * @throws ShopError for a product or a place that is not possible
 */
export async function addToBag(
  args: RequestArgs,
  { bag, destination }: Visitor,
  { productId, quantity: text, replaces }: ProductWish,
  returnTo: string,
): Promise<CookieChanges> {
  const { shop } = args.context
  const quantity = shop.bags.parseQuantity(text)
  if (quantity === null) return { flash: flashMessage('error', bagMessages.quantityIgnored) }
  if (quantity === 0 && replaces) return removalChanges(bag, shop.bags.remove(bag, productId), bagMessages.removed)
  if (quantity === 0) return { flash: flashMessage('error', bagMessages.quantityZero) }
  if (!destination) {
    const pending = new URLSearchParams({ id: String(productId), quantity: String(quantity), redirectTo: returnTo })
    throw redirect(`/cep?${pending}`, 303)
  }
  const changeBag = replaces ? shop.bags.set : shop.bags.add
  const { bag: changedBag, clamped } = await changeBag(bag, destination.branchId, productId, quantity)
  const event = replaces ? undefined : reportEvent(args, { name: 'add_to_cart' })
  const message = clamped
    ? clampedMessage(changedBag, productId, returnTo)
    : flashMessage('ok', replaces ? bagMessages.updated : bagMessages.added)
  return { bag: changedBag, flash: { ...message, leadsTo: 'bag', event } }
}

/** Says that a quantity was above the stock and how many there are: beside its field, on the page that has it. */
export function clampedMessage(bag: Bag, productId: number, href: string): FlashMessage {
  const units = bag.lines.find((line) => line.productId === productId)?.quantity ?? 0
  const path = href.split('?', 1)[0] ?? ''
  const hasField = /^\/(produto\/|checkout\/sacola$)/.test(path)
  return {
    ...flashMessage('error', bagMessages.clamped, bagMessages.unitsLeft(units)),
    ...(hasField && { beside: { path, productId } }),
  }
}

/** The bag without what was taken out, which can be put back for a while. */
export function removalChanges(previousBag: Bag, bag: Bag, message: string): CookieChanges {
  return {
    bag,
    removed: previousBag,
    flash: { ...flashMessage('ok', message), canUndo: previousBag.lines.length > bag.lines.length },
  }
}

/** Adds an order's products to the bag, as far as stock and the bag's size allow. */
export async function refillBag({ shop }: AppLoadContext, { bag, branch }: Visitor, order: Order) {
  const newLines = order.lines.filter(({ productId }) => !bag.lines.some((line) => line.productId === productId))
  const lines = newLines.map(({ productId, quantity }) => ({ productId, quantity }))
  const { bag: filledBag, isFull } = shop.bags.fill(bag, lines)
  const review = await shop.bags.review(filledBag, branch.id)
  const messages = [...(isFull ? [refusals['bag.full']()] : []), ...stockMessages(review)]
  return {
    bag: review.bag,
    flash: messages.length > 0 ? flashMessage('error', ...messages) : flashMessage('ok', failureTexts.refilled),
  }
}

/** 'Comprar de novo': counted like any other addition to the bag. */
export async function buyAgain(args: RequestArgs, visitor: Visitor, order: Order): Promise<CookieChanges> {
  const { bag, flash } = await refillBag(args.context, visitor, order)
  const hasAdded = bag.lines.length > visitor.bag.lines.length
  return { bag, flash: hasAdded ? { ...flash, event: reportEvent(args, { name: 'add_to_cart' }) } : flash }
}

/** What a stock check removed from the bag, in sentences (specification, section 4). */
export function stockMessages({ dropped, reduced, couponRefusal, couponMinimumCents }: ReviewedBag): string[] {
  return [
    ...dropped.map(({ name, reason }) => bagMessages.dropped(name, reason === 'product.paused')),
    ...reduced.map(({ name, quantity }) => bagMessages.reduced(name, quantity)),
    ...(couponRefusal ? [messageFor(couponRefusal, { cents: couponMinimumCents ?? 0 })] : []),
  ]
}
