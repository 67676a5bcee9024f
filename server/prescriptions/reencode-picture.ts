/**
 * A program: reads a picture from standard input and writes it anew to standard output, as a JPEG of its pixels alone, upright
 * on white. Exits with 1 for what is no whole picture, with 2 for one of too many pixels. Its memory is its own: an interlaced
 * picture of the most pixels takes 250 MB.
 * @param process.argv the most pixels of what it writes, and the most of the longer side
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { isWithinPixelLimit } from '../platform/file-limits.ts'

const [maxPixels = 1, maxSidePixels = 1] = process.argv.slice(2).map(Number)
try {
  const bytes = await buffer(process.stdin)
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (isWithinPixelLimit(metadata)) process.stdout.write(await writeAnew(bytes, metadata))
  else process.exitCode = 2
} catch {
  process.exitCode = 1
}

/** Reduced evenly to that many pixels, so that a long strip's letters stay as large as others'. */
function writeAnew(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)), maxSidePixels / Math.max(width, height))
  const longerSide = Math.max(1, Math.round(Math.max(width, height) * scale))
  return sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .rotate()
    .resize({ width: longerSide, height: longerSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
