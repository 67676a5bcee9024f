import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { decryptDetails, encryptDetails } from './details.ts'
import {
  type DispensingFacts,
  formatCouncilRegistration,
  parseAge,
  parseCouncilRegistration,
} from './dispensing-facts.ts'
import type { FingerprintService } from './fingerprints.ts'
import { selectPrescribedProducts } from './prescriptions.sql.ts'
import type { RepeatInput, RepeatService } from './repeats.ts'
import { parseSncr } from './sncr.ts'
import { requiresRetention } from './validity.ts'

/** What a pharmacist says besides approving. */
export interface Approval {
  /** The prescriptions whose earlier use they were shown; null where no page showed any. */
  seenUses: number[] | null
  /** Why one is to serve again. */
  justification: string
  /** Of each retained part. */
  facts: DispensingFacts[]
  /** Of each other part. */
  repeats: RepeatInput[]
}

export const emptyApproval: Approval = { seenUses: [], justification: '', facts: [], repeats: [] }

interface Deps {
  database: Database
  catalogue: Pick<Catalogue, 'loadProductRecords'>
  encryption: Encryption
  fingerprints: FingerprintService
  repeats: Pick<RepeatService, 'recordRepeats'>
}

/** What is checked and written down with an approval, in its transaction. */
export function createApprovalService({ database, catalogue, encryption, fingerprints, repeats }: Deps) {
  return { recordApproval, completeDispensingFacts }

  /**
   * @throws ShopError "prescription.servedMeanwhile" where it served and nobody was told, "prescription.facts", "prescription.repeats"; the transaction must
   *   then be rolled back
   */
  async function recordApproval(tx: Transaction, id: number, approval: Approval): Promise<void> {
    await fingerprints.lockFingerprints(tx, id)
    const approvedUses = (await fingerprints.listEarlierUses(id, tx)).filter(({ approvedAt }) => approvedAt !== null)
    const { seenUses } = approval
    if (seenUses && !approvedUses.every(({ prescriptionId }) => seenUses.includes(prescriptionId)))
      throw new ShopError('prescription.servedMeanwhile')
    const justification = approval.justification.trim()
    if (justification !== '')
      await tx.updateTable('prescription_decision').set({ justification }).where('prescription_id', '=', id).execute()
    await recordDispensingFacts(tx, id, approval.facts)
    await repeats.recordRepeats(tx, id, approval.repeats)
  }

  /** After the approval. @throws ShopError "prescription.facts" */
  function completeDispensingFacts(
    prescriptionId: number,
    facts: DispensingFacts[],
    transactionHook: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    return database.transact(async (tx) => {
      await recordDispensingFacts(tx, prescriptionId, facts)
      await transactionHook(tx)
    })
  }

  /**
   * Of the parts that are retained. What is missing may follow until the record is sent: nobody waits for a medicine because of it.
   * @throws ShopError "prescription.facts" where something typed is no such thing
   */
  async function recordDispensingFacts(
    tx: Transaction,
    prescriptionId: number,
    facts: DispensingFacts[],
  ): Promise<void> {
    const retainedPartIds = await listRetainedPartIds(tx, prescriptionId)
    for (const partFacts of facts.filter(({ partId }) => retainedPartIds.includes(partId)))
      await updatePartFacts(tx, prescriptionId, partFacts)
  }

  async function updatePartFacts(tx: Transaction, prescriptionId: number, facts: DispensingFacts): Promise<void> {
    const { partId } = facts
    const { is_prolonged, ...detailFields } = parseFacts(facts)
    const { details_encrypted } = await tx
      .selectFrom('prescription_part')
      .select('details_encrypted')
      .where('id', '=', partId)
      .executeTakeFirstOrThrow()
    const details = { ...decryptDetails(encryption, prescriptionId, details_encrypted), ...detailFields }
    await tx
      .updateTable('prescription_part')
      .set({ details_encrypted: encryptDetails(encryption, prescriptionId, details), is_prolonged })
      .where('id', '=', partId)
      .execute()
  }

  async function listRetainedPartIds(tx: Transaction, prescriptionId: number): Promise<number[]> {
    const products = await selectPrescribedProducts(tx, prescriptionId)
    const records = await catalogue.loadProductRecords(
      products.map(({ product_id }) => product_id),
      tx,
    )
    const retainedProducts = products.filter(({ product_id }) =>
      requiresRetention(records.get(product_id)?.prescriptionClass),
    )
    return [...new Set(retainedProducts.map(({ part_id }) => part_id))]
  }
}

/** @throws ShopError "prescription.facts" where something typed is no such thing */
function parseFacts({ age, sex, prescriber, registration, sncr, isProlonged }: DispensingFacts) {
  return {
    age: parseFact(age, parseAge),
    sex: parseFact(sex, (text) => (['F', 'M'] as const).find((sexCode) => sexCode === text)),
    prescriber: parseFact(prescriber, (text) => text.trim().slice(0, 120)),
    registration: parseFact(registration, (text) => {
      const parsedRegistration = parseCouncilRegistration(text)
      return parsedRegistration && formatCouncilRegistration(parsedRegistration)
    }),
    sncr: parseFact(sncr, parseSncr),
    is_prolonged: isProlonged ? (1 as const) : (0 as const),
  }
}

/** Undefined where nothing was typed. */
function parseFact<Fact>(text: string, parse: (text: string) => Fact | null | undefined): Fact | undefined {
  if (text.trim() === '') return undefined
  const fact = parse(text)
  if (fact === null || fact === undefined) throw new ShopError('prescription.facts', { input: 'facts' })
  return fact
}
