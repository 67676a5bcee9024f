import { createConcurrencyLimit } from '../platform/concurrency.ts'
import { ShopError } from '../platform/errors.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { keepPicture, NoPicture } from './import/pictures.ts'

/** Bytes: 10 MB. */
const maxBytes = 10 * 1024 * 1024
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])

export type UploadedPictures = ReturnType<typeof createUploadedPictures>

/** Pictures that the shop's people send, made into the files that pages show. */
export function createUploadedPictures(files: FileStorage) {
  /** A picture of that many pixels takes 250 MB while it is converted. */
  const conversionLimiter = createConcurrencyLimit({
    maxConcurrent: 1,
    maxWaiting: 8,
    maxWaitMs: 20_000,
    createError: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
  })
  return { keep }

  /**
   * @param name what its key begins with: a SKU, or `banner-3`
   * @returns its key
   * @throws ShopError "picture.missing", "picture.tooLarge", "picture.unsupported", "picture.damaged", "upload.busy",
   *   "files.unavailable"
   */
  async function keep(content: Uint8Array, name: string): Promise<string> {
    if (content.byteLength === 0) throw new ShopError('picture.missing', { input: 'picture' })
    if (content.byteLength > maxBytes) throw new ShopError('picture.tooLarge', { input: 'picture' })
    const { fileTypeFromBuffer } = await import('file-type')
    const fileType = await fileTypeFromBuffer(content)
    if (!fileType || !types.has(fileType.mime)) throw new ShopError('picture.unsupported', { input: 'picture' })
    return conversionLimiter.run(() =>
      keepPicture(Buffer.from(content), name, files).catch((cause: unknown) => {
        if (!(cause instanceof NoPicture)) throw cause
        throw new ShopError('picture.damaged', { input: 'picture' }, { cause })
      }),
    )
  }
}
