import { z } from 'zod'
import { cookiesOf } from '../http/cookies.server.ts'
import { noFields } from '../http/define-form.server.ts'
import { shopForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { flashMessage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { clampedMessage, removalChanges, stockMessages } from '../shell/bag-forms.server.ts'
import { bagMessages } from '../texts/bag-messages.ts'
import { refusals } from '../texts/refusals.ts'
import { sharePath } from './bag-steps.server.ts'
import { bagPath } from './order-draft.ts'

const readProductId = (form: FormData) => parseId(form.get('id'))

/** Another quantity of a line; what is no number changes nothing. */
export const update = shopForm({
  ...noFields,
  intent: 'update',
  identifyingField: 'quantity',
  async run({ shop: { bags }, form, visitor: { bag, branch } }) {
    const quantity = bags.parseQuantity(String(form.get('quantity') ?? ''))
    return quantity === null ? null : bags.set(bag, branch.id, readProductId(form), quantity)
  },
  next({ form, visitor: { bag } }, change) {
    if (change === null) return { to: bagPath, flash: flashMessage('error', bagMessages.quantityIgnored) }
    if (change.bag.lines.length < bag.lines.length)
      return { to: bagPath, ...removalChanges(bag, change.bag, bagMessages.removed) }
    // Sent without the button, by scripts: the page shows the new quantity and total, and a message would cover what is pressed next.
    const isSeen = !form.has('intent')
    const flash = change.clamped
      ? clampedMessage(change.bag, readProductId(form), bagPath)
      : isSeen
        ? undefined
        : flashMessage('ok', bagMessages.updated)
    return { to: bagPath, bag: change.bag, flash }
  },
})

export const remove = shopForm({
  ...noFields,
  intent: 'remove',
  identifyingField: 'id',
  run: ({ shop, form, visitor }) => shop.bags.remove(visitor.bag, readProductId(form)),
  next: ({ visitor }, changed) => ({ to: bagPath, ...removalChanges(visitor.bag, changed, bagMessages.removed) }),
})

export const clear = shopForm({
  ...noFields,
  intent: 'clear',
  run: () => ({ lines: [] }),
  next: ({ visitor }, changed) => ({ to: bagPath, ...removalChanges(visitor.bag, changed, bagMessages.cleared) }),
})

/** 'Desfazer': puts back what was taken out last, as far as the bag has room and the shop has it. */
export const restore = shopForm({
  ...noFields,
  intent: 'restore',
  async run({ args, shop: { bags }, visitor: { bag, branch } }) {
    const removed = cookiesOf(args).read('removed')
    if (!removed) return null
    const isMissing = ({ productId }: { productId: number }) => !bag.lines.some((line) => line.productId === productId)
    const { couponCode = removed.couponCode, laboratoryOptInId = removed.laboratoryOptInId } = bag
    const { bag: filled, isFull } = bags.fill(
      { ...bag, couponCode, laboratoryOptInId },
      removed.lines.filter(isMissing),
    )
    return { review: await bags.review(filled, branch.id), isFull }
  },
  next({ form }, restored) {
    const to = safeRedirect(form.get('redirectTo'), bagPath)
    if (!restored) return { to, flash: flashMessage('info', bagMessages.nothingToRestore) }
    const { review, isFull } = restored
    const messages = [...(isFull ? [refusals['bag.full']()] : []), ...stockMessages(review)]
    const flash = messages.length > 0 ? flashMessage('error', ...messages) : flashMessage('ok', bagMessages.restored)
    return { to, bag: review.bag, removed: null, flash }
  },
})

/** 'Compartilhar sacola'. */
export const share = shopForm({
  ...noFields,
  intent: 'share',
  run: ({ shop, visitor: { bag } }) => bag.lines.length > 0 && shop.bags.links.create(bag.lines),
  next: (_, link) => ({ to: link ? sharePath : bagPath }),
})

/** 'Aplicar'. */
export const applyCoupon = shopForm({
  intent: 'coupon',
  identifyingField: 'coupon_code',
  schema: () => z.object({ couponCode: z.string().default('') }),
  fields: { couponCode: 'coupon_code' },
  run: ({ shop, visitor: { bag, branch, customer } }, { couponCode }) =>
    shop.bags.applyCoupon(bag, branch.id, couponCode, customer?.id),
  next: (_, bag) => ({ to: bagPath, bag, flash: flashMessage('ok', bagMessages.couponApplied) }),
})

export const removeCoupon = shopForm({
  ...noFields,
  intent: 'removeCoupon',
  run: ({ visitor }) => ({ ...visitor.bag, couponCode: undefined }),
  next: (_, bag) => ({ to: bagPath, bag, flash: flashMessage('ok', bagMessages.couponRemoved) }),
})
