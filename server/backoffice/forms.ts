/** What the back office's forms send: an input's limit is its schema's, its field's name is its key in snake case. */

import { z } from 'zod'
import { backofficeProductTexts } from '../../app/texts/backoffice/products.ts'
import { staffTexts } from '../../app/texts/backoffice/staff.ts'
import { fieldErrors } from '../../app/texts/fields.ts'
import { limits } from '../../app/texts/limits.ts'
import { parseMoney } from '../../app/texts/money.ts'
import { normalizeDay } from '../../app/texts/normalize-day.ts'
import { refusals } from '../../app/texts/refusals.ts'
import { NewAddress } from '../addresses/address-forms.ts'
import { maxRuleLength } from '../catalogue/bag-promotions/promotion-kinds.ts'
import { type DetailKey, productDetailSchemas } from '../catalogue/product-details.ts'
import { createSafetyStockReader } from '../catalogue/safety-stock.ts'
import { BranchNoticeInputSchema } from '../delivery/branch-notice.ts'
import type { ProblemDecision } from '../problems/problem.ts'
import { ProblemMessageSchema } from '../problems/problem-forms.ts'
import { staffRoles } from '../staff/roles.ts'
import { maxId } from '../wire/values.ts'
import { orderSteps } from './orders.ts'

/** What the verb reads itself, and may be left empty. */
const raw = z.string().default('')

const text = (maxLength: number) => z.string().trim().max(maxLength, fieldErrors.tooLong(maxLength)).default('')

/** What the verb refuses itself where it is left out: its field says that it must be filled in. */
const required = <Schema extends z.ZodType>(schema: Schema) => schema.meta({ isRequired: true })

/** Anything that is no id becomes 0, which no row has. */
const id = raw.transform((value) => {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0
  return number <= maxId ? number : 0
})

const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== '')

/** How the shop decides on what a customer told. */
const problemDecisions = ['grant', 'part', 'refuse', 'ask'] as const satisfies ProblemDecision[]

const upload = z.instanceof(File).optional().catch(undefined)

/** Reais as people type them, `R$ 1.234,5` or `12`, in cents; null for what is no price above zero. */
function parsePrice(value: string): number | null {
  return parseMoney(value, ',') || null
}

// Orders

export const LotItem = z.object({ productId: z.coerce.number(), text: text(120) })

/** Who brings orders: as typed, or who brought another one. */
const CourierInputs = z.object({ courierOrder: id, courierName: text(80), courierPhone: text(40), courierUrl: raw })

export const OrderStepForm = z.object({
  /** Which one stood on the page; null for a page that does not say. */
  step: z.enum(orderSteps).nullable().catch(null),
  ...CourierInputs.shape,
  receivedBy: text(80),
  shelfMark: text(20),
  lots: z.array(LotItem).default([]),
})

/** Orders ticked on a page, with what it showed of each. */
const tickedOrders = z
  .array(z.object({ id, seenHash: raw }))
  .default([])
  .refine((orders) => orders.length > 0, { message: refusals['orders.noneTicked']() })

export const OrderBatch = z.object({ orders: tickedOrders })

export const OrderDispatch = z.object({ orders: tickedOrders, ...CourierInputs.shape })

export const HandOver = z.object({
  pickupCode: required(raw),
  documentName: required(text(80)),
  paper: required(ticked),
  counselled: ticked,
})

export const PickupCode = z.object({ pickupCode: required(raw) })

export const FiscalKey = z.object({ fiscalKey: required(raw) })

export const PromisedTime = z.object({ promise: required(raw) })

export const EndReason = z.object({ reason: required(text(limits.cancellationReasonLength)) })

/** What went back by other means, with the refund and its amount as the page showed them. */
export const Settlement = z.object({
  refundKey: raw,
  expectedCents: raw.transform(Number),
  means: required(raw),
  day: required(raw),
  receipt: text(60),
})

/** What was taken at the door: in reais, as it is typed. */
export const DoorReceipt = z.object({
  method: required(raw),
  amount: required(raw).transform((text, { addIssue }) => {
    const cents = parseMoney(text)
    if (cents === null) addIssue({ code: 'custom', message: fieldErrors.changeFor })
    return cents ?? 0
  }),
})

/** The product, and its units as the page showed them. */
export const ShortItem = z.object({
  item: required(raw),
  units: required(z.string().default('1').transform(Number)),
})

/** Whether the branch sells none of it any more, for now. */
export const Removal = ShortItem.extend({ clearsStock: ticked })

export const Proposal = ShortItem.extend({ offerValue: required(raw), latestProposal: raw })

/** As its customer says it on the phone; `quoteHash` is that of the change as the page showed it. */
export const OrderAddress = NewAddress.and(z.object({ deliveryOption: raw, quoteHash: raw }))

/** A scan has its form's own number. */
export const Scan = z.object({ barcode: required(raw), scanId: raw })

/** The product and its units that are missing, as the page showed them. */
export const WholeLine = z.object({ wholeLine: raw, scanId: raw })

export const OrderChoice = z.object({ orderId: id })

export const EmailChoice = z.object({ emailId: id })

export const ProblemAnswer = z.object({
  decision: z.enum(problemDecisions).catch('ask'),
  amount: raw.transform((value) => parseMoney(value) ?? undefined),
  message: required(ProblemMessageSchema.default('')),
})

export const QuoteReply = z.object({ message: text(500) })

// Prescriptions

export const RepeatItem = z.object({ partId: z.coerce.number(), times: raw, until: raw })

const repeats = z.array(RepeatItem).default([])

/** How often parts may be used again. */
export const Repeats = z.object({ repeats })

export const Rejection = z
  .object({ reason: raw, note: text(300) })
  .transform(({ reason, note }) => [reason, note].filter(Boolean).join('. '))

/** Why another picture of a part is asked for. */
export const PictureRequest = z
  .object({ partId: id, reason: raw, note: text(300) })
  .transform(({ partId, reason, note }) => ({ partId, reason: [reason, note].filter(Boolean).join('. ') }))

export const FactsItem = z.object({
  partId: z.coerce.number(),
  age: text(20),
  sex: raw,
  prescriber: text(120),
  registration: text(40),
  isProlonged: ticked,
  sncr: text(40),
})

export const UnitsItem = z.object({ productId: z.coerce.number(), units: raw })

export const IssueDateItem = z.object({ partId: z.coerce.number(), day: raw.transform(normalizeDay) })

export const PrescriptionApproval = z
  .object({
    seenUses: z.string().nullish(),
    justification: text(300),
    notDispensedElsewhere: ticked,
    facts: z.array(FactsItem).default([]),
    units: z.array(UnitsItem).default([]),
    issueDates: z.array(IssueDateItem).default([]),
    repeats,
  })
  .transform(({ seenUses, notDispensedElsewhere, ...approval }) => ({
    ...approval,
    isNotDispensedElsewhere: notDispensedElsewhere,
    seenUses: seenUses?.split(',').map(Number) ?? null,
  }))

// Products

const price = z
  .string()
  .transform((value, context) => {
    const cents = parsePrice(value)
    if (cents === null)
      context.issues.push({ code: 'custom', message: backofficeProductTexts.unreadablePrice, input: value })
    return cents ?? 0
  })
  .optional()

/** `12` counts, `+12` and `-12` add. */
const stockChange = z
  .string()
  .transform((value, context) => {
    const [, sign = '', units = ''] = /^([+-]?)(\d{1,7})$/.exec(value.trim()) ?? []
    if (units === '')
      context.issues.push({ code: 'custom', message: backofficeProductTexts.unreadableStock, input: value })
    return { sign, units: Number(units) }
  })
  .optional()

/** One branch's price and stock on the shelf; a field that is missing changes nothing. */
export const OfferChange = z.object({
  branch: id,
  price,
  stock: stockChange,
  ceilingReason: text(limits.ceilingReasonLength),
  seenPrice: raw,
  seenStock: raw,
})

const safetyStock = raw.transform(createSafetyStockReader(refusals['offer.safety']()))

export const SafetyStock = z.object({ safetyStock, seenSafetyStock: safetyStock })

/** A discount that cannot be read is null. */
export const PromotionForm = z
  .object({
    type: required(z.enum(['amount', 'percent']).catch('percent')),
    discount: required(raw),
    firstDay: text(40),
    lastDay: text(40),
    version: raw,
  })
  .transform(({ type, discount, ...plan }) => ({
    ...plan,
    type,
    value: type === 'amount' ? parsePrice(discount) : parsePercent(discount.trim()),
  }))

/** A promotion whose price depends on the bag. */
export const BagPromotionForm = z.object({
  rule: required(text(maxRuleLength)),
  firstDay: text(40),
  lastDay: text(40),
})

export const BagPromotionChoice = z.object({ id })

function parsePercent(value: string): number | null {
  const [, digits] = /^(\d{1,2}) ?%?$/.exec(value) ?? []
  return digits === undefined ? null : Number(digits)
}

export const PromotionEnd = z.object({ version: raw })

export const ProductPicture = z.object({ currentPictureKey: raw, picture: required(upload) })

/** The facts that the product's page tells: empty, the product has none. */
export const ProductDetailsForm = z.object(
  Object.fromEntries(Object.keys(productDetailSchemas).map((key) => [key, raw])) as Record<DetailKey, typeof raw>,
)

export const ImportPreview = z.object({
  kind: z.enum(['catalogue', 'offers', 'promotions']).catch('catalogue'),
  isWholeCatalogue: ticked,
  file: required(upload),
})

export const ImportPublication = z.object({
  token: raw,
  withdrawals: required(raw.transform((value) => Number(value) || 0)),
})

/** A list of the CMED. */
export const CeilingUpload = z.object({ file: required(upload), mayBeOlder: ticked })

/** Rates as they are typed, empty where they are not known. */
export const CeilingRates = z.object({
  state: raw,
  genericRate: text(20),
  otherRate: text(20),
  source: required(text(200)),
})

// The window

export const CouponCode = z.object({ code: raw.transform((value) => value.trim()) })

export const BranchNotice = BranchNoticeInputSchema.extend({ text: text(120) })

const bannerTexts = { title: required(text(80)), text: required(text(200)), linkText: required(text(40)) }

export const BannerTexts = z.object({ id, ...bannerTexts })

export const LogoForm = z.object({ logo: upload })

export const BannerPicture = z.object({ id, picture: upload })

/** `categoryPath` is a category's slug, or `beleza/protetores`. */
export const NewBanner = z
  .object({ ...bannerTexts, categoryPath: raw, sku: text(limits.skuLength) })
  .transform(({ categoryPath, sku, ...texts }) => {
    const [categorySlug, subcategorySlug] = categoryPath.split('/')
    return { ...texts, category: categorySlug || null, subcategory: subcategorySlug || null, sku: sku || null }
  })

export const CategoryIcon = z.object({ id, icon: required(raw) })

export const SynonymWords = z.object({ groupId: raw.transform((value) => value.trim()), words: required(text(900)) })

export const SynonymChoice = z.object({ groupId: id })

// Customers

export const BlockReason = z.object({ reason: required(text(300)) })

export const ErasedEmail = z.object({ email: required(raw) })

// Staff and systems

/** As people write them: `CRF/SP 12345`; empty: none. */
const crf = raw.transform((value, context) => {
  const normalizedCrf = value
    .trim()
    .toUpperCase()
    .replace(/^CRF\W*/, '')
    .replace(/^([A-Z]{2})\W*/, '$1-')
  if (normalizedCrf !== '' && !/^[A-Z]{2}-\d{1,6}$/.test(normalizedCrf))
    context.issues.push({ code: 'custom', message: staffTexts.crfUnreadable, input: value })
  return normalizedCrf || null
})

const access = { role: required(z.enum(staffRoles).optional().catch(undefined)), crf, branch: raw }

export const Invitation = z.object({
  name: text(120).refine((name) => name !== '', { message: staffTexts.nameOrEmailMissing }),
  email: text(160).refine((email) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email), {
    message: staffTexts.nameOrEmailMissing,
  }),
  ...access,
})

export const StaffAccess = z.object({ id, ...access })

export const PasskeyPassword = z.object({ password: required(raw) })

export const PasskeyName = z.object({ name: raw })

export const NewPasskey = z.object({ answer: raw, name: raw })

export const NewApiKey = z.object({ name: required(text(80)), scopes: z.array(z.string()).default([]), branch: raw })

export const NewWebhook = z.object({ url: required(text(500)), branch: raw })
