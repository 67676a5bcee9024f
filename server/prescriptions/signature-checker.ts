import type { Context } from '../context.ts'
import { type CheckedSignatures, decryptDetails, encryptDetails } from './details.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import type { Prescription } from './prescription.ts'
import { readPrescriptionFile } from './prescription-file-store.ts'

/**
 * With a picture (JPEG, in grey) of each page.
 * @throws ShopError "file.undrawable", "file.blankPage", "file.tooManyPages", "limit.reached"
 */
export async function checkSignatures(
  ctx: Context,
  pdf: Buffer,
  options?: { allowBlankPages: boolean },
): Promise<{ signatures: CheckedSignatures; pages: Buffer[] }> {
  const now = ctx.clock.now()
  const { check, pages } = await ctx
    .memory(createPdfRenderer)
    .checkSignatures(pdf, { pem: ctx.settings.trustedRoots.pem, now }, options)
  return { signatures: { ...check, checkedAt: now.toISOString(), rootsId: ctx.settings.trustedRoots.id }, pages }
}

/** The prescription with what its PDFs' signatures tell by today's roots; where that fails, as it was. */
export async function recheckSignatures(ctx: Context, prescription: Prescription): Promise<Prescription> {
  const parts = []
  for (const part of prescription.parts) {
    const isCurrent = part.fileType !== 'application/pdf' || part.signatures?.rootsId === ctx.settings.trustedRoots.id
    const signatures = isCurrent
      ? part.signatures
      : await recheckPartSignatures(ctx, prescription.id, part.id).catch(() => part.signatures)
    parts.push({ ...part, signatures })
  }
  return { ...prescription, parts }
}

async function recheckPartSignatures(
  ctx: Context,
  prescriptionId: number,
  partId: number,
): Promise<CheckedSignatures | undefined> {
  const row = await ctx.db
    .selectFrom('prescriptionPart')
    .select(['fileKey', 'detailsEncrypted'])
    .where('id', '=', partId)
    .executeTakeFirst()
  if (!row?.fileKey) return undefined
  const { signatures } = await checkSignatures(ctx, await readPrescriptionFile(ctx, row.fileKey), {
    allowBlankPages: true,
  })
  const details = { ...decryptDetails(ctx, prescriptionId, row.detailsEncrypted), signatures }
  await ctx.db
    .updateTable('prescriptionPart')
    .set({ detailsEncrypted: encryptDetails(ctx, prescriptionId, details) })
    .where('id', '=', partId)
    // Not what somebody else wrote meanwhile.
    .where('detailsEncrypted', '=', row.detailsEncrypted)
    .execute()
  return signatures
}
