import { formatZipcode } from '../../app/texts/format.ts'
import { formatMoneyInput, parseMoney } from '../../app/texts/money.ts'
import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import type { FeeTerms } from './delivery-quote.ts'
import type { TextParser } from './window-formats.ts'

/** What a branch asks where it delivers; in a range of postal codes null where the branch's own counts. */
export interface DeliveryTerms {
  deliveryFeeCents: number | null
  /** Products that come to so much are delivered free. */
  freeDeliveryFromCents: number | null
  /** What the products have to come to. */
  minimumOrderCents: number | null
  /** Minutes. */
  shippingEstimateMinutes: number | null
}

/** Postal codes that a branch serves, as numbers: 1310100 is 01310-100. */
export interface ZipcodeRange extends DeliveryTerms {
  firstZipcode: number
  lastZipcode: number
}

export const noTerms: DeliveryTerms = {
  deliveryFeeCents: null,
  freeDeliveryFromCents: null,
  minimumOrderCents: null,
  shippingEstimateMinutes: null,
}

const maxMinutes = 10_080

/**
 * Ranges such as "01000-000-01599-999 taxa 7,90 grátis 100 mínimo 30 45min", joined by `|`; what is left out is the branch's own.
 * Also in English: fee, free, minimum.
 */
export const parseZipcodeRanges: TextParser<ZipcodeRange[]> = (text, addFault) => {
  const pieces = text
    .split(/[|\n]/)
    .map((piece) => piece.trim())
    .filter(Boolean)
  const ranges = pieces.flatMap((piece) => parseRange(piece, addFault))
  const sorted = ranges.toSorted((a, b) => a.firstZipcode - b.firstZipcode)
  for (const [index, range] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next && next.firstZipcode <= range.lastZipcode)
      addFault(`has ‘${formatRange(next)}’ in ‘${formatRange(range)}’, too`)
  }
  return ranges
}

function parseRange(piece: string, addFault: (fault: string) => void): ZipcodeRange[] {
  const [, firstText, lastText, termsText = ''] =
    /^(\d{5}-?\d{3})\s*(?:[-–]|a|até)\s*(\d{5}-?\d{3})(?:\s+(.*))?$/i.exec(piece) ?? []
  const [firstZipcode, lastZipcode] = [firstText, lastText].map((code) => Number(code?.replace('-', '')))
  if (firstZipcode === undefined || lastZipcode === undefined || !(firstZipcode <= lastZipcode)) {
    addFault('must be postal codes from and to, such as 01000-000-01599-999')
    return []
  }
  const terms = parseTerms(termsText)
  if (terms === null)
    addFault(`cannot be read at ‘${piece}’: write such as 01000-000-01599-999 taxa 7,90 mínimo 30 45min`)
  return [{ firstZipcode, lastZipcode, ...(terms ?? noTerms) }]
}

const patternsByTerm: [term: keyof DeliveryTerms, pattern: RegExp][] = [
  ['deliveryFeeCents', /^(?:taxa|fee)\s+(?:r\$\s*)?([\d.,]+)\s*/i],
  ['freeDeliveryFromCents', /^(?:gr[aá]tis|free)\s+(?:r\$\s*)?([\d.,]+)\s*/i],
  ['minimumOrderCents', /^(?:m[ií]nimo|minimum)\s+(?:r\$\s*)?([\d.,]+)\s*/i],
  ['shippingEstimateMinutes', /^(\d+)\s*min(?:utos|utes)?\s*/i],
]

/** Null for what is none of them. */
function parseTerms(text: string): DeliveryTerms | null {
  const terms = { ...noTerms }
  let rest = text.trim()
  while (rest !== '') {
    const [term, match] = patternsByTerm
      .map(([name, pattern]) => [name, pattern.exec(rest)] as const)
      .find(([, found]) => found !== null) ?? [undefined, null]
    const value = term === undefined ? null : parseTerm(term, match?.[1] ?? '')
    if (term === undefined || match === null || value === null || terms[term] !== null) return null
    terms[term] = value
    rest = rest.slice(match[0].length)
  }
  return terms
}

function parseTerm(term: keyof DeliveryTerms, text: string): number | null {
  if (term !== 'shippingEstimateMinutes') return parseMoney(text, ',')
  const minutes = Number(text)
  return minutes >= 1 && minutes <= maxMinutes ? minutes : null
}

/** The ranges as people type them. */
export function formatZipcodeRanges(ranges: ZipcodeRange[]): string {
  return ranges
    .toSorted((a, b) => a.firstZipcode - b.firstZipcode)
    .map((range) => [formatRange(range), ...formatTerms(range)].join(' '))
    .join(' | ')
}

export function formatRange({ firstZipcode, lastZipcode }: Pick<ZipcodeRange, 'firstZipcode' | 'lastZipcode'>): string {
  return [firstZipcode, lastZipcode].map((code) => formatZipcode(String(code).padStart(8, '0'))).join('-')
}

function formatTerms(terms: DeliveryTerms): string[] {
  const { deliveryFeeCents, freeDeliveryFromCents, minimumOrderCents, shippingEstimateMinutes } = terms
  return [
    deliveryFeeCents !== null && `taxa ${formatMoneyInput(deliveryFeeCents)}`,
    freeDeliveryFromCents !== null && `grátis ${formatMoneyInput(freeDeliveryFromCents)}`,
    minimumOrderCents !== null && `mínimo ${formatMoneyInput(minimumOrderCents)}`,
    shippingEstimateMinutes !== null && `${shippingEstimateMinutes}min`,
  ].filter((part) => part !== false)
}

/** Of all branches, by postal code. */
export async function listZipcodeRanges(ctx: Context): Promise<(ZipcodeRange & { branchId: number })[]> {
  return ctx.db.selectFrom('branchZipcodes').selectAll().orderBy('firstZipcode').execute()
}

/** What a branch asks in each of its ranges of postal codes; none where it delivers nowhere. */
export async function listFeeTerms(ctx: Context, branch: FeeTerms & { id: number }): Promise<FeeTerms[]> {
  const ranges = await ctx.db
    .selectFrom('branchZipcodes')
    .where('branchId', '=', branch.id)
    .select(['deliveryFeeCents', 'freeDeliveryFromCents'])
    .execute()
  return ranges.map((range) => ({
    deliveryFeeCents: range.deliveryFeeCents ?? branch.deliveryFeeCents,
    freeDeliveryFromCents: range.freeDeliveryFromCents ?? branch.freeDeliveryFromCents,
  }))
}

/** @throws ShopError "branch.zipcodes" for postal codes that another branch serves: each belongs to one at most */
export async function replaceZipcodeRanges(
  ctx: TransactionContext,
  branchId: number,
  ranges: ZipcodeRange[],
): Promise<void> {
  await ctx.db.deleteFrom('branchZipcodes').where('branchId', '=', branchId).execute()
  const otherRanges = await listZipcodeRanges(ctx)
  for (const range of ranges) {
    const other = otherRanges.find(
      ({ firstZipcode, lastZipcode }) => firstZipcode <= range.lastZipcode && range.firstZipcode <= lastZipcode,
    )
    if (other)
      throw new ShopError('branch.zipcodes', {
        input: 'zipcodes',
        word: formatRange(range),
        group: [formatRange(other)],
      })
    await ctx.db
      .insertInto('branchZipcodes')
      .values({ branchId, ...range })
      .execute()
  }
}

/** Whether no branch asks for a fee anywhere. */
export async function isDeliveryAlwaysFree(ctx: Context): Promise<boolean> {
  const branch = await ctx.db.selectFrom('branch').where('deliveryFeeCents', '>', 0).select('id').executeTakeFirst()
  const range = await ctx.db
    .selectFrom('branchZipcodes')
    .where('deliveryFeeCents', '>', 0)
    .select('branchId')
    .executeTakeFirst()
  return branch === undefined && range === undefined
}
