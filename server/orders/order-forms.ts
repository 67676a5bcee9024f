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
  /** What is left to pay once the balances have paid, in reais. */
  expected_due: z.number().nullish(),
  /** The most that the wallet shall pay, in reais. */
  wallet_amount: z.number().min(0).max(10_000_000).nullish(),
})

/** The summary's form: everything else of its order the shop knows. */
export const ShownOrder = shown
  .extend({ gains: z.array(Id).max(100).optional() })
  .transform(({ gains = [], ...sent }) => toShown(sent, gains))

function toShown(
  { branch_id, expected_amount, expected_due, wallet_amount }: z.output<typeof shown>,
  gainIds: number[],
) {
  const walletCents = toCents(wallet_amount) ?? 0
  return {
    branchId: branch_id ?? undefined,
    expectedTotalCents: toCents(expected_amount),
    expectedDueCents: toCents(expected_due),
    balances: gainIds.length > 0 || walletCents > 0 ? { gainIds, walletCents } : undefined,
  }
}

function toCents(reais: number | null | undefined): number | undefined {
  return typeof reais === 'number' ? Math.round(reais * 100) : undefined
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
    expected_due: shown.shape.expected_due,
    /** The gains that shall pay, each as far as it goes; one that is not the customer's own is refused. */
    gains: z
      .array(z.object({ id: Id }))
      .max(100)
      .nullish(),
    wallet_amount: shown.shape.wallet_amount,
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
    ...toShown(
      sent,
      (sent.gains ?? []).map(({ id }) => id),
    ),
  }))
