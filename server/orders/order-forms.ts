import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { unitPrice } from '../catalogue/pricing.ts'
import type { DeliveryChoice as Choice } from '../delivery/quote.ts'
import { FormId, Id } from '../wire/values.ts'
import type { LineExtras } from './order.ts'

const units = z.number().int().min(1).max(1_000_000)

export const AddOn = z.object({ id: Id, quantity: units }, fields.addOns)
export const Variation = z.object(
  {
    type: z.string(fields.variations).trim().min(1, fields.variations).max(100, fields.tooLong(100)),
    price: z.number(fields.variations).min(0, fields.variations).max(10_000_000, fields.variations),
  },
  fields.variations,
)

/** Lists of a line that only few sellers use: no order needs more. */
const minDigits = 20

const CartItem = z.object({
  id: Id,
  quantity: units,
  /** As the client shows it, in reais per unit: never charged, only told where the total turns out to be another one. */
  price: z.number().nullish().catch(null),
  discount: z.number().nullish().catch(null),
  discount_type: z.enum(['amount', 'percent']).nullish().catch(null),
  add_ons: z.array(AddOn, fields.addOns).max(minDigits, fields.addOns).nullish(),
  variations: z.array(Variation, fields.variations).max(minDigits, fields.variations).nullish(),
})

/** What the shopper was shown: an order that would be another one is refused with 409. */
const expectations = z.object({
  /** The address's branch. */
  branch: z.union([z.literal(0), Id]).nullish(),
  /** The total, in reais. */
  expectedTotal: z.number().nullish(),
  /** What is left to pay once the balances have paid, in reais. */
  expectedDue: z.number().nullish(),
  /** The delivery's fee, in reais. */
  expectedFee: z.number().nullish(),
  /** The most that the wallet shall pay, in reais. */
  walletAmount: z.number().min(0).max(10_000_000).nullish(),
})

const note = z.string().trim().max(300, fields.tooLong(300))

/** Where an order goes, and what to tell who brings it. */
export const DeliveryChoice = z.object({ address: FormId.catch(0).optional(), note: note.default('') })

/** The summary's form: everything else of its order the shop knows. */
export const ExpectedOrder = expectations
  .extend({ gains: z.array(Id).max(100).optional() })
  .transform(({ gains = [], ...sent }) => toShown(sent, gains))

function toShown(
  { branch, expectedTotal, expectedDue, expectedFee, walletAmount }: z.output<typeof expectations>,
  gainIds: number[],
) {
  const walletCents = toCents(walletAmount) ?? 0
  return {
    branchId: branch ?? undefined,
    expectedTotalCents: toCents(expectedTotal),
    expectedDueCents: toCents(expectedDue),
    expectedFeeCents: toCents(expectedFee),
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
    address: z.number(fields.addressChoice).pipe(Id).nullish(),
    /** 'pickup': in the store that `branch` names, without an address. */
    orderType: z.enum(['delivery', 'pickup'], fields.orderType).nullish(),
    /** One of the branch's windows. */
    window: Id.nullish(),
    note: note.nullish(),
    couponCode: z.string().trim().max(40, fields.tooLong(40)).nullish(),
    /** The id returned by order/sendPrescription, where a product needs a prescription. */
    prescription: Id.nullish(),
    branch: expectations.shape.branch,
    appVersion: z.string().trim().max(40, fields.tooLong(40)).nullish(),
    expectedTotal: expectations.shape.expectedTotal,
    expectedDue: expectations.shape.expectedDue,
    expectedFee: expectations.shape.expectedFee,
    /** The gains that shall pay, each as far as it goes; one that is not the customer's own is refused. */
    gains: z
      .array(z.object({ id: Id }))
      .max(100)
      .nullish(),
    walletAmount: expectations.shape.walletAmount,
  })
  .transform((form) => ({
    bag: {
      lines: form.cart.map(({ id, quantity }) => ({ productId: id, quantity })),
      couponCode: form.couponCode || undefined,
    },
    expectedPrices: new Map(form.cart.flatMap((item) => expectedPrice(item))),
    extras: extrasOf(form.cart),
    addressId: form.address ?? undefined,
    delivery: choiceOf(form),
    note: form.note ?? '',
    prescriptionId: form.prescription ?? undefined,
    appVersion: form.appVersion || undefined,
    ...toShown(
      form,
      (form.gains ?? []).map(({ id }) => id),
    ),
  }))

function choiceOf({ orderType, branch, window }: SentWay): Choice | undefined {
  if (orderType === 'pickup') return { way: 'pickup', branchId: branch ?? 0 }
  return window ? { way: 'window', windowId: window } : undefined
}

interface SentWay {
  orderType?: 'delivery' | 'pickup' | null | undefined
  branch?: number | null | undefined
  window?: number | null | undefined
}

type SentItem = z.output<typeof CartItem>

function expectedPrice({ id, price, discount, discount_type }: SentItem): [productId: number, cents: number][] {
  if (typeof price !== 'number') return []
  const cents = Math.round(price * 100)
  const page = {
    type: discount_type ?? 'percent',
    value: discount_type === 'amount' ? Math.round((discount ?? 0) * 100) : (discount ?? 0),
  }
  return [[id, unitPrice(cents, page, false).priceCents]]
}

/** A product that stands twice is one line of the order, with what both items carry. */
function extrasOf(cart: SentItem[]): Map<number, LineExtras> {
  const extras = new Map<number, LineExtras>()
  for (const { id, add_ons, variations } of cart) {
    const { addOns, variations: others } = extras.get(id) ?? { addOns: [], variations: [] }
    extras.set(id, { addOns: [...addOns, ...(add_ons ?? [])], variations: [...others, ...(variations ?? [])] })
  }
  return extras
}
