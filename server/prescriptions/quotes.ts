import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { examineParts, insertParts, storeFiles } from './submission.ts'

/** A photo for which a customer wants a bag. */
export interface QuoteRequest {
  patient: string
  file: Uint8Array
  /** What the customer says besides: "genérico, se houver". */
  note: string
}

/** What the staff answer: a link that fills the bag, or (null) only words. */
export interface QuoteReply {
  bagToken: string | null
  message: string
  /** Of the bag's products those that need a prescription: the photo is theirs. */
  productIds: number[]
}

export interface Quote {
  prescriptionId: number
  customerId: number
  branchId: number
  sentAt: Date
  note: string
  answeredAt: Date | null
  answer: string
  bagToken: string | null
  /** The order that came of it. */
  orderId: number | null
}

/** More than anybody waits for at once. */
const maxPendingQuotes = 5

/** @returns its prescription's id */
export async function requestQuote(
  ctx: Context,
  customerId: number,
  branchId: number,
  { patient, file, note }: QuoteRequest,
): Promise<number> {
  const pendingQuotes = (await listQuotes(ctx, customerId)).filter(({ answeredAt }) => answeredAt === null)
  if (pendingQuotes.length >= maxPendingQuotes) throw new ShopError('quote.tooMany', { max: maxPendingQuotes })
  const part = { patient, type: 2 as const, issuers: '', code: '', productIds: [], file }
  const examinedParts = await examineParts(ctx, [part])
  const submission = await ctx.transact(async (ctx) => {
    const submission = await insertParts(ctx, customerId, examinedParts)
    const id = submission.prescriptionId
    const row = { prescriptionId: id, branchId, noteEncrypted: encryptText(ctx, id, note) }
    await ctx.db.insertInto('prescriptionQuote').values(row).execute()
    return submission
  })
  return storeFiles(ctx, submission)
}

/** A customer's, newest first. */
export async function listQuotes(ctx: Context, customerId: number): Promise<Quote[]> {
  const rows = await selectQuotes(ctx).where('customerId', '=', customerId).orderBy('id', 'desc').execute()
  return rows.map((row) => toQuote(ctx, row))
}

/** Those that wait for an answer, of one branch or (null) of all, oldest first. */
export async function listPendingQuotes(ctx: Context, branchId: number | null): Promise<Quote[]> {
  const rows = await selectQuotes(ctx)
    .where('answeredAt', 'is', null)
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .orderBy('id')
    .execute()
  return rows.map((row) => toQuote(ctx, row))
}

/** Null for an unknown one. */
export async function findQuote(ctx: Context, prescriptionId: number): Promise<Quote | null> {
  const row = await selectQuotes(ctx).where('id', '=', prescriptionId).executeTakeFirst()
  return row ? toQuote(ctx, row) : null
}

/** Once. */
export function replyToQuote(
  ctx: Context,
  prescriptionId: number,
  { bagToken, message, productIds }: QuoteReply,
): Promise<void> {
  return ctx.transact(async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('prescriptionQuote')
      .set({
        answeredAt: ctx.clock.now(),
        answerEncrypted: encryptText(ctx, prescriptionId, message),
        bagToken,
      })
      .where('prescriptionId', '=', prescriptionId)
      .where('answeredAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('quote.answered')
    await insertPrescribedProducts(ctx, prescriptionId, productIds)
  })
}

async function insertPrescribedProducts(
  ctx: TransactionContext,
  prescriptionId: number,
  productIds: number[],
): Promise<void> {
  if (productIds.length === 0) return
  const part = await ctx.db
    .selectFrom('prescriptionPart')
    .select('id')
    .where('prescriptionId', '=', prescriptionId)
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('prescriptionProduct')
    .values(productIds.map((productId) => ({ partId: part.id, productId })))
    .execute()
}

function encryptText(ctx: Context, prescriptionId: number, text: string): string {
  return ctx.encryption.encryptText(text, buildQuoteEncryptionContext(prescriptionId))
}

function toQuote(ctx: Context, { id, noteEncrypted, answeredAt, answerEncrypted, sentAt, ...row }: QuoteRow): Quote {
  return {
    prescriptionId: id,
    ...row,
    sentAt,
    note: ctx.encryption.decryptText(noteEncrypted, buildQuoteEncryptionContext(id)),
    answeredAt,
    answer:
      answerEncrypted === null ? '' : ctx.encryption.decryptText(answerEncrypted, buildQuoteEncryptionContext(id)),
  }
}

export function buildQuoteEncryptionContext(prescriptionId: number): string {
  return `prescription quote ${prescriptionId}`
}

type QuoteRow = Awaited<ReturnType<ReturnType<typeof selectQuotes>['executeTakeFirstOrThrow']>>

/** Those whose photo is in place. */
function selectQuotes(ctx: Context) {
  return ctx.db
    .selectFrom('prescriptionQuote')
    .innerJoin('prescription', 'prescription.id', 'prescriptionQuote.prescriptionId')
    .select(['id', 'customerId', 'branchId', 'sentAt', 'orderId'])
    .select(['noteEncrypted', 'answeredAt', 'answerEncrypted', 'bagToken'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('prescriptionPart')
          .select('prescriptionPart.id')
          .whereRef('prescriptionPart.prescriptionId', '=', 'prescription.id')
          .where('isStored', '=', true),
      ),
    )
}
