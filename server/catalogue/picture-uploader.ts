import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { convertAndSavePicture, UnreadablePictureError } from './import/pictures.ts'

/** Bytes: 10 MB. */
const maxPictureBytes = 10 * 1024 * 1024
const allowedMimeTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])

export type PictureUploader = ReturnType<typeof createPictureUploader>

/** Converts pictures that employees upload into the files that pages show. */
export function createPictureUploader(storage: FileStorage) {
  /** A picture of that many pixels takes 250 MB while it is converted. */
  const conversionLimiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueueLength: 8,
    maxWaitMs: 20_000,
    createRefusal: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
  })
  return { savePicture }

  /**
   * @param keyPrefix what its key begins with: a SKU, or `banner-3`
   * @returns its key
   * @throws ShopError "picture.missing", "picture.tooLarge", "picture.unsupported", "picture.damaged", "upload.busy",
   *   "files.unavailable"
   */
  async function savePicture(content: Uint8Array, keyPrefix: string): Promise<string> {
    if (content.byteLength === 0) throw new ShopError('picture.missing', { input: 'picture' })
    if (content.byteLength > maxPictureBytes) throw new ShopError('picture.tooLarge', { input: 'picture' })
    const { fileTypeFromBuffer } = await import('file-type')
    const fileType = await fileTypeFromBuffer(content)
    if (!fileType || !allowedMimeTypes.has(fileType.mime))
      throw new ShopError('picture.unsupported', { input: 'picture' })
    return conversionLimiter.run(() =>
      convertAndSavePicture(Buffer.from(content), keyPrefix, storage).catch((cause: unknown) => {
        if (!(cause instanceof UnreadablePictureError)) throw cause
        throw new ShopError('picture.damaged', { input: 'picture' }, { cause })
      }),
    )
  }
}
