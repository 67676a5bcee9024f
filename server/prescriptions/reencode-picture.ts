/**
 * A program: reads a picture from standard input and writes it anew to standard output, as a JPEG of its pixels alone, upright
 * on white. Exits with 1 for what is no whole picture. Its memory is its own: an interlaced picture of the most pixels takes
 * 250 MB.
 * @param process.argv the most pixels, and the most of the longer side
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const [maxPixels = 1, maxSidePixels = 1] = process.argv.slice(2).map(Number)
try {
  const picture = await sharp(await buffer(process.stdin), { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toBuffer()
  process.stdout.write(picture)
} catch {
  process.exitCode = 1
}
