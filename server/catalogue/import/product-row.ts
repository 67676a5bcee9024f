import { z } from 'zod'
import { demoCatalogueTexts } from '../../../app/texts/demo.ts'
import { limits } from '../../../app/texts/limits.ts'
import {
  ceilingSchema,
  createSingleLineSchema,
  createWholeNumberSchema,
  flagSchema,
  priceSchema,
} from '../../platform/csv/cell-schemas.ts'
import type { TableColumns } from '../../platform/csv/table.ts'
import { isGtin } from '../gtin.ts'
import { calculateUnitPrice, type Discount } from '../pricing.ts'
import { detailColumnSchemas, serializeRowDetails } from '../product-details.ts'
import { createSafetyStockReader } from '../safety-stock.ts'
import { readScannedCode } from '../scanned-code.ts'
import { areNamesTooLong, buildSearchColumns } from '../search/search-text.ts'

/** For a product in a laboratory's programme (PBM) whose row has no discount. */
const defaultLaboratoryDiscount: Discount = { type: 'percent', value: 25 }

const createDigitsSchema = (label: string) =>
  z
    .string()
    .trim()
    .regex(/^\d*$/, `must be the digits of ${label}`)
    .transform((text) => text || null)
/** For an empty cell, or a column that the file does not have. Unlike a union it keeps the error message of the cell's own schema. */
const createOptionalCellSchema = <Cell extends z.ZodType, Empty>(emptyValue: Empty, cellSchema: Cell) =>
  z.preprocess((text) => text || undefined, cellSchema.optional()).transform((value) => value ?? emptyValue)
/** Part of a page's path, which must not be all dots and slashes. */
const categoryNameSchema = createSingleLineSchema(80).regex(/[^\p{P}\s]|^$/u, 'must have a letter or a digit')
const optionalTextSchema = z.string().trim().default('')

/** A row of a catalogue file. Columns that may be missing, or that the shop does not use, are `optional` below. */
export const ProductRowSchema = z
  .object({
    sku: createSingleLineSchema(limits.skuLength).regex(
      /^[^=+@-]/,
      'must not begin with =, +, - or @, which spreadsheets take for a formula',
    ),
    slug: createSingleLineSchema(200).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
    name: createSingleLineSchema(200),
    active_ingredient: z.string().trim().max(300, 'is longer than 300 characters'),
    presentation: z.string().trim().max(300, 'is longer than 300 characters'),
    manufacturer: createSingleLineSchema(120),
    brand: createSingleLineSchema(120),
    category: categoryNameSchema,
    subcategory: categoryNameSchema,
    kind: z.enum(
      ['generico', 'similar', 'referencia', 'nao_medicamento'],
      'must be generico, similar, referencia or nao_medicamento',
    ),
    price_typical: priceSchema,
    discount_type: z.enum(['', 'amount', 'percent'], 'must be empty, amount or percent'),
    discount: z.string().trim(),
    prescription_class: z.enum(
      ['NA', 'MIP', 'RX', 'RX_RETENCAO_10D', 'RX_RETENCAO_90D', 'CONTROLADO'],
      'must be NA, MIP, RX, RX_RETENCAO_10D, RX_RETENCAO_90D or CONTROLADO',
    ),
    hold_prescription: flagSchema,
    is_pbm: flagSchema,
    is_medical: flagSchema,
    promo_allowed: flagSchema,
    show_image: flagSchema,
    sellable_online: flagSchema,
    ean: z
      .string()
      .transform((text) => readScannedCode(text).code)
      .pipe(createDigitsSchema('a bar code'))
      .refine(
        (ean) => ean === null || isGtin(ean),
        'must be a bar code (GTIN) of 8, 12, 13 or 14 digits, whose last one checks the others',
      ),
    ggrem: createDigitsSchema('a GGREM code'),
    anvisa_registro: createDigitsSchema('a registration'),
    pmc_18_sp: createOptionalCellSchema(null, ceilingSchema),
    /** Of a generic, whose ICMS is lower and with it the legal ceiling. */
    pmc_12_sp: createOptionalCellSchema(null, ceilingSchema),
    description: optionalTextSchema,
    leaflet_url: createOptionalCellSchema(
      null,
      z.url({ protocol: /^https?$/, error: 'must be an address that starts with https://' }),
    ),
    max_units: createOptionalCellSchema(null, createWholeNumberSchema(1, limits.units)),
    /** A file without the column changes none. */
    safety_stock: z
      .string()
      .transform(createSafetyStockReader(`must be a whole number from 0 to ${limits.units}`))
      .optional(),
    pictures: optionalTextSchema,
    ...detailColumnSchemas,
  })
  .superRefine((row, { addIssue }) => {
    const addFault = (column: string, message: string) => addIssue({ code: 'custom', path: [column], message })
    const lawReference = 'for what is sold with a prescription (RDC 44/2009, art. 54)'
    if (row.hold_prescription && row.promo_allowed) addFault('promo_allowed', `must be 0 ${lawReference}`)
    if (row.hold_prescription && row.show_image) addFault('show_image', `must be 0 ${lawReference}`)
    if (row.prescription_class === 'CONTROLADO' && row.sellable_online) {
      addFault('sellable_online', 'must be 0 for a controlled medicine (Portaria 344/98)')
    }
    if (areNamesTooLong({ ...row, activeIngredient: row.active_ingredient }))
      addFault('active_ingredient', 'is too long, together with name and brand')
    if (row.discount_type !== '' && !row.promo_allowed && !row.is_pbm)
      addFault('discount_type', 'must be empty where promo_allowed is 0')
    if (row.discount_type === '' && row.discount !== '') addFault('discount_type', 'is empty, yet there is a discount')
    const fault = findDiscountFault(row)
    if (fault) addFault('discount', fault)
  })

export type ProductColumn = keyof z.input<typeof ProductRowSchema>

interface DiscountInput {
  discount_type: '' | 'percent' | 'amount'
  discount: string
  price_typical: number
}

/** What is wrong with a discount's number, if anything. */
function findDiscountFault({ discount_type, discount, price_typical }: DiscountInput): string | undefined {
  if (discount_type === 'percent') {
    return /^[1-9]\d?$/.test(discount) ? undefined : 'must be a whole percentage from 1 to 99'
  }
  if (discount_type === '') return undefined
  const amount = priceSchema.safeParse(discount)
  if (!amount.success) return amount.error.issues[0]?.message ?? ''
  // A price that cannot be read is still a text, and refused as such.
  return Number.isInteger(price_typical) && amount.data >= price_typical ? 'must be below the price' : undefined
}

const optionalColumns = [
  'pmc_12_sp',
  'description',
  'leaflet_url',
  'max_units',
  'safety_stock',
  'pictures',
  ...Object.keys(detailColumnSchemas),
]

/** The columns of the specification's demo file; `pictures` are names of files in its folder, joined by `|`. */
export const productColumns: TableColumns = {
  required: Object.keys(ProductRowSchema.shape).filter((name) => !optionalColumns.includes(name)),
  optional: [...optionalColumns, 'price_min', 'price_max', 'tarja', 'source'],
  money: ['price_typical', 'discount', 'pmc_18_sp', 'pmc_12_sp'],
}

/** A row as it is staged: categories by name, and the first price of its offers (never above the legal ceiling). */
export function toStagedProduct(row: z.output<typeof ProductRowSchema>) {
  const discount = parseDiscount(row)
  const ceilingCents = (row.kind === 'generico' ? row.pmc_12_sp : null) ?? row.pmc_18_sp
  const priceCents = Math.min(row.price_typical, ceilingCents ?? row.price_typical)
  const effectivePrice = calculateUnitPrice(priceCents, discount, row.is_pbm)
  return {
    sku: row.sku,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    manufacturer: row.manufacturer,
    activeIngredient: row.active_ingredient,
    presentation: row.presentation,
    description: row.description || composeDescription(row),
    kind: row.kind,
    prescriptionClass: row.prescription_class,
    requiresPrescription: row.hold_prescription,
    isMedicine: row.is_medical,
    isPbm: row.is_pbm,
    isPromoAllowed: row.promo_allowed,
    isImageShown: row.show_image,
    isSellableOnline: row.sellable_online,
    discountType: discount?.type ?? null,
    discountValue: discount?.value ?? null,
    ean: row.ean,
    ggrem: row.ggrem,
    anvisaRegistration: row.anvisa_registro,
    ceilingPriceCents: ceilingCents,
    leafletUrl: row.leaflet_url,
    maxUnits: row.max_units,
    safetyStock: row.safety_stock,
    details: serializeRowDetails(row),
    priceCents,
    effectivePriceCents: effectivePrice.priceCents,
    discountPercent: effectivePrice.discountPercent ?? 0,
    ...buildSearchColumns({ ...row, activeIngredient: row.active_ingredient, anvisaRegistration: row.anvisa_registro }),
  }
}

function parseDiscount({ discount_type: type, discount, is_pbm }: z.output<typeof ProductRowSchema>): Discount | null {
  if (type === '') return is_pbm ? defaultLaboratoryDiscount : null
  return { type, value: type === 'amount' ? priceSchema.parse(discount) : Number(discount) }
}

/** For a row without a description: a text composed of its facts, without any claim. */
function composeDescription(row: z.output<typeof ProductRowSchema>): string {
  return row.is_medical
    ? demoCatalogueTexts.medicineDescription(row.name, row.active_ingredient, row.presentation, row.manufacturer)
    : demoCatalogueTexts.otherDescription(row.name, row.presentation, row.brand, row.subcategory)
}
