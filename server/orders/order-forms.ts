import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { Id } from '../api/wire.ts'

const CartItem = z.object({
  id: Id,
  quantity: z.number().int().min(1).max(1_000_000),
})

/** What the shopper was shown: an order that would be another one is refused with 409. */
const shown = z.object({
  /** The address's branch. */
  branch_id: z.union([z.literal(0), Id]).nullish(),
  /** The total, in reais. */
  expected_amount: z.number().nullish(),
})

/** The summary's form: everything else of its order the shop knows. */
export const ShownOrder = shown.transform(toShown)

function toShown({ branch_id, expected_amount }: z.output<typeof shown>) {
  return {
    branchId: branch_id ?? undefined,
    expectedTotalCents: typeof expected_amount === 'number' ? Math.round(expected_amount * 100) : undefined,
  }
}

/** The specification's order object. Its prices, totals and charges are ignored: the server computes its own. */
export const OrderObject = z
  .object({
    cart: z.array(CartItem).max(200),
    delivery_address_id: z.number(fields.addressChoice).pipe(Id),
    /** The only kind. */
    order_type: z.literal('delivery', fields.orderType).nullish(),
    order_note: z.string().trim().max(300, fields.tooLong(300)).nullish(),
    coupon_code: z.string().trim().max(40, fields.tooLong(40)).nullish(),
    /** The id returned by order/sendPrescription, where a product needs a prescription. */
    prescription_id: Id.nullish(),
    branch_id: shown.shape.branch_id,
    app_version: z.string().trim().max(40, fields.tooLong(40)).nullish(),
    expected_amount: shown.shape.expected_amount,
  })
  .transform((sent) => ({
    bag: {
      lines: sent.cart.map(({ id, quantity }) => ({ productId: id, quantity })),
      couponCode: sent.coupon_code || undefined,
    },
    addressId: sent.delivery_address_id,
    note: sent.order_note ?? '',
    prescriptionId: sent.prescription_id ?? undefined,
    appVersion: sent.app_version || undefined,
    ...toShown(sent),
  }))
