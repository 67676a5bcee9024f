import { emailTexts } from '../../app/texts/mail.ts'
import type { Customer, CustomerService } from '../accounts/customers.ts'
import type { Bag } from '../bag/bag.ts'
import type { BagLinkCodec } from '../bag/bag-links.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Transaction } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import { ShopError } from '../platform/errors.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import type { Quote } from '../prescriptions/quotes.ts'
import { needsPrescription } from '../prescriptions/validity.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  customers: Pick<CustomerService, 'findCustomer' | 'findEmailRecipient'>
  catalogue: Pick<Catalogue, 'loadProductRecords'>
  prescriptions: PrescriptionService
  bagLinks: Pick<BagLinkCodec, 'createToken'>
  mail: Pick<MailService, 'enqueue'>
  audit: AuditLog
}

/** A quote as the pharmacist answers it. */
export interface BackofficeQuote {
  quote: Quote
  prescription: Prescription
  customer: Customer | null
}

/** The pharmacist's answers to photos for which customers want a bag. Each access and each reply is recorded in the audit trail. */
export function createBackofficeQuoteService({ customers, catalogue, prescriptions, bagLinks, mail, audit }: Deps) {
  return { listPendingQuotes, getQuote, viewFile, replyToQuote }

  /** Of one branch or (null) of all, oldest first. @throws ShopError "staff.forbidden" */
  async function listPendingQuotes(actor: Actor, requestedBranchId: number | null = null): Promise<Quote[]> {
    requirePermission(actor, 'prescriptions.see')
    return prescriptions.listPendingQuotes(actor.branchId ?? requestedBranchId)
  }

  /** @throws ShopError "staff.forbidden", "prescription.unknown" for another branch's, too */
  async function getQuote(actor: Actor, prescriptionId: number): Promise<BackofficeQuote> {
    requirePermission(actor, 'prescriptions.decide')
    const [quote, prescription] = await Promise.all([
      prescriptions.findQuote(prescriptionId),
      prescriptions.findPrescription(prescriptionId),
    ])
    const isOtherBranch = actor.branchId !== null && quote?.branchId !== actor.branchId
    if (!quote || !prescription || isOtherBranch) throw new ShopError('prescription.unknown')
    return { quote, prescription, customer: await customers.findCustomer(quote.customerId) }
  }

  /** @throws ShopError "staff.forbidden", "prescription.unknown", and as `prescriptions.viewFile` */
  async function viewFile(actor: Actor, prescriptionId: number, partId: number): Promise<Buffer> {
    const { prescription } = await getQuote(actor, prescriptionId)
    const recordView = (tx: Transaction) =>
      audit.record(tx, actor, 'prescriptions.look', { type: 'prescription', id: prescriptionId }, `part ${partId}`)
    return prescriptions.viewFile(prescription, partId, actor.name, recordView)
  }

  /**
   * With a bag, or only with words, which say what is missing. The e-mail to the customer names no medicine.
   * @throws ShopError "staff.forbidden", "prescription.unknown", "quote.answered", "reason.missing", "bagLink.tooMany"
   */
  async function replyToQuote(
    actor: Actor,
    prescriptionId: number,
    lines: Bag['lines'],
    message: string,
  ): Promise<void> {
    const { quote } = await getQuote(actor, prescriptionId)
    if (lines.length === 0 && message.trim() === '') throw new ShopError('reason.missing', { input: 'message' })
    const bagToken = lines.length === 0 ? null : bagLinks.createToken(lines)
    const productRecords = await catalogue.loadProductRecords(lines.map(({ productId }) => productId))
    const prescriptionProductIds = [...productRecords].flatMap(([productId, { prescriptionClass }]) =>
      needsPrescription(prescriptionClass) ? [productId] : [],
    )
    await prescriptions.replyToQuote(
      prescriptionId,
      { bagToken, message: message.trim(), productIds: prescriptionProductIds },
      async (tx) => {
        await audit.record(tx, actor, 'prescriptions.quote', { type: 'prescription', id: prescriptionId })
        const customer = await customers.findEmailRecipient(quote.customerId, tx)
        if (customer) await mail.enqueue(tx, customer.email, emailTexts.quoteAnswered(customer.firstName, bagToken))
      },
    )
  }
}
