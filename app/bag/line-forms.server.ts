import { z } from 'zod'
import { getCookies } from '../http/cookies.server.ts'
import { defineShopForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { buildClampedMessage, buildRemovalChanges, listStockMessages } from '../shell/bag-forms.server.ts'
import { bagMessages } from '../texts/bag-messages.ts'
import { refusals } from '../texts/refusals.ts'
import { shareBagPath } from './bag-steps.server.ts'
import { bagPath } from './checkout-paths.ts'

const readProductId = (form: FormData) => parseId(form.get('id'))

/** Another quantity of a line; what is no number changes nothing. */
export const updateQuantityForm = defineShopForm({
  intent: 'update',
  identifyingField: 'quantity',
  async run({ shop: { bags }, formData, visitor: { bag, branch } }) {
    const quantity = bags.parseQuantity(String(formData.get('quantity') ?? ''))
    return quantity === null ? null : bags.setQuantity(bag, branch.id, readProductId(formData), quantity)
  },
  respond({ formData, visitor: { bag } }, quantityChange) {
    if (quantityChange === null) return { to: bagPath, flash: createFlashMessage('error', bagMessages.quantityIgnored) }
    if (quantityChange.bag.lines.length < bag.lines.length)
      return { to: bagPath, ...buildRemovalChanges(bag, quantityChange.bag, bagMessages.removed) }
    // Sent without the button, by scripts: the page shows the new quantity and total, and a message would cover what is pressed next.
    const isSentByScript = !formData.has('intent')
    const flash = quantityChange.isClamped
      ? buildClampedMessage(quantityChange, readProductId(formData), bagPath)
      : isSentByScript
        ? undefined
        : createFlashMessage('ok', bagMessages.updated)
    return { to: bagPath, bag: quantityChange.bag, flash }
  },
})

export const removeLineForm = defineShopForm({
  intent: 'remove',
  identifyingField: 'id',
  run: ({ shop, formData, visitor }) => shop.bags.removeProduct(visitor.bag, readProductId(formData)),
  respond: ({ visitor }, changedBag) => ({
    to: bagPath,
    ...buildRemovalChanges(visitor.bag, changedBag, bagMessages.removed),
  }),
})

export const clearBagForm = defineShopForm({
  intent: 'clear',
  run: () => ({ lines: [] }),
  respond: ({ visitor }, changedBag) => ({
    to: bagPath,
    ...buildRemovalChanges(visitor.bag, changedBag, bagMessages.cleared),
  }),
})

/** 'Desfazer': puts back what was taken out last, as far as the bag has room and the shop has it. */
export const restoreLinesForm = defineShopForm({
  intent: 'restore',
  async run({ args, shop: { bags }, visitor: { bag, branch } }) {
    const removedBag = getCookies(args).read('removed')
    if (!removedBag) return null
    const isMissing = ({ productId }: { productId: number }) => !bag.lines.some((line) => line.productId === productId)
    const { couponCode = removedBag.couponCode, laboratoryOptInId = removedBag.laboratoryOptInId } = bag
    const { bag: restoredBag, isFull } = bags.addLines(
      { ...bag, couponCode, laboratoryOptInId },
      removedBag.lines.filter(isMissing),
    )
    return { reviewedBag: await bags.reviewBag(restoredBag, branch.id), isFull }
  },
  respond({ formData }, restoration) {
    const to = safeRedirect(formData.get('redirectTo'), bagPath)
    if (!restoration) return { to, flash: createFlashMessage('info', bagMessages.nothingToRestore) }
    const { reviewedBag, isFull } = restoration
    const messages = [...(isFull ? [refusals['bag.full']()] : []), ...listStockMessages(reviewedBag)]
    const flash =
      messages.length > 0 ? createFlashMessage('error', ...messages) : createFlashMessage('ok', bagMessages.restored)
    return { to, bag: reviewedBag.bag, removed: null, flash }
  },
})

/** 'Compartilhar sacola'. */
export const shareBagForm = defineShopForm({
  intent: 'share',
  run: ({ shop, visitor: { bag } }) => bag.lines.length > 0 && shop.bags.links.createToken(bag.lines),
  respond: (_, shareToken) => ({ to: shareToken ? shareBagPath : bagPath }),
})

/** 'Aplicar'. */
export const applyCouponForm = defineShopForm({
  intent: 'coupon',
  identifyingField: 'coupon_code',
  schema: () => z.object({ couponCode: z.string().default('') }),
  async run({ args, shop, visitor: { bag, branch, customer } }, { couponCode }) {
    // An empty bag takes none, and tells nothing of a code.
    if (bag.lines.length > 0) await shop.bags.coupons.assertCouponExists(couponCode, args.context.clientNetwork)
    return shop.bags.applyCoupon(bag, branch.id, couponCode, customer?.id)
  },
  respond: (_, bag) => ({ to: bagPath, bag, flash: createFlashMessage('ok', bagMessages.couponApplied) }),
})

export const removeCouponForm = defineShopForm({
  intent: 'removeCoupon',
  run: ({ visitor }) => ({ ...visitor.bag, couponCode: undefined }),
  respond: (_, bag) => ({ to: bagPath, bag, flash: createFlashMessage('ok', bagMessages.couponRemoved) }),
})
