import { type Customer, findCustomer, findEmailRecipient } from '../accounts/customers.ts'
import type { Bag } from '../bag/bag.ts'
import { createToken } from '../bag/bag-links.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import type { Context } from '../context.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import { findPrescription } from '../prescriptions/prescription-queries.ts'
import * as quotes from '../prescriptions/quotes.ts'
import { needsPrescription } from '../prescriptions/validity.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'
import { drawFileWithAudit } from './prescription-files.ts'

/** A quote as the pharmacist answers it. */
export interface BackofficeQuote {
  quote: quotes.Quote
  prescription: Prescription
  customer: Customer | null
}

/** Of one branch or (null) of all, oldest first. */
export async function listPendingQuotes(
  ctx: Context,
  actor: Actor,
  requestedBranchId: number | null = null,
): Promise<quotes.Quote[]> {
  requirePermission(actor, 'prescriptions.see')
  return quotes.listPendingQuotes(ctx, actor.branchId ?? requestedBranchId)
}

export async function getQuote(ctx: Context, actor: Actor, prescriptionId: number): Promise<BackofficeQuote> {
  requirePermission(actor, 'prescriptions.decide')
  const [quote, prescription] = await Promise.all([
    quotes.findQuote(ctx, prescriptionId),
    findPrescription(ctx, prescriptionId),
  ])
  const isOtherBranch = actor.branchId !== null && quote?.branchId !== actor.branchId
  if (!quote || !prescription || isOtherBranch) throw new ShopError('prescription.unknown')
  return { quote, prescription, customer: await findCustomer(ctx, quote.customerId) }
}

export async function viewFile(ctx: Context, actor: Actor, prescriptionId: number, partId: number): Promise<Buffer> {
  const { prescription } = await getQuote(ctx, actor, prescriptionId)
  return drawFileWithAudit(ctx, actor, prescription, partId)
}

/** With a bag, or only with words, which say what is missing. The e-mail to the customer names no medicine. */
export const replyToQuote = staffCommand({
  permission: 'prescriptions.decide',
  action: 'prescriptions.quote',
  async run(ctx, actor, prescriptionId: number, lines: Bag['lines'], message: string) {
    const { quote } = await getQuote(ctx, actor, prescriptionId)
    if (lines.length === 0 && message.trim() === '') throw new ShopError('reason.missing', { input: 'message' })
    const bagToken = lines.length === 0 ? null : createToken(ctx, lines)
    const bagProductIds = lines.map(({ productId }) => productId)
    const productRecords = await loadProductRecords(ctx, bagProductIds)
    const productIds = [...productRecords].flatMap(([productId, { prescriptionClass }]) =>
      needsPrescription(prescriptionClass) ? [productId] : [],
    )
    await quotes.replyToQuote(ctx, prescriptionId, { bagToken, message: message.trim(), productIds })
    const customer = await findEmailRecipient(ctx, quote.customerId)
    if (!customer) return
    const notice = createNotice('quoteAnswered', customer.firstName, bagToken)
    await notify(ctx, notice, { customerId: customer.id, email: customer.email })
  },
  audit: (_, prescriptionId) => ({ type: 'prescription', id: prescriptionId }),
})
