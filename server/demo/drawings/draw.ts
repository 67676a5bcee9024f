import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import sharp, { type OutputInfo } from 'sharp'
import { allDrawings, allGalleries, neutralKey } from './products.ts'

/**
 * A card at densities 1 and 2, a detail at densities 1 and 2: width in pixels, the quality to begin with, and the bytes
 * a file may weigh.
 */
const formats = [
  { width: 160, quality: 74, budget: 3_600 },
  { width: 320, quality: 60, budget: 5_600 },
  { width: 400, quality: 64, budget: 9_000 },
  { width: 800, quality: 58, budget: 20_000 },
] as const
const lowestQuality = 40

interface Pixels {
  data: Buffer
  info: OutputInfo
}

const folder = new URL('../pictures/', import.meta.url)
/** Live shops have it, too. */
const neutralFolder = new URL('../../catalogue/import/neutral-picture/', import.meta.url)

/** Draws every picture in every format, lists them, and deletes those that no product uses any more. */
async function drawAll(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const drawn = new Set<string>()
  for (const [key, { svg }] of allDrawings()) {
    for (const { width, quality, budget } of formats) {
      const file = `${key}-${width}.webp`
      await writeFile(
        new URL(file, key === neutralKey ? neutralFolder : folder),
        await encodeWithin(budget, await render(svg, width), quality),
      )
      drawn.add(file)
    }
  }
  await writeFile(new URL('../pictures.json', import.meta.url), `${JSON.stringify(allGalleries(), null, 2)}\n`)
  const left = (await readdir(folder)).filter((file) => !drawn.has(file))
  await Promise.all(left.map((file) => rm(new URL(file, folder))))
  console.log(`${drawn.size} files drawn, ${left.length} removed`)
}

/** Lowers the quality of busy drawings (many pills, many words) until the file fits. */
async function encodeWithin(budget: number, pixels: Pixels, quality: number): Promise<Buffer> {
  const file = await sharp(pixels.data, { raw: pixels.info })
    .webp({ quality, alphaQuality: 99, effort: 6, smartSubsample: true, preset: 'picture' })
    .toBuffer()
  if (file.length <= budget || quality <= lowestQuality) return file
  return encodeWithin(budget, pixels, quality - 4)
}

/** An SVG document as the pixels of a square, with few levels of alpha. */
async function render(svg: string, width: number): Promise<Pixels> {
  const pixels = await sharp(Buffer.from(svg), { density: (72 * width) / 400 })
    .resize(width, width)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = fewerLevels(pixels.data[at] ?? 0)
  return pixels
}

/**
 * Alpha is stored losslessly and is a quarter of a file, so it gets fewer levels: fine steps in shadows, where coarse ones
 * would show as rings, and coarse steps at the edges of things. webp's own `alphaQuality` would degrade the shadows first,
 * so it stays high (not 100, where libwebp takes many times longer for nothing).
 */
function fewerLevels(alpha: number): number {
  return alpha < 72 ? Math.round(alpha / 4) * 4 : Math.min(255, Math.round(alpha / 32) * 32)
}

await drawAll()
