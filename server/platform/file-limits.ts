export const maxFileBytes = 10 * 1024 * 1024

/** What iPhones take unless they are told otherwise: no free library reads it. */
const phonePictureTypes = new Set(['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence'])

export function isPhonePicture(mimeType: string | undefined): boolean {
  return mimeType !== undefined && phonePictureTypes.has(mimeType)
}

/** More than that is taken for a decompression bomb: whole in the memory, a picture takes 250 MB. */
const maxPixels = 64_000_000
/** A camera's JPEG is reduced while it is read, line by line: 200 million pixels take 130 MB. */
const maxReducedPixels = 210_000_000

/** Whether a picture may be decoded, by what its header says. */
export function isWithinPixelLimit({
  width,
  height,
  format,
  isProgressive,
}: {
  width: number
  height: number
  format: string
  isProgressive?: boolean | undefined
}): boolean {
  const isReducedWhileRead = format === 'jpeg' && !isProgressive
  return width * height <= (isReducedWhileRead ? maxReducedPixels : maxPixels)
}
