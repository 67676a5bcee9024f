import type { TransactionContext } from '../context.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { decryptDetails } from './details.ts'
import type { Prescription } from './prescription.ts'
import { selectStoredParts } from './prescriptions.sql.ts'

type SeenPart = Pick<
  Prescription['parts'][number],
  'id' | 'age' | 'sex' | 'prescriber' | 'registration' | 'sncr' | 'isProlonged' | 'repeatTimes' | 'repeatUntil'
>

/** What the forms after a decision show: the record's facts, and how often each part serves. */
const seenValues = {
  facts: (parts: SeenPart[]) =>
    parts.map(({ id, age, sex, prescriber, registration, sncr, isProlonged }) => {
      return [id, age, sex, prescriber, registration, sncr, isProlonged]
    }),
  repeats: (parts: SeenPart[]) => parts.map(({ id, repeatTimes, repeatUntil }) => [id, repeatTimes, repeatUntil]),
}

type SeenForm = keyof typeof seenValues

/** What a prescription's page sends back with each of these forms. */
export function toSeenParts(parts: SeenPart[]): Record<SeenForm, string> {
  return { facts: toSeenHash(seenValues.facts(parts)), repeats: toSeenHash(seenValues.repeats(parts)) }
}

/** Locks a prescription until the transaction ends. @throws ShopError "page.outdated" where its form showed something else */
export async function lockSeenParts(
  ctx: TransactionContext,
  prescriptionId: number,
  form: SeenForm,
  seenHash: string,
): Promise<void> {
  await ctx.db
    .updateTable('prescription')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', prescriptionId)
    .execute()
  const rows = await selectStoredParts(ctx, [prescriptionId])
  const parts = rows.map((row) => ({
    ...decryptDetails(ctx, prescriptionId, row.detailsEncrypted),
    id: row.id,
    isProlonged: row.isProlonged,
    repeatTimes: row.repeatTimes,
    repeatUntil: row.repeatUntil,
  }))
  assertSeen(seenValues[form](parts), seenHash)
}
