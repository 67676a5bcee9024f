import { ShopError } from '../platform/errors.ts'
import { sanitizePrescriptionFile } from '../prescriptions/prescription-file.ts'

/** Re-encodes a photo from its pixels, as for prescription pictures. @throws ShopError "file.unsupported", "file.damaged", … */
export async function reencodePhoto(bytes: Uint8Array): Promise<Buffer> {
  const { content, type } = await sanitizePrescriptionFile(bytes)
  if (type !== 'image/jpeg') throw new ShopError('problem.noPhoto', { input: 'file' })
  return content
}
