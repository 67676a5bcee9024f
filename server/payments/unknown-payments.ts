import type { Database } from '../database/connection.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import type { PixBank } from './pix/pix-bank.ts'

/** A Pix that the bank holds and this database has not recorded. */
export interface UnknownPayment {
  txid: string
  reference: string
  amountCents: number
  receivedAt: Date
  /** What the payer read: "Pedido 1001". */
  message: string
  /** The order of its charge, where the database has that: it is recorded as soon as the charge is read. */
  orderId: number | null
}

/**
 * What customers paid and this database does not know, since it came from a backup of before. Wholly returned ones are settled.
 * @throws ShopError "payment.unavailable", its cause a ProviderError
 */
export async function listUnknownPayments(
  { db }: Database,
  bank: Pick<PixBank, 'listPaidCharges'>,
  period: { from: Date; until: Date },
): Promise<UnknownPayment[]> {
  const charges = await bank.listPaidCharges(period)
  const orderIdByTxid = new Map<string, number>()
  for (const txids of splitIntoBatches(charges.map(({ txid }) => txid))) {
    const chargeRows = await db
      .selectFrom('charge')
      .select(['reference', 'order_id'])
      .where('reference', 'in', txids)
      .execute()
    for (const { reference, order_id } of chargeRows) orderIdByTxid.set(reference, order_id)
  }
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
          orderId: orderIdByTxid.get(txid) ?? null,
        }
      }),
  )
  const recordedReferences = new Set<string>()
  for (const references of splitIntoBatches(bankPayments.map(({ reference }) => reference))) {
    const rows = await db
      .selectFrom('payment')
      .select('reference')
      .where('provider', '=', 'pix')
      .where('reference', 'in', references)
      .execute()
    for (const { reference } of rows) recordedReferences.add(reference)
  }
  return bankPayments
    .filter(({ reference }) => !recordedReferences.has(reference))
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
}

function sumReturnedCents(refunds: { amountCents: number; status: string }[]): number {
  return refunds.filter(({ status }) => status === 'returned').reduce((sum, { amountCents }) => sum + amountCents, 0)
}
