import { loadProductRecords } from '../catalogue/products.ts'
import type { Context, TransactionContext } from '../context.ts'
import { isValidDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { decryptDetails, encryptDetails } from './details.ts'
import {
  type DispensingFacts,
  formatCouncilRegistration,
  parseAge,
  parseCouncilRegistration,
} from './dispensing-facts.ts'
import { listEarlierUses, lockFingerprints } from './fingerprints.ts'
import type { ApprovedUnits } from './prescription.ts'
import { selectPrescribedProducts } from './prescriptions.sql.ts'
import { type RepeatInput, recordRepeats } from './repeats.ts'
import { lockSeenParts } from './seen-parts.ts'
import { parseSncr } from './sncr.ts'
import { assertWithinValidity, requiresRetention } from './validity.ts'

type RefusedFact = 'age' | 'sex' | 'registration' | 'sncr'

/** What a pharmacist says besides approving. */
export interface Approval {
  /** The prescriptions whose earlier use they were shown; null where no page showed any. */
  seenUses: number[] | null
  /** Why one is to serve again. */
  justification: string
  /** Whether they looked for it where another person signed the file after who prescribed: a pharmacy signs what it dispensed. */
  isNotDispensedElsewhere: boolean
  /** The days of issue (yyyy-MM-dd) as they stand on the prescriptions; an empty one leaves what the customer typed. */
  issueDates: { partId: number; day: string }[]
  /** Of each product, how many of the ordered units the prescription covers, as typed; left out, all. */
  units: { productId: number; units: string }[]
  /** Of each retained part. */
  facts: DispensingFacts[]
  /** Of each other part. */
  repeats: RepeatInput[]
}

export const emptyApproval: Approval = {
  seenUses: [],
  justification: '',
  isNotDispensedElsewhere: false,
  issueDates: [],
  units: [],
  facts: [],
  repeats: [],
}

/**
 * @throws ShopError "prescription.servedMeanwhile" where it served and nobody was told, "prescription.issueDate",
 *   "prescription.inFuture", "prescription.expired" by a day that was corrected, "prescription.facts", "prescription.repeats";
 *   the transaction must then be rolled back
 */
export async function recordApproval(ctx: TransactionContext, id: number, approval: Approval): Promise<void> {
  await lockFingerprints(ctx, id)
  const approvedUses = (await listEarlierUses(ctx, id)).filter(({ approvedAt }) => approvedAt !== null)
  const { seenUses } = approval
  if (seenUses && !approvedUses.every(({ prescriptionId }) => seenUses.includes(prescriptionId)))
    throw new ShopError('prescription.servedMeanwhile')
  const justification = approval.justification.trim()
  if (justification !== '')
    await ctx.db.updateTable('prescriptionDecision').set({ justification }).where('prescriptionId', '=', id).execute()
  await recordDispensingFacts(ctx, id, approval.facts)
  await correctIssueDates(ctx, id, approval.issueDates)
  await recordRepeats(ctx, id, approval.repeats)
}

/** What was approved stays with the decision. */
export async function recordApprovedUnits(
  ctx: TransactionContext,
  id: number,
  approvedUnits: ApprovedUnits[],
): Promise<void> {
  await ctx.db
    .updateTable('prescriptionDecision')
    .set({ approvedUnitsJson: JSON.stringify(approvedUnits) })
    .where('prescriptionId', '=', id)
    .execute()
}

/** The day on the paper counts, by the rule of the strictest product of its part. */
async function correctIssueDates(
  ctx: TransactionContext,
  prescriptionId: number,
  issueDates: Approval['issueDates'],
): Promise<void> {
  const products = await selectPrescribedProducts(ctx, prescriptionId)
  const productIds = products.map(({ productId }) => productId)
  const records = await loadProductRecords(ctx, productIds)
  for (const { partId, day } of issueDates) {
    const partProducts = products.filter((product) => product.partId === partId)
    const [{ issuedOn, isProlonged } = { issuedOn: null, isProlonged: false }] = partProducts
    if (partProducts.length === 0 || day === '' || day === issuedOn) continue
    if (!isValidDay(day)) throw new ShopError('prescription.issueDate', { input: `issueDates.${partId}` })
    const classes = partProducts.flatMap(({ productId }) => records.get(productId)?.prescriptionClass ?? [])
    assertWithinValidity(day, classes, ctx.clock.now(), {
      isProlonged,
      input: `issueDates.${partId}`,
    })
    await ctx.db.updateTable('prescriptionPart').set({ issuedOn: day }).where('id', '=', partId).execute()
  }
}

/**
 * After the approval.
 * @param seenHash `toSeenParts`
 */
export function completeDispensingFacts(
  ctx: Context,
  prescriptionId: number,
  facts: DispensingFacts[],
  seenHash: string,
): Promise<void> {
  return ctx.transact(async (ctx) => {
    await lockSeenParts(ctx, prescriptionId, 'facts', seenHash)
    await recordDispensingFacts(ctx, prescriptionId, facts)
  })
}

/**
 * Of the parts that are retained. What is missing may follow until the record is sent: nobody waits for a medicine because of it.
 * @throws ShopError "prescription.facts" where something typed is no such thing
 */
async function recordDispensingFacts(
  ctx: TransactionContext,
  prescriptionId: number,
  facts: DispensingFacts[],
): Promise<void> {
  const retainedPartIds = await listRetainedPartIds(ctx, prescriptionId)
  for (const partFacts of facts.filter(({ partId }) => retainedPartIds.includes(partId)))
    await updatePartFacts(ctx, prescriptionId, partFacts)
}

async function updatePartFacts(ctx: TransactionContext, prescriptionId: number, facts: DispensingFacts): Promise<void> {
  const { partId } = facts
  const { isProlonged, ...detailFields } = parseFacts(facts)
  const { detailsEncrypted } = await ctx.db
    .selectFrom('prescriptionPart')
    .select('detailsEncrypted')
    .where('id', '=', partId)
    .executeTakeFirstOrThrow()
  const details = { ...decryptDetails(ctx, prescriptionId, detailsEncrypted), ...detailFields }
  await ctx.db
    .updateTable('prescriptionPart')
    .set({ detailsEncrypted: encryptDetails(ctx, prescriptionId, details), isProlonged })
    .where('id', '=', partId)
    .execute()
}

async function listRetainedPartIds(ctx: TransactionContext, prescriptionId: number): Promise<number[]> {
  const products = await selectPrescribedProducts(ctx, prescriptionId)
  const productIds = products.map(({ productId }) => productId)
  const records = await loadProductRecords(ctx, productIds)
  const retainedProducts = products.filter(({ productId }) =>
    requiresRetention(records.get(productId)?.prescriptionClass),
  )
  return [...new Set(retainedProducts.map(({ partId }) => partId))]
}

/** @throws ShopError "prescription.facts" where something typed is no such thing: it names which */
function parseFacts({ partId, age, sex, prescriber, registration, sncr, isProlonged }: DispensingFacts) {
  /** Undefined where nothing was typed. */
  function parseFact<Fact>(fact: RefusedFact, text: string, parse: (text: string) => Fact | null | undefined) {
    if (text.trim() === '') return undefined
    const parsedFact = parse(text)
    if (parsedFact === null || parsedFact === undefined)
      throw new ShopError('prescription.facts', { input: `facts.${partId}.${fact}`, fact })
    return parsedFact
  }
  return {
    age: parseFact('age', age, parseAge),
    sex: parseFact('sex', sex, (text) => (['F', 'M'] as const).find((sexCode) => sexCode === text)),
    prescriber: prescriber.trim().slice(0, 120) || undefined,
    registration: parseFact('registration', registration, (text) => {
      const parsedRegistration = parseCouncilRegistration(text)
      return parsedRegistration && formatCouncilRegistration(parsedRegistration)
    }),
    sncr: parseFact('sncr', sncr, parseSncr),
    isProlonged: Boolean(isProlonged),
  }
}
