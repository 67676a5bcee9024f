import type { Customer, CustomerService } from '../accounts/customers.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProductRecord } from '../catalogue/types.ts'
import type { Transaction } from '../database/connection.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import type { Order } from '../orders/order.ts'
import type { CancellationResult } from '../orders/order-commands.ts'
import type { OrderService } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { type Approval, emptyApproval } from '../prescriptions/approvals.ts'
import {
  type DispensingFacts,
  formatCouncilRegistration,
  parseCouncilRegistration,
} from '../prescriptions/dispensing-facts.ts'
import type { Pharmacist } from '../prescriptions/pharmacist.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import type { Repeat, RepeatInput } from '../prescriptions/repeats.ts'
import {
  namesAnotherPerson,
  type PdfSignature,
  type SignatureVerdict,
  toSignatureVerdict,
} from '../prescriptions/signature/pdf-signature.ts'
import { computeValidity, requiresRetention, suggestRepeatLastDay, type Validity } from '../prescriptions/validity.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, canSeeOrder, hasPermission, requirePermission } from '../staff/roles.ts'

interface Deps {
  clock: Clock
  customers: Pick<CustomerService, 'findCustomer'>
  catalogue: Pick<Catalogue, 'loadProductRecords'>
  delivery: Pick<DeliveryService, 'listBranches'>
  orders: OrderService
  prescriptions: PrescriptionService
  audit: AuditLog
}

/** Decisions that the list shows, and among how many the ones of a single branch are looked for. */
const maxListedDecisions = 20
const maxSearchedDecisions = 1000
/** The latest other uses of one prescription. */
const maxListedOtherUses = 10

interface PendingPrescription {
  id: number
  orderId: number
  status: Prescription['status']
  sentAt: Date
}

interface ReviewedSignature extends PdfSignature {
  verdict: SignatureVerdict
  /** Whether the customer typed another's name as who issued it; null where no name was typed. */
  namesOtherPerson: boolean | null
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
  /** By part: until when it is valid by the rule of its products' class. */
  validityByPartId: Map<number, Validity | null>
  /** By part: those of its PDF; a part without an entry has none, or they could not be checked now. */
  signaturesByPartId: Map<number, ReviewedSignature[]>
  /** Where the same one was sent, too; the last ten, oldest first. */
  otherUses: PrescriptionUse[]
  /** By part: how often it serves again, or how often what it repeats does. */
  repeatsByPartId: Map<number, Repeat>
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
  /** Its place in the line of those that wait, and its neighbours there. */
  previousId: number | null
  nextId: number | null
  queuePosition: number | null
  queueLength: number
}

export type BackofficePrescriptionService = ReturnType<typeof createBackofficePrescriptionService>

/** The pharmacist's work with prescriptions. Each access to a file and each decision is recorded in the audit trail. */
export function createBackofficePrescriptionService({
  clock,
  customers,
  catalogue,
  delivery,
  orders,
  prescriptions,
  audit,
}: Deps) {
  return {
    listPendingPrescriptions,
    listLatestDecisions,
    getPrescription,
    viewFile,
    approvePrescription,
    completeDispensingFacts,
    setRepeats,
    rejectPrescription,
  }

  /** Those of paid orders, of one branch or (null) of all, oldest first. @throws ShopError "staff.forbidden" */
  async function listPendingPrescriptions(
    actor: Actor,
    requestedBranchId: number | null = null,
  ): Promise<PendingPrescription[]> {
    requirePermission(actor, 'prescriptions.see')
    const branchId = actor.branchId ?? requestedBranchId
    const undecidedPrescriptions = await prescriptions.listPrescriptionsWithOrder('sent')
    const summaries = await orders.loadSummaries(undecidedPrescriptions.map(({ orderId }) => orderId))
    return undecidedPrescriptions.flatMap((prescription) => {
      const order = summaries.get(prescription.orderId)
      if (order?.status !== 'prescription_review' || (branchId !== null && order.branchId !== branchId)) return []
      return [{ ...prescription, branchId: order.branchId }]
    })
  }

  /** The 20 decided last, of one branch or (null) of all. @throws ShopError "staff.forbidden" */
  async function listLatestDecisions(actor: Actor, requestedBranchId: number | null = null) {
    requirePermission(actor, 'prescriptions.see')
    const branchId = actor.branchId ?? requestedBranchId
    if (branchId === null) return prescriptions.listLatestDecisions(maxListedDecisions)
    const decisions = await prescriptions.listLatestDecisions(maxSearchedDecisions)
    const orderSummaries = await orders.loadSummaries(decisions.flatMap(({ orderId }) => orderId ?? []))
    return decisions
      .filter(({ orderId }) => orderSummaries.get(orderId ?? 0)?.branchId === branchId)
      .slice(0, maxListedDecisions)
  }

  /** @throws ShopError "staff.forbidden", "prescription.unknown" for one of another branch's order too */
  async function getPrescription(actor: Actor, id: number): Promise<BackofficePrescription> {
    requirePermission(actor, 'prescriptions.decide')
    const storedPrescription = await prescriptions.findPrescription(id)
    if (!storedPrescription || storedPrescription.orderId === null) throw new ShopError('prescription.unknown')
    const order = await orders.findOrder(storedPrescription.orderId)
    if (!order || !canSeeOrder(actor, order)) throw new ShopError('prescription.unknown')
    const prescription = await prescriptions.recheckSignatures(storedPrescription)
    const productIds = prescription.parts.flatMap((part) => part.products.map((product) => product.id))
    const [customer, productsById, pendingPrescriptions, otherUses, repeatsByPartId] = await Promise.all([
      customers.findCustomer(order.customerId),
      catalogue.loadProductRecords(productIds),
      listPendingPrescriptions(actor),
      listOtherUses(actor, prescription),
      loadRepeatsByPart(prescription),
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
      validityByPartId: new Map(
        prescription.parts.map((part) => [
          part.id,
          part.issuedAt === null
            ? null
            : computeValidity(part.issuedAt, prescriptionClassesOf(part), clock.now(), part),
        ]),
      ),
      signaturesByPartId: new Map(prescription.parts.flatMap(toSignatureEntries)),
      otherUses,
      repeatsByPartId,
      retainedPartIds,
      isRetained: retainedPartIds.length > 0,
      repeatablePartIds: repeatableParts.map(({ id }) => id),
      defaultRepeatLastDayByPartId: new Map(
        repeatableParts.map(({ id, issuedAt }) => [id, suggestRepeatLastDay(issuedAt, clock.now())]),
      ),
      isRecordIncomplete: prescription.parts.some(
        ({ id, age, sex, prescriber, registration }) =>
          retainedPartIds.includes(id) && !(age && sex && prescriber && registration),
      ),
      prescribersByPartId: new Map(prescription.parts.map((part) => [part.id, readPrescriber(part)])),
      previousId: pendingPrescriptions[queueIndex - 1]?.id ?? null,
      nextId: pendingPrescriptions[queueIndex + 1]?.id ?? null,
      queuePosition: queueIndex < 0 ? null : queueIndex + 1,
      queueLength: pendingPrescriptions.length,
    }
  }

  async function loadRepeatsByPart({ parts }: Prescription): Promise<Map<number, Repeat>> {
    const originalPartIdOf = ({ id, repeatsPartId }: Prescription['parts'][number]) => repeatsPartId ?? id
    const repeats = await prescriptions.listRepeats(parts.map(originalPartIdOf))
    return new Map(
      parts.flatMap((part) => {
        const repeat = repeats.get(originalPartIdOf(part))
        return repeat ? [[part.id, repeat]] : []
      }),
    )
  }

  async function listOtherUses(actor: Actor, { id, customerId, parts }: Prescription): Promise<PrescriptionUse[]> {
    const uses = (await prescriptions.listEarlierUses(id)).slice(-maxListedOtherUses)
    if (uses.length === 0) return []
    const branchNames = new Map((await delivery.listBranches()).map((branch) => [branch.id, branch.name]))
    const productIds = new Set(parts.flatMap((part) => part.products.map((product) => product.id)))
    const usePromises = uses.map(async ({ prescriptionId, orderId }) => {
      const [order, otherPrescription] = await Promise.all([
        orders.findOrder(orderId),
        prescriptions.findPrescription(prescriptionId),
      ])
      if (!order) return []
      const lines = order.lines.filter(({ productId }) => productIds.has(productId))
      return {
        prescriptionId,
        orderId,
        status: order.status,
        branchName: branchNames.get(order.branchId) ?? '',
        units: lines.reduce((sum, { quantity, shortPickedUnits }) => sum + quantity - shortPickedUnits, 0),
        isOtherCustomer: order.customerId !== customerId,
        mayOpen: canSeeOrder(actor, order),
        decision: otherPrescription?.decision ?? null,
      }
    })
    return (await Promise.all(usePromises)).flat()
  }

  /**
   * One part's file as a JPEG, decrypted in memory. Who looks at it stands in the database before it is read.
   * @param revision the file as it is, or only what was signed of one that was changed afterwards
   * @throws ShopError "staff.forbidden", "prescription.unknown", "file.undrawable", "file.tooManyPages", "limit.reached"
   */
  async function viewFile(
    actor: Actor,
    id: number,
    partId: number,
    revision: 'file' | 'signedRevision' = 'file',
  ): Promise<Buffer> {
    const { prescription } = await getPrescription(actor, id)
    const recordView = (tx: Transaction) =>
      audit.record(tx, actor, 'prescriptions.look', { type: 'prescription', id }, `part ${partId}`)
    return prescriptions.viewFile(prescription, partId, formatAccessor(actor), recordView, revision)
  }

  /**
   * @throws ShopError "staff.forbidden", "prescription.decided", "prescription.servedMeanwhile", "prescription.facts", "prescription.repeats"
   */
  async function approvePrescription(
    actor: Actor,
    id: number,
    approval: Approval = emptyApproval,
  ): Promise<{ orderId: number }> {
    const decider = { kind: 'staff', actor, pharmacist: requirePharmacist(actor) } as const
    if (actor.branchId !== null) await getPrescription(actor, id)
    return orders.approvePrescription(id, decider, async (tx) => {
      await prescriptions.recordApproval(tx, id, approval)
      await audit.record(tx, actor, 'prescriptions.approve', { type: 'prescription', id })
    })
  }

  /** What the record of a retained one still lacks, or what was misread. @throws ShopError "staff.forbidden", "prescription.facts" */
  async function completeDispensingFacts(actor: Actor, id: number, facts: DispensingFacts[]): Promise<void> {
    requirePharmacist(actor)
    await getPrescription(actor, id)
    await prescriptions.completeDispensingFacts(id, facts, (tx) =>
      audit.record(tx, actor, 'prescriptions.complete', { type: 'prescription', id }),
    )
  }

  /** How often it serves again, of one that is approved. @throws ShopError "staff.forbidden", "prescription.repeats" */
  async function setRepeats(actor: Actor, id: number, repeats: RepeatInput[]): Promise<void> {
    requirePharmacist(actor)
    const { prescription } = await getPrescription(actor, id)
    if (prescription.status !== 'approved') throw new ShopError('prescription.unknown')
    await prescriptions.setRepeats(id, repeats, (tx) =>
      audit.record(tx, actor, 'prescriptions.repeat', { type: 'prescription', id }),
    )
  }

  /** @param reason the customer reads it @throws ShopError "staff.forbidden", "reason.missing", "prescription.decided" */
  async function rejectPrescription(
    actor: Actor,
    id: number,
    reason: string,
  ): Promise<CancellationResult & { orderId: number }> {
    const decider = { kind: 'staff', actor, pharmacist: requirePharmacist(actor) } as const
    if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
    if (actor.branchId !== null) await getPrescription(actor, id)
    return orders.rejectPrescription(id, decider, reason.trim(), (tx) =>
      audit.record(tx, actor, 'prescriptions.reject', { type: 'prescription', id }),
    )
  }

  function requirePharmacist(actor: Actor): Pharmacist {
    requirePermission(actor, 'prescriptions.decide')
    if (actor.crf === null || !hasPermission(actor, 'prescriptions.decide')) throw new ShopError('staff.forbidden')
    return { name: actor.name, crf: actor.crf }
  }
}

function toSignatureEntries(part: Prescription['parts'][number]): [number, ReviewedSignature[]][] {
  if (!part.signatures) return []
  const reviewedSignatures = part.signatures.signatures.map((signature) => ({
    ...signature,
    verdict: toSignatureVerdict(signature),
    namesOtherPerson: signature.signer && namesAnotherPerson(signature.signer.name, part.issuers),
  }))
  return [[part.id, reviewedSignatures]]
}

/** "Dra. Laura Antunes, CRM-SP 123456" is a name and a registration; without a name the signer's counts. */
function readPrescriber({ issuers, prescriber, registration, signatures }: Prescription['parts'][number]) {
  if (prescriber && registration) return { name: prescriber, registration }
  const parsedRegistration = parseCouncilRegistration(`${issuers} ${signatures?.registration ?? ''}`)
  const [issuerName = ''] = issuers.split(/[,;(]|\b(?:CRM|CRO)\b/i)
  const [signature] = signatures?.signatures ?? []
  return {
    name: issuerName.trim() || (signature?.signer?.name ?? ''),
    registration: parsedRegistration ? formatCouncilRegistration(parsedRegistration) : '',
  }
}

function formatAccessor({ name, crf }: Actor): string {
  return crf === null ? name : `${name}, CRF ${crf}`
}
