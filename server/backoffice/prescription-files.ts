import type { Context } from '../context.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import { drawFile, recordFileAccess } from '../prescriptions/review.ts'
import { record } from '../staff/audit.ts'
import type { Actor } from '../staff/roles.ts'

/**
 * One part's file as a JPEG, decrypted in memory. Who looks at it stands in the database, with name and CRF, before it is read.
 * @param revision the file as it is, or only what was signed of one that was changed afterwards
 * @throws ShopError "prescription.unknown", "file.undrawable", "file.tooManyPages", "limit.reached"
 */
export async function drawFileWithAudit(
  ctx: Context,
  actor: Actor,
  prescription: Prescription,
  partId: number,
  revision: 'file' | 'signedRevision' = 'file',
): Promise<Buffer> {
  const file = await ctx.transact(async (ctx) => {
    await record(ctx, actor, 'prescriptions.look', { type: 'prescription', id: prescription.id }, `part ${partId}`)
    return recordFileAccess(ctx, prescription, partId, formatAccessor(actor), revision)
  })
  return drawFile(ctx, file)
}

function formatAccessor({ name, crf }: Actor): string {
  return crf === null ? name : `${name}, CRF ${crf}`
}
