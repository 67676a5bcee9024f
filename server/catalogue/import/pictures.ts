import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ResizeOptions } from 'sharp'
import { isWithinPixelLimit } from '../../platform/file-limits.ts'
import type { FileStorage } from '../../platform/files/file-storage.ts'
import type { PictureProcessor } from './product-import.ts'

/** Cards and product page at densities 1 and 2 (specification, section 9). */
const pictureWidths = [160, 320, 400, 800]
/** The placeholder's files, for products whose picture may not be shown: a folder of the program. */
export const placeholderPictureFolder = fileURLToPath(new URL('./neutral-picture', import.meta.url))
/** Where the pictures are among the shop's files. */
export const pictureFolder = 'imagens'

/** A file that is no readable picture, has too many pixels, or does not exist. */
export class UnreadablePictureError extends Error {
  readonly reason: 'damaged' | 'tooManyPixels' | 'missing'

  constructor(cause: unknown, reason: UnreadablePictureError['reason'] = 'damaged') {
    super('no picture that can be read', { cause })
    this.reason = reason
  }
}

/**
 * Converts the image files that a row names (in the catalogue file's folder) to webp pictures. A picture's key contains a hash
 * of its content: a changed photo gets a new URL, an unchanged one is not converted again.
 */
export function createPictureConverter(folder: string, storage: FileStorage): PictureProcessor {
  return createFolderPictureProcessor(folder, (content, sku) => convertAndSavePicture(content, sku, storage))
}

/** Reads the image files that a row names, and writes nothing: for a dry run. */
export function createPictureChecker(folder: string): PictureProcessor {
  return createFolderPictureProcessor(folder, async (content, sku) => {
    await assertPixelLimit(content)
    await resizePicture(content, Math.max(...pictureWidths))
    return buildPictureKey(content, sku)
  })
}

function createFolderPictureProcessor(
  folder: string,
  processPicture: (content: Buffer, sku: string) => Promise<string>,
): PictureProcessor {
  return async (names, sku) => {
    const keys: string[] = []
    for (const name of names) {
      if (/[/\\]|^\.\.?$/.test(name)) return { reason: `"${name}" must be a file beside the catalogue` }
      try {
        keys.push(await processPicture(await readImage(join(folder, name)), sku))
      } catch (error) {
        return { reason: describeUnreadablePicture(error, name) }
      }
    }
    return { keys }
  }
}

/** @throws what is not the picture's fault */
function describeUnreadablePicture(error: unknown, name: string): string {
  if (!(error instanceof UnreadablePictureError)) throw error
  if (error.reason === 'missing') return `there is no file "${name}"`
  return `"${name}" ${error.reason === 'tooManyPixels' ? 'has too many pixels' : 'is no picture that can be read'}`
}

function readImage(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new UnreadablePictureError(cause, cause.code === 'ENOENT' ? 'missing' : 'damaged')
  })
}

function buildPictureKey(content: Buffer, keyPrefix: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return `${keyPrefix.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${hash}`
}

/** Converts one picture, in all widths, to a square. @returns its key @throws UnreadablePictureError */
export async function convertAndSavePicture(content: Buffer, keyPrefix: string, storage: FileStorage): Promise<string> {
  await assertPixelLimit(content)
  return savePicture(content, keyPrefix, storage)
}

/** As above; but a photo, which has a background, keeps its shape, and its key says so. */
export async function convertAndSaveBannerPicture(content: Buffer, id: number, storage: FileStorage): Promise<string> {
  const { hasAlpha } = await assertPixelLimit(content)
  return savePicture(content, `banner-${id}${hasAlpha ? '' : '-foto'}`, storage)
}

/** Whether a banner's picture is a photo, which fills its side; others stand in it. */
export function isBannerPhoto(key: string): boolean {
  return /^banner-\d+-foto-/.test(key)
}

async function savePicture(content: Buffer, keyPrefix: string, storage: FileStorage): Promise<string> {
  const key = buildPictureKey(content, keyPrefix)
  const picturePathOf = (width: number) => `${pictureFolder}/${key}-${width}.webp`
  // The widest is written last: where it is, the others are.
  if (await storage.has(picturePathOf(Math.max(...pictureWidths)))) return key
  const resize = isBannerPhoto(key) ? resizePhoto : resizePicture
  for (const width of pictureWidths) await storage.write(picturePathOf(width), await resize(content, width))
  return key
}

/** @throws UnreadablePictureError */
async function assertPixelLimit(content: Buffer) {
  const { default: sharp } = await import('sharp')
  const metadata = await sharp(content, { limitInputPixels: false }).metadata().catch(throwUnreadablePicture)
  if (!isWithinPixelLimit(metadata)) throw new UnreadablePictureError(undefined, 'tooManyPixels')
  return metadata
}

/** @throws UnreadablePictureError */
function resizePicture(content: Buffer, width: number): Promise<Buffer> {
  return convertToWebp(content, {
    width,
    height: width,
    fit: 'contain',
    background: { r: 255, g: 255, b: 255, alpha: 0 },
  })
}

/** Large enough for a place that is so wide, and lower than wide, whichever part of the photo is cut off there. @throws UnreadablePictureError */
function resizePhoto(content: Buffer, width: number): Promise<Buffer> {
  return convertToWebp(content, { width, height: Math.round(width * 0.75), fit: 'outside', withoutEnlargement: true })
}

/** A camera's JPEG is reduced while it is read. @throws UnreadablePictureError */
async function convertToWebp(content: Buffer, resizeOptions: ResizeOptions): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(content, { limitInputPixels: false })
    .rotate()
    .resize(resizeOptions)
    .webp({ quality: 80 })
    .toBuffer()
    .catch(throwUnreadablePicture)
}

function throwUnreadablePicture(cause: unknown): never {
  throw new UnreadablePictureError(cause)
}
