import { sql } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import { normalizeInput, toNameWords, toSearchTerms } from '../platform/user-input.ts'
import { parsePhone } from './phone.ts'

const maxResults = 50
/** Digits from which a phone is looked for: bare ones may be the number of an order. */
const minBareDigits = 4
const minPhoneDigits = 3
/** Words of a search that count: each is one more look-up. */
const maxWords = 6

type CustomerName = { firstName: string; lastName: string }

/** Replaces the words that a customer is found by. */
export async function writeSearchWords(
  ctx: Pick<TransactionContext, 'db'>,
  customerId: number,
  name: CustomerName,
): Promise<void> {
  await ctx.db.deleteFrom('customerSearchWord').where('customerId', '=', customerId).execute()
  const rows = toNameWords(`${name.firstName} ${name.lastName}`).map((word) => ({ word, customerId }))
  if (rows.length > 0) await ctx.db.insertInto('customerSearchWord').values(rows).execute()
}

/** The ids of at most 50 customers by their e-mail, the beginning of their phone, or words that their names begin with. */
export async function searchCustomerIds(ctx: Context, input: string): Promise<number[]> {
  const text = normalizeInput(input)
  const idLists = await Promise.all([
    findIdsByEmail(ctx, text.toLowerCase()),
    findIdsByPhone(ctx, text),
    findIdsByName(ctx, toSearchTerms(text).slice(0, maxWords)),
  ])
  return [...new Set(idLists.flat())].sort((a, b) => b - a).slice(0, maxResults)
}

async function findIdsByEmail(ctx: Context, email: string): Promise<number[]> {
  if (!email.includes('@')) return []
  return idsOf(await selectIds(ctx).where('email', '=', email).execute())
}

async function findIdsByPhone(ctx: Context, text: string): Promise<number[]> {
  const { digits } = parsePhone(text)
  const hasOnlyDigits = /^\d*$/.test(text)
  if (/\p{L}/u.test(text) || digits.length < (hasOnlyDigits ? minBareDigits : minPhoneDigits)) return []
  const phone = ctx.engine === 'postgres' ? sql<string>`phone collate "C"` : sql<string>`phone`
  // A colon comes after the digits.
  return idsOf(await selectIds(ctx).where(phone, '>=', digits).where(phone, '<', `${digits}:`).execute())
}

/** Whose names have a word for each that begins so. Digits alone are a number's or a phone's. */
async function findIdsByName(ctx: Context, prefixes: string[]): Promise<number[]> {
  if (!prefixes.some((word) => /\p{L}/u.test(word))) return []
  let query = selectIds(ctx)
  for (const word of prefixes)
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('customerSearchWord')
        .select('customerId')
        .where('word', '>=', word)
        .where('word', '<', `${word}\u{10FFFF}`),
    )
  return idsOf(await query.execute())
}

function selectIds(ctx: Context) {
  return ctx.db
    .selectFrom('customer')
    .select('id')
    .where('erasedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxResults)
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
