import type { Context } from '../context.ts'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import { isPhonePicture } from '../platform/file-limits.ts'
import { convertAndSaveBannerPicture, convertAndSavePicture, UnreadablePictureError } from './import/pictures.ts'

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

/** @returns the picture's key */
export function savePicture(ctx: Context, content: Uint8Array, sku: string): Promise<string> {
  return saveUpload(ctx, content, (buffer) => convertAndSavePicture(buffer, sku, ctx.files))
}

/** @returns the picture's key */
export function saveBannerPicture(ctx: Context, content: Uint8Array, id: number): Promise<string> {
  return saveUpload(ctx, content, (buffer) => convertAndSaveBannerPicture(buffer, id, ctx.files))
}

async function saveUpload(
  ctx: Context,
  content: Uint8Array,
  convertAndSave: (content: Buffer) => Promise<string>,
): Promise<string> {
  if (content.byteLength === 0) throw new ShopError('picture.missing', { input: 'picture' })
  if (content.byteLength > maxPictureBytes) throw new ShopError('picture.tooLarge', { input: 'picture' })
  const { fileTypeFromBuffer } = await import('file-type')
  const fileType = await fileTypeFromBuffer(content)
  if (isPhonePicture(fileType?.mime)) throw new ShopError('file.phonePicture', { input: 'picture' })
  if (!fileType || !allowedMimeTypes.has(fileType.mime))
    throw new ShopError('picture.unsupported', { input: 'picture' })
  return ctx.memory(createConversionLimiter).run(() =>
    convertAndSave(Buffer.from(content)).catch((cause: unknown) => {
      if (!(cause instanceof UnreadablePictureError)) throw cause
      const code = cause.reason === 'tooManyPixels' ? 'file.tooManyPixels' : 'picture.damaged'
      throw new ShopError(code, { input: 'picture' }, { cause })
    }),
  )
}
