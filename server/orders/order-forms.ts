import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { limits } from '../../app/texts/limits.ts'
import { parseMoney } from '../../app/texts/money.ts'
import { calculateUnitPrice } from '../catalogue/pricing.ts'
import type { DeliveryChoice } from '../delivery/delivery-quote.ts'
import { FormIdSchema, IdSchema } from '../wire/values.ts'
import type { LineExtras } from './order.ts'
import { doorMeansNames, paymentWays } from './payment-way.ts'

const quantitySchema = z.number().int().min(1).max(limits.units)

export const AddOn = z.object({ id: IdSchema, quantity: quantitySchema }, fieldErrors.addOns)
export const Variation = z.object(
  {
    type: z.string(fieldErrors.variations).trim().min(1, fieldErrors.variations).max(100, fieldErrors.tooLong(100)),
    price: z.number(fieldErrors.variations).min(0, fieldErrors.variations).max(10_000_000, fieldErrors.variations),
  },
  fieldErrors.variations,
)

/** Lists of a line that only few sellers use: no order needs more. */
const maxExtrasPerLine = 20

const CartItem = z.object({
  id: IdSchema,
  quantity: quantitySchema,
  /** As the client shows it, in reais per unit: never charged, only compared where the total turns out to be another one. */
  price: z.number().nullish().catch(null),
  discount: z.number().nullish().catch(null),
  discount_type: z.enum(['amount', 'percent']).nullish().catch(null),
  add_ons: z.array(AddOn, fieldErrors.addOns).max(maxExtrasPerLine, fieldErrors.addOns).nullish(),
  variations: z.array(Variation, fieldErrors.variations).max(maxExtrasPerLine, fieldErrors.variations).nullish(),
})

/** What the shopper was shown: an order that would be another one is refused with 409. */
const expectationsSchema = z.object({
  /** The address's branch. */
  branch: z.union([z.literal(0), IdSchema]).nullish(),
  /** The total, in reais. */
  expectedTotal: z.number().nullish(),
  /** What is left to pay once the balances have paid, in reais. */
  expectedDue: z.number().nullish(),
  /** The delivery's fee, in reais. */
  expectedFee: z.number().nullish(),
  /** When it arrives, or is ready in the store. */
  expectedArrival: z.iso.datetime({ offset: true }).nullish(),
  /** The most that the wallet shall pay, in reais. */
  walletAmount: z.number().min(0).max(10_000_000).nullish(),
})

const noteSchema = z.string().trim().max(300, fieldErrors.tooLong(300))

/** How it is paid at the door: cash may need change for a banknote, in reais as they are typed. */
const doorSchemas = {
  doorMeans: z.enum(doorMeansNames, fieldErrors.doorMeans).optional(),
  changeFor: z
    .string()
    .trim()
    .max(20, fieldErrors.changeFor)
    .transform((text, { addIssue }) => {
      const cents = text === '' ? undefined : parseMoney(text)
      if (cents === null) addIssue({ code: 'custom', message: fieldErrors.changeFor })
      return cents ?? undefined
    })
    .optional(),
}

/** Where an order goes, and a note for the courier. */
export const DeliveryDetails = z.object({ address: FormIdSchema.catch(0).optional(), note: noteSchema.default('') })

/** The summary's form: everything else of its order the shop knows. */
export const OrderExpectations = expectationsSchema
  .extend({
    gains: z.array(IdSchema).max(100).optional(),
    /** By what it will be paid; without it the payment's page asks. */
    paymentMethod: z.enum(paymentWays, fieldErrors.paymentMethod).optional(),
    ...doorSchemas,
  })
  .transform(({ gains = [], paymentMethod, doorMeans, changeFor, ...input }) => ({
    ...toExpectations(input, gains),
    paymentMethod,
    door: {
      means: doorMeans,
      changeForCents: paymentMethod === 'door' && doorMeans === 'cash' ? changeFor : undefined,
    },
  }))

function toExpectations(
  {
    branch,
    expectedTotal,
    expectedDue,
    expectedFee,
    expectedArrival,
    walletAmount,
  }: z.output<typeof expectationsSchema>,
  gainIds: number[],
) {
  const walletCents = toCents(walletAmount) ?? 0
  return {
    branchId: branch ?? undefined,
    expectedTotalCents: toCents(expectedTotal),
    expectedDueCents: toCents(expectedDue),
    expectedFeeCents: toCents(expectedFee),
    expectedArrivalAt: expectedArrival ? new Date(expectedArrival) : undefined,
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
    address: z.number(fieldErrors.addressChoice).pipe(IdSchema).nullish(),
    /** 'pickup': in the store that `branch` names, without an address. */
    orderType: z.enum(['delivery', 'pickup'], fieldErrors.orderType).nullish(),
    /** One of the branch's windows. */
    window: IdSchema.nullish(),
    note: noteSchema.nullish(),
    couponCode: z.string().trim().max(limits.couponCodeLength, fieldErrors.tooLong(limits.couponCodeLength)).nullish(),
    /** The id returned by order/sendPrescription, where a product needs a prescription. */
    prescription: IdSchema.nullish(),
    branch: expectationsSchema.shape.branch,
    appVersion: z.string().trim().max(40, fieldErrors.tooLong(40)).nullish(),
    /** `door` alone is chosen here: any other way is chosen by what is called next. */
    paymentMethod: z.enum(paymentWays).nullish().catch(null),
    doorMeans: doorSchemas.doorMeans.nullish(),
    /** In reais. */
    changeFor: z.number().min(0).max(10_000_000).nullish(),
    expectedTotal: expectationsSchema.shape.expectedTotal,
    expectedDue: expectationsSchema.shape.expectedDue,
    expectedFee: expectationsSchema.shape.expectedFee,
    expectedArrival: expectationsSchema.shape.expectedArrival,
    /** The gains that shall pay, each as far as it goes; one that is not the customer's own is refused. */
    gains: z
      .array(z.object({ id: IdSchema }))
      .max(100)
      .nullish(),
    walletAmount: expectationsSchema.shape.walletAmount,
  })
  .transform((form) => ({
    bag: {
      lines: form.cart.map(({ id, quantity }) => ({ productId: id, quantity })),
      couponCode: form.couponCode || undefined,
    },
    expectedPrices: new Map(form.cart.flatMap((item) => toExpectedPriceEntries(item))),
    extras: collectExtras(form.cart),
    addressId: form.address ?? undefined,
    delivery: toDeliveryChoice(form),
    note: form.note ?? '',
    prescriptionId: form.prescription ?? undefined,
    appVersion: form.appVersion || undefined,
    paymentMethod: form.paymentMethod === 'door' ? form.paymentMethod : undefined,
    door: { means: form.doorMeans ?? undefined, changeForCents: toCents(form.changeFor) },
    ...toExpectations(
      form,
      (form.gains ?? []).map(({ id }) => id),
    ),
  }))

function toDeliveryChoice({ orderType, branch, window }: DeliveryInput): DeliveryChoice | undefined {
  if (orderType === 'pickup') return { method: 'pickup', branchId: branch ?? 0 }
  return window ? { method: 'window', windowId: window } : undefined
}

interface DeliveryInput {
  orderType?: 'delivery' | 'pickup' | null | undefined
  branch?: number | null | undefined
  window?: number | null | undefined
}

type CartItemInput = z.output<typeof CartItem>

function toExpectedPriceEntries({
  id,
  price,
  discount,
  discount_type,
}: CartItemInput): [productId: number, cents: number][] {
  if (typeof price !== 'number') return []
  const cents = Math.round(price * 100)
  const expectedDiscount = {
    type: discount_type ?? 'percent',
    value: discount_type === 'amount' ? Math.round((discount ?? 0) * 100) : (discount ?? 0),
  }
  return [[id, calculateUnitPrice(cents, expectedDiscount, false).priceCents]]
}

/** A product that stands twice is one line of the order, with what both items carry. */
function collectExtras(cart: CartItemInput[]): Map<number, LineExtras> {
  const extrasByProductId = new Map<number, LineExtras>()
  for (const { id, add_ons, variations } of cart) {
    const { addOns, variations: existingVariations } = extrasByProductId.get(id) ?? { addOns: [], variations: [] }
    extrasByProductId.set(id, {
      addOns: [...addOns, ...(add_ons ?? [])],
      variations: [...existingVariations, ...(variations ?? [])],
    })
  }
  return extrasByProductId
}
