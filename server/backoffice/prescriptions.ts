import { type Customer, findCustomer } from '../accounts/customers.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import type { ProductRecord } from '../catalogue/types.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { PrescriptionClass } from '../database/schema.ts'
import { listBranches } from '../delivery/delivery.ts'
import type { Order } from '../orders/order.ts'
import * as orderCommands from '../orders/order-commands.ts'
import { findOrder, loadSummaries } from '../orders/order-queries.ts'
import { requestPicture as requestOrderPicture } from '../orders/picture-requests.ts'
import { ShopError } from '../platform/errors.ts'
import * as approvals from '../prescriptions/approvals.ts'
import {
  type DispensingFacts,
  formatCouncilRegistration,
  parseCouncilRegistration,
} from '../prescriptions/dispensing-facts.ts'
import { listEarlierUses } from '../prescriptions/fingerprints.ts'
import type { Pharmacist } from '../prescriptions/pharmacist.ts'
import { describeSeenPictures, listWaitingPictureRequests } from '../prescriptions/picture-requests.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import * as prescriptionQueries from '../prescriptions/prescription-queries.ts'
import * as repeats from '../prescriptions/repeats.ts'
import { findOrderOf } from '../prescriptions/review.ts'
import { toSeenParts } from '../prescriptions/seen-parts.ts'
import {
  namesAnotherPerson,
  type PdfSignature,
  readSigningOrder,
  type SignatureVerdict,
  toSignatureVerdict,
} from '../prescriptions/signature/pdf-signature.ts'
import { recheckSignatures } from '../prescriptions/signature-checker.ts'
import { findSncr } from '../prescriptions/sncr.ts'
import {
  computeValidity,
  findStrictestClass,
  requiresRetention,
  suggestRepeatLastDay,
  type Validity,
} from '../prescriptions/validity.ts'
import { record } from '../staff/audit.ts'
import { type Actor, canSeeOrder, hasPermission, requirePermission } from '../staff/roles.ts'
import { drawFileWithAudit } from './prescription-files.ts'
import { listOrderSharedSubstances } from './shared-substances.ts'

/** Decisions that the list shows, and how many are read at once to find the ones of a single branch. */
export const decisionsPerPage = 20
const decisionsPerRead = 1000
const maxListedOtherUses = 10

interface PendingPrescription {
  id: number
  orderId: number
  status: Prescription['status']
  sentAt: Date
  /** Until when it waits for another picture; null where it does not. */
  pictureDueAt: Date | null
}

interface ReviewedSignature extends PdfSignature {
  verdict: SignatureVerdict
  /** Of who prescribed: whether the customer typed another's name as who issued it; null where no name was typed. */
  namesOtherPerson: boolean | null
  /** Whether somebody else than who prescribed added it afterwards: a pharmacy signs so what it has dispensed. */
  isLaterByOther: boolean
}

/** Where the same prescription serves, or has served: never whose. */
export interface PrescriptionUse {
  prescriptionId: number
  orderId: number
  status: Order['status']
  branchName: string
  /** Units of the products that both are for. */
  units: number
  isOtherCustomer: boolean
  /** Whether who reads this may open it. */
  mayOpen: boolean
  /** Null while it is not decided. */
  decision: Prescription['decision']
}

/** A prescription as the pharmacist decides on it. */
export interface BackofficePrescription {
  prescription: Prescription
  order: Order
  customer: Customer | null
  productsById: Map<number, ProductRecord>
  sharedSubstances: Awaited<ReturnType<typeof listOrderSharedSubstances>>
  /** By part: whose rule it has, that of the strictest of its products. */
  strictestClassByPartId: Map<number, PrescriptionClass | null>
  /** By part: until when it is valid by that rule. */
  validityByPartId: Map<number, Validity | null>
  /** By part: those of its PDF, in the order of signing; a part without an entry has none, or they could not be checked now. */
  signaturesByPartId: Map<number, ReviewedSignature[]>
  /** Where the same one was sent, too; the last ten, oldest first. */
  otherUses: PrescriptionUse[]
  /** By part: how often it serves again, or how often what it repeats does. */
  repeatsByPartId: Map<number, repeats.Repeat>
  /** The parts that the pharmacy keeps (RDC 471/2021), and whether there are any. */
  retainedPartIds: number[]
  isRetained: boolean
  /** The parts that may serve again, and until when such a one usually does, where that day is to come. */
  repeatablePartIds: number[]
  defaultRepeatLastDayByPartId: Map<number, string>
  /** Whether their record still lacks age, sex, who prescribed or the registration. */
  isRecordIncomplete: boolean
  /** By part: who prescribed, as far as the form and the certificate tell. */
  prescribersByPartId: Map<number, { name: string; registration: string }>
  /** By part: the number of the SNCR that its QR codes say; null where they say none. */
  qrSncrByPartId: Map<number, string | null>
  /** What the forms for a decision send back: which pictures they showed. */
  seenPictures: string
  /** What the forms after the decision send back, so that their verbs know what they showed. */
  seenHashes: ReturnType<typeof toSeenParts>
  /** Its place in the line of those that wait, and its neighbours there. */
  previousId: number | null
  nextId: number | null
  queuePosition: number | null
  queueLength: number
}

/** Those of paid orders, of one branch or (null) of all, oldest first; last, those that wait for another picture. */
export async function listPendingPrescriptions(
  ctx: Context,
  actor: Actor,
  requestedBranchId: number | null = null,
): Promise<PendingPrescription[]> {
  requirePermission(actor, 'prescriptions.see')
  const branchId = actor.branchId ?? requestedBranchId
  const undecidedPrescriptions = await prescriptionQueries.listPrescriptionsWithOrder(ctx, 'sent')
  const orderIds = undecidedPrescriptions.map(({ orderId }) => orderId)
  const summaries = await loadSummaries(ctx, orderIds)
  const pendingPrescriptions = undecidedPrescriptions.flatMap((prescription) => {
    const order = summaries.get(prescription.orderId)
    if (order?.status !== 'prescription_review' || (branchId !== null && order.branchId !== branchId)) return []
    return [{ ...prescription, branchId: order.branchId }]
  })
  const dueAtById = new Map(
    (await listWaitingPictureRequests(ctx)).map(({ prescriptionId, dueAt }) => [prescriptionId, dueAt]),
  )
  return pendingPrescriptions
    .map((prescription) => ({ ...prescription, pictureDueAt: dueAtById.get(prescription.id) ?? null }))
    .sort((a, b) => Number(a.pictureDueAt !== null) - Number(b.pictureDueAt !== null))
}

/** Those decided last, of one branch or (null) of all. @param page from 1 */
export async function listLatestDecisions(
  ctx: Context,
  actor: Actor,
  requestedBranchId: number | null = null,
  page = 1,
) {
  requirePermission(actor, 'prescriptions.see')
  const branchId = actor.branchId ?? requestedBranchId
  const offset = (page - 1) * decisionsPerPage
  if (branchId === null) return prescriptionQueries.listLatestDecisions(ctx, decisionsPerPage, offset)
  const branchDecisions: Awaited<ReturnType<typeof prescriptionQueries.listLatestDecisions>> = []
  for (let start = 0; branchDecisions.length < offset + decisionsPerPage; start += decisionsPerRead) {
    const decisions = await prescriptionQueries.listLatestDecisions(ctx, decisionsPerRead, start)
    const orderIds = decisions.flatMap(({ orderId }) => orderId ?? [])
    const orderSummaries = await loadSummaries(ctx, orderIds)
    branchDecisions.push(...decisions.filter(({ orderId }) => orderSummaries.get(orderId ?? 0)?.branchId === branchId))
    if (decisions.length < decisionsPerRead) break
  }
  return branchDecisions.slice(offset, offset + decisionsPerPage)
}

export async function getPrescription(ctx: Context, actor: Actor, id: number): Promise<BackofficePrescription> {
  requirePermission(actor, 'prescriptions.decide')
  const storedPrescription = await prescriptionQueries.findPrescription(ctx, id)
  if (!storedPrescription || storedPrescription.orderId === null) throw new ShopError('prescription.unknown')
  const order = await findOrder(ctx, storedPrescription.orderId)
  if (!order || !canSeeOrder(actor, order)) throw new ShopError('prescription.unknown')
  const prescription = await recheckSignatures(ctx, storedPrescription)
  const productIds = prescription.parts.flatMap((part) => part.products.map((product) => product.id))
  const [customer, productsById, pendingPrescriptions, otherUses, repeatsByPartId] = await Promise.all([
    findCustomer(ctx, order.customerId),
    loadProductRecords(ctx, productIds),
    listPendingPrescriptions(ctx, actor),
    listOtherUses(ctx, actor, prescription),
    loadRepeatsByPart(ctx, prescription),
  ])
  const queueIndex = pendingPrescriptions.findIndex((pendingPrescription) => pendingPrescription.id === id)
  const prescriptionClassesOf = (part: Prescription['parts'][number]) =>
    part.products.flatMap((product) => productsById.get(product.id)?.prescriptionClass ?? [])
  const retainedPartIds = prescription.parts
    .filter((part) => prescriptionClassesOf(part).some(requiresRetention))
    .map(({ id }) => id)
  const repeatableParts = prescription.parts.filter(
    ({ id, repeatsPartId }) => repeatsPartId === null && !retainedPartIds.includes(id),
  )
  return {
    prescription,
    order,
    customer,
    productsById,
    sharedSubstances: await listOrderSharedSubstances(ctx, order),
    strictestClassByPartId: new Map(
      prescription.parts.map((part) => [part.id, findStrictestClass(prescriptionClassesOf(part))]),
    ),
    validityByPartId: new Map(
      prescription.parts.map((part) => [
        part.id,
        part.issuedAt === null
          ? null
          : computeValidity(part.issuedAt, prescriptionClassesOf(part), ctx.clock.now(), part),
      ]),
    ),
    signaturesByPartId: new Map(prescription.parts.flatMap(toSignatureEntries)),
    otherUses,
    repeatsByPartId,
    retainedPartIds,
    isRetained: retainedPartIds.length > 0,
    repeatablePartIds: repeatableParts.map(({ id }) => id),
    defaultRepeatLastDayByPartId: new Map(
      repeatableParts.map(({ id, issuedAt }) => [id, suggestRepeatLastDay(issuedAt, ctx.clock.now())]),
    ),
    isRecordIncomplete: prescription.parts.some(
      ({ id, age, sex, prescriber, registration }) =>
        retainedPartIds.includes(id) && !(age && sex && prescriber && registration),
    ),
    prescribersByPartId: new Map(prescription.parts.map((part) => [part.id, readPrescriber(part)])),
    qrSncrByPartId: new Map(
      prescription.parts.map(({ id, qrCodes }) => [id, findSncr(qrCodes.map(({ text }) => text))]),
    ),
    seenPictures: describeSeenPictures(prescription),
    seenHashes: toSeenParts(prescription.parts),
    previousId: pendingPrescriptions[queueIndex - 1]?.id ?? null,
    nextId: pendingPrescriptions[queueIndex + 1]?.id ?? null,
    queuePosition: queueIndex < 0 ? null : queueIndex + 1,
    queueLength: pendingPrescriptions.length,
  }
}

async function loadRepeatsByPart(ctx: Context, { parts }: Prescription): Promise<Map<number, repeats.Repeat>> {
  const originalPartIdOf = ({ id, repeatsPartId }: Prescription['parts'][number]) => repeatsPartId ?? id
  const repeatsByPartId = await repeats.listRepeats(ctx, parts.map(originalPartIdOf))
  return new Map(
    parts.flatMap((part) => {
      const repeat = repeatsByPartId.get(originalPartIdOf(part))
      return repeat ? [[part.id, repeat]] : []
    }),
  )
}

async function listOtherUses(
  ctx: Context,
  actor: Actor,
  { id, customerId, parts }: Prescription,
): Promise<PrescriptionUse[]> {
  const uses = (await listEarlierUses(ctx, id)).slice(-maxListedOtherUses)
  if (uses.length === 0) return []
  const branchNames = new Map((await listBranches(ctx)).map((branch) => [branch.id, branch.name]))
  const productIds = new Set(parts.flatMap((part) => part.products.map((product) => product.id)))
  const usePromises = uses.map(async ({ prescriptionId, orderId }) => {
    const [order, otherPrescription] = await Promise.all([
      findOrder(ctx, orderId),
      prescriptionQueries.findPrescription(ctx, prescriptionId),
    ])
    if (!order) return []
    const lines = order.lines.filter(({ productId }) => productIds.has(productId))
    return {
      prescriptionId,
      orderId,
      status: order.status,
      branchName: branchNames.get(order.branchId) ?? '',
      units: lines.reduce((sum, { keptUnits }) => sum + keptUnits, 0),
      isOtherCustomer: order.customerId !== customerId,
      mayOpen: canSeeOrder(actor, order),
      decision: otherPrescription?.decision ?? null,
    }
  })
  return (await Promise.all(usePromises)).flat()
}

export async function viewFile(
  ctx: Context,
  actor: Actor,
  id: number,
  partId: number,
  revision: 'file' | 'signedRevision' = 'file',
): Promise<Buffer> {
  const { prescription } = await getPrescription(ctx, actor, id)
  return drawFileWithAudit(ctx, actor, prescription, partId, revision)
}

export async function approvePrescription(
  ctx: Context,
  actor: Actor,
  id: number,
  approval = approvals.emptyApproval,
  seenPictures: string | null = null,
): Promise<{ orderId: number }> {
  const decider = { kind: 'staff', actor, pharmacist: requirePharmacist(actor) } as const
  if (actor.branchId !== null) await getPrescription(ctx, actor, id)
  const prescription = await prescriptionQueries.findPrescription(ctx, id)
  if (!approval.isNotDispensedElsewhere && prescription?.parts.some(isSignedLaterByOther))
    throw new ShopError('prescription.signedLater', { input: 'notDispensedElsewhere' })
  return ctx.transact(async (ctx) => {
    await lockSeenPictures(ctx, id, seenPictures)
    const decision = await orderCommands.approvePrescription(ctx, id, decider, approval)
    const correctedDays = prescription && describeCorrectedDays(prescription, approval)
    await record(ctx, actor, 'prescriptions.approve', { type: 'prescription', id }, correctedDays || null)
    return decision
  })
}

/**
 * What the record of a retained one still lacks, or what was misread.
 * @param seenHash of `BackofficePrescription`
 */
export async function completeDispensingFacts(
  ctx: Context,
  actor: Actor,
  id: number,
  facts: DispensingFacts[],
  seenHash: string,
): Promise<void> {
  requirePharmacist(actor)
  await getPrescription(ctx, actor, id)
  await ctx.transact(async (ctx) => {
    await approvals.completeDispensingFacts(ctx, id, facts, seenHash)
    await record(ctx, actor, 'prescriptions.complete', { type: 'prescription', id })
  })
}

/**
 * How often it serves again, of one that is approved.
 * @param seenHash of `BackofficePrescription`
 */
export async function setRepeats(
  ctx: Context,
  actor: Actor,
  id: number,
  rules: repeats.RepeatInput[],
  seenHash: string,
): Promise<void> {
  requirePharmacist(actor)
  const { prescription } = await getPrescription(ctx, actor, id)
  if (prescription.status !== 'approved') throw new ShopError('prescription.unknown')
  await ctx.transact(async (ctx) => {
    await repeats.setRepeats(ctx, id, rules, seenHash)
    await record(ctx, actor, 'prescriptions.repeat', { type: 'prescription', id })
  })
}

/**
 * Asks the customer for another picture of a part, for a day.
 * @param reason the customer reads it
 * @throws ShopError "picture.reason", and those of `orders/picture-requests.ts`
 */
export async function requestPicture(
  ctx: Context,
  actor: Actor,
  id: number,
  { partId, reason }: { partId: number; reason: string },
  seenPictures: string | null = null,
): Promise<void> {
  const decider = { kind: 'staff', actor, pharmacist: requirePharmacist(actor) } as const
  if (reason.trim() === '') throw new ShopError('picture.reason', { input: 'reason' })
  await getPrescription(ctx, actor, id)
  await ctx.transact(async (ctx) => {
    await lockSeenPictures(ctx, id, seenPictures)
    await requestOrderPicture(ctx, { prescriptionId: id, partId, reason: reason.trim() }, decider)
    await record(ctx, actor, 'prescriptions.requestPicture', { type: 'prescription', id })
  })
}

/**
 * Nobody decides by a picture in whose place another one has come.
 * @param seenPictures `describeSeenPictures`; null for a program, whose calls do not say what they saw
 * @throws ShopError "page.outdated"
 */
async function lockSeenPictures(ctx: TransactionContext, id: number, seenPictures: string | null): Promise<void> {
  if (seenPictures === null) return
  const orderId = await findOrderOf(ctx, id)
  if (orderId !== null) await orderCommands.lockOrder(ctx, orderId)
  const prescription = await prescriptionQueries.findPrescription(ctx, id)
  if (prescription && describeSeenPictures(prescription) !== seenPictures) throw new ShopError('page.outdated')
}

/** @param reason the customer reads it */
export async function rejectPrescription(
  ctx: Context,
  actor: Actor,
  id: number,
  reason: string,
  seenPictures: string | null = null,
): Promise<orderCommands.CancellationResult & { orderId: number }> {
  const decider = { kind: 'staff', actor, pharmacist: requirePharmacist(actor) } as const
  if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
  if (actor.branchId !== null) await getPrescription(ctx, actor, id)
  return ctx.transact(async (ctx) => {
    await lockSeenPictures(ctx, id, seenPictures)
    const decision = await orderCommands.rejectPrescription(ctx, id, decider, reason.trim())
    await record(ctx, actor, 'prescriptions.reject', { type: 'prescription', id })
    return decision
  })
}

function requirePharmacist(actor: Actor): Pharmacist {
  requirePermission(actor, 'prescriptions.decide')
  if (actor.crf === null || !hasPermission(actor, 'prescriptions.decide')) throw new ShopError('staff.forbidden')
  return { name: actor.name, crf: actor.crf }
}

function toSignatureEntries(part: Prescription['parts'][number]): [number, ReviewedSignature[]][] {
  if (!part.signatures) return []
  const { prescriber, laterByOthers } = readSigningOrder(part.signatures.signatures, part.issuers)
  const reviewedSignatures = part.signatures.signatures
    .toSorted((a, b) => a.end - b.end)
    .map((signature) => ({
      ...signature,
      verdict: toSignatureVerdict(signature),
      namesOtherPerson:
        signature === prescriber && signature.signer !== null
          ? namesAnotherPerson(signature.signer.name, part.issuers)
          : null,
      isLaterByOther: laterByOthers.includes(signature),
    }))
  return [[part.id, reviewedSignatures]]
}

/** The customer's day of issue beside the one that stands on the prescription: `part 12: 2026-11-20 → 2026-11-12`. */
function describeCorrectedDays({ parts }: Prescription, { issueDates }: approvals.Approval): string {
  return issueDates
    .flatMap(({ partId, day }) => {
      const part = parts.find(({ id }) => id === partId)
      return part && day !== '' && day !== part.issuedAt ? [`part ${partId}: ${part.issuedAt ?? '?'} → ${day}`] : []
    })
    .join(', ')
}

function isSignedLaterByOther({ signatures, issuers }: Prescription['parts'][number]): boolean {
  return readSigningOrder(signatures?.signatures ?? [], issuers).laterByOthers.length > 0
}

/** "Dra. Laura Antunes, CRM-SP 123456" is a name and a registration; without a name who signed first counts, not who signed since. */
function readPrescriber({ issuers, prescriber, registration, signatures }: Prescription['parts'][number]) {
  if (prescriber && registration) return { name: prescriber, registration }
  const parsedRegistration = parseCouncilRegistration(`${issuers} ${signatures?.registration ?? ''}`)
  const [issuerName = ''] = issuers.split(/[,;(]|\b(?:CRM|CRO)\b/i)
  const { prescriber: signature } = readSigningOrder(signatures?.signatures ?? [], issuers)
  return {
    name: issuerName.trim() || (signature?.signer?.name ?? ''),
    registration: parsedRegistration ? formatCouncilRegistration(parsedRegistration) : '',
  }
}
