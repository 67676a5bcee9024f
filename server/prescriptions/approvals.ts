import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { shopDay } from '../platform/calendar.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Fingerprints } from './fingerprints.ts'
import { selectProducts } from './prescriptions.sql.ts'
import { isRetained } from './validity.ts'

/** What a pharmacist says besides approving. */
export interface Approval {
  /** The prescriptions whose earlier use they were shown. */
  seenUses: number[]
  /** Why one that is retained is to serve again. */
  justification: string
  /** How often it may serve again after this, where the law retains nothing. */
  repeats: number
  /** Until which day, yyyy-MM-dd; null where it may not. */
  repeatUntil: string | null
}

export const plainApproval: Approval = { seenUses: [], justification: '', repeats: 0, repeatUntil: null }

const maxRepeats = 11
const maxRepeatMinutes = 365 * 24 * 60

interface Deps {
  database: Database
  clock: Clock
  catalogue: Pick<Catalogue, 'productRecords'>
  fingerprints: Fingerprints
}

/** What is checked and written down with an approval, in its transaction. */
export function createApprovals({ clock, catalogue, fingerprints }: Deps) {
  return { recordApproval }

  /**
   * @throws ShopError "prescription.servedMeanwhile" where it served and nobody was told, "prescription.justification",
   *   "prescription.repeats"; the transaction must then be rolled back
   */
  async function recordApproval(tx: Transaction, id: number, approval: Approval): Promise<void> {
    await fingerprints.lockUses(tx, id)
    const uses = (await fingerprints.listUses(id, tx)).filter(({ approvedAt }) => approvedAt !== null)
    if (!uses.every(({ prescriptionId }) => approval.seenUses.includes(prescriptionId)))
      throw new ShopError('prescription.servedMeanwhile')
    const isKept = await isRetainedPrescription(tx, id)
    const justification = approval.justification.trim()
    if (isKept && uses.length > 0 && justification === '')
      throw new ShopError('prescription.justification', { input: 'justification' })
    if (justification !== '')
      await tx.updateTable('prescription_decision').set({ justification }).where('prescription_id', '=', id).execute()
    await allowRepeats(tx, id, approval, isKept)
  }

  async function allowRepeats(
    tx: Transaction,
    id: number,
    { repeats, repeatUntil }: Approval,
    isKept: boolean,
  ): Promise<void> {
    if (repeats === 0) return
    const now = clock.now()
    const isWithin =
      repeatUntil !== null && repeatUntil >= shopDay(now) && repeatUntil <= shopDay(minutesAfter(now, maxRepeatMinutes))
    if (isKept || !isWithin || !Number.isInteger(repeats) || repeats < 0 || repeats > maxRepeats)
      throw new ShopError('prescription.repeats', { input: 'repeats' })
    await tx.updateTable('prescription').set({ repeats, repeat_until: repeatUntil }).where('id', '=', id).execute()
  }

  async function isRetainedPrescription(tx: Transaction, id: number): Promise<boolean> {
    const products = await selectProducts(tx, id)
    const records = await catalogue.productRecords(
      products.map(({ product_id }) => product_id),
      tx,
    )
    return [...records.values()].some(({ prescriptionClass }) => isRetained(prescriptionClass))
  }
}
