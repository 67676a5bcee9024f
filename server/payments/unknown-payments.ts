import type { Context } from '../context.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import type { PixBank } from './pix/pix-bank.ts'

/** A Pix that the bank holds and this database has not recorded, or a paid charge that cannot be read: then its payment is null. */
export interface UnknownPayment {
  /** Null where it cannot be read. */
  txid: string | null
  reference: string | null
  amountCents: number | null
  receivedAt: Date | null
  /** What the payer read: "Pedido 1001". */
  message: string
  /** The order of its charge, where the database has that: it is recorded as soon as the charge is read. */
  orderId: number | null
}

/**
 * What customers paid and this database does not know, since it came from a backup of before. Wholly returned ones are settled.
 * Charges that cannot be read are listed, too, and hide none of the others.
 * @throws ShopError "payment.unavailable", its cause a ProviderError
 */
export async function listUnknownPayments(
  ctx: Context,
  bank: Pick<PixBank, 'listPaidCharges'>,
  period: { from: Date; until: Date },
): Promise<UnknownPayment[]> {
  const charges = await bank.listPaidCharges(period)
  const orderIdByTxid = new Map<string, number>()
  for (const txids of splitIntoBatches(charges.flatMap(({ txid }) => txid ?? []))) {
    const chargeRows = await ctx.db
      .selectFrom('charge')
      .select(['reference', 'orderId'])
      .where('reference', 'in', txids)
      .execute()
    for (const { reference, orderId } of chargeRows) orderIdByTxid.set(reference, orderId)
  }
  const findOrderId = (txid: string | null) => orderIdByTxid.get(txid ?? '') ?? null
  const unreadablePayments = charges
    .filter(({ unclearReason }) => unclearReason !== undefined)
    .map(({ txid, message }): UnknownPayment => {
      return { txid, reference: null, amountCents: null, receivedAt: null, message, orderId: findOrderId(txid) }
    })
  const bankPayments = charges.flatMap(({ txid, message, pix }) =>
    pix
      .filter(({ amountCents, refunds }) => sumReturnedCents(refunds) < amountCents)
      .map(({ endToEndId, amountCents, receivedAt }) => {
        return {
          txid,
          reference: endToEndId,
          amountCents,
          receivedAt,
          message,
          orderId: findOrderId(txid),
        }
      }),
  )
  const recordedReferences = new Set<string>()
  for (const references of splitIntoBatches(bankPayments.map(({ reference }) => reference))) {
    const rows = await ctx.db
      .selectFrom('payment')
      .select('reference')
      .where('provider', '=', 'pix')
      .where('reference', 'in', references)
      .execute()
    for (const { reference } of rows) recordedReferences.add(reference)
  }
  const unknownPayments = bankPayments
    .filter(({ reference }) => !recordedReferences.has(reference))
    .sort((a, b) => (a.receivedAt?.getTime() ?? 0) - (b.receivedAt?.getTime() ?? 0))
  return [...unreadablePayments, ...unknownPayments]
}

function sumReturnedCents(refunds: { amountCents: number; status: string }[]): number {
  return refunds.filter(({ status }) => status === 'returned').reduce((sum, { amountCents }) => sum + amountCents, 0)
}
