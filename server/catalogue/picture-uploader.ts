import type { Context } from '../context.ts'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import { isPhonePicture } from '../platform/file-limits.ts'
import { convertAndSavePicture, UnreadablePictureError } from './import/pictures.ts'

/** Bytes: 10 MB. */
const maxPictureBytes = 10 * 1024 * 1024
const allowedMimeTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** A picture of that many pixels takes 250 MB while it is converted. */
export const createConversionLimiter = () =>
  createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueueLength: 8,
    maxWaitMs: 20_000,
    createRefusal: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
  })

/**
 * @param keyPrefix what its key begins with: a SKU, or `banner-3`
 * @returns its key
 */
export async function savePicture(ctx: Context, content: Uint8Array, keyPrefix: string): Promise<string> {
  if (content.byteLength === 0) throw new ShopError('picture.missing', { input: 'picture' })
  if (content.byteLength > maxPictureBytes) throw new ShopError('picture.tooLarge', { input: 'picture' })
  const { fileTypeFromBuffer } = await import('file-type')
  const fileType = await fileTypeFromBuffer(content)
  if (isPhonePicture(fileType?.mime)) throw new ShopError('file.phonePicture', { input: 'picture' })
  if (!fileType || !allowedMimeTypes.has(fileType.mime))
    throw new ShopError('picture.unsupported', { input: 'picture' })
  return ctx.memory(createConversionLimiter).run(() =>
    convertAndSavePicture(Buffer.from(content), keyPrefix, ctx.files).catch((cause: unknown) => {
      if (!(cause instanceof UnreadablePictureError)) throw cause
      const code = cause.reason === 'tooManyPixels' ? 'file.tooManyPixels' : 'picture.damaged'
      throw new ShopError(code, { input: 'picture' }, { cause })
    }),
  )
}
