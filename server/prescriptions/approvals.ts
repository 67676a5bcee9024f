import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { decryptDetails, encryptDetails } from './details.ts'
import { type DispensingFacts, formatRegistration, readAge, readRegistration } from './dispensing-facts.ts'
import type { Fingerprints } from './fingerprints.ts'
import { selectProducts } from './prescriptions.sql.ts'
import { readSncr } from './sncr.ts'
import { isRetained } from './validity.ts'

/** What a pharmacist says besides approving. */
export interface Approval {
  /** The prescriptions whose earlier use they were shown. */
  seenUses: number[]
  /** Why one that is retained is to serve again. */
  justification: string
  /** Of each retained part. */
  facts: DispensingFacts[]
}

export const plainApproval: Approval = { seenUses: [], justification: '', facts: [] }

interface Deps {
  database: Database
  catalogue: Pick<Catalogue, 'productRecords'>
  encryption: Encryption
  fingerprints: Fingerprints
}

/** What is checked and written down with an approval, in its transaction. */
export function createApprovals({ catalogue, encryption, fingerprints }: Deps) {
  return { recordApproval }

  /**
   * @throws ShopError "prescription.servedMeanwhile" where it served and nobody was told, "prescription.justification",
   *   "prescription.facts"; the transaction must then be rolled back
   */
  async function recordApproval(tx: Transaction, id: number, approval: Approval): Promise<void> {
    await fingerprints.lockUses(tx, id)
    const uses = (await fingerprints.listUses(id, tx)).filter(({ approvedAt }) => approvedAt !== null)
    if (!uses.every(({ prescriptionId }) => approval.seenUses.includes(prescriptionId)))
      throw new ShopError('prescription.servedMeanwhile')
    const retained = await retainedParts(tx, id)
    const justification = approval.justification.trim()
    if (retained.length > 0 && uses.length > 0 && justification === '')
      throw new ShopError('prescription.justification', { input: 'justification' })
    if (justification !== '')
      await tx.updateTable('prescription_decision').set({ justification }).where('prescription_id', '=', id).execute()
    for (const partId of retained) await recordFacts(tx, id, partId, approval.facts)
  }

  /** @throws ShopError "prescription.facts" */
  async function recordFacts(tx: Transaction, id: number, partId: number, facts: DispensingFacts[]): Promise<void> {
    const { is_prolonged, ...typed } = factsOf(facts.find((each) => each.partId === partId))
    const { details_encrypted } = await tx
      .selectFrom('prescription_part')
      .select('details_encrypted')
      .where('id', '=', partId)
      .executeTakeFirstOrThrow()
    const details = { ...decryptDetails(encryption, id, details_encrypted), ...typed }
    await tx
      .updateTable('prescription_part')
      .set({ details_encrypted: encryptDetails(encryption, id, details), is_prolonged })
      .where('id', '=', partId)
      .execute()
  }

  async function retainedParts(tx: Transaction, id: number): Promise<number[]> {
    const products = await selectProducts(tx, id)
    const records = await catalogue.productRecords(
      products.map(({ product_id }) => product_id),
      tx,
    )
    const retained = products.filter(({ product_id }) => isRetained(records.get(product_id)?.prescriptionClass))
    return [...new Set(retained.map(({ part_id }) => part_id))]
  }
}

/** @throws ShopError "prescription.facts" where one is missing or is no such thing */
function factsOf(facts: DispensingFacts | undefined) {
  const age = readAge(facts?.age ?? '')
  const sex = (['F', 'M'] as const).find((each) => each === facts?.sex) ?? null
  const prescriber = facts?.prescriber.trim() ?? ''
  const registration = readRegistration(facts?.registration ?? '')
  const isWithoutSncr = (facts?.sncr ?? '').trim() === ''
  const sncr = isWithoutSncr ? undefined : readSncr(facts?.sncr ?? '')
  if (age === null || sex === null || prescriber.length < 3 || registration === null || sncr === null)
    throw new ShopError('prescription.facts', { input: 'facts' })
  return {
    age,
    sex,
    prescriber: prescriber.slice(0, 120),
    registration: formatRegistration(registration),
    sncr,
    is_prolonged: facts?.isProlonged ? (1 as const) : (0 as const),
  }
}
