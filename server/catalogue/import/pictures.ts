import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { PictureMaker } from './product-import.ts'

/** Cards and product page at densities 1 and 2 (specification, section 9). */
const widths = [160, 320, 400, 800]
/** Cameras have about 50 million; a file that claims more is taken for a decompression bomb. */
const maxPixels = 64_000_000
/** What stands for a product whose picture may not be shown. */
export const neutralPictures = fileURLToPath(new URL('./neutral-picture', import.meta.url))

/**
 * Converts the image files that a row names (in the catalogue file's folder) to webp pictures in DATA_DIR. A picture's key
 * contains a hash of its content: a changed photo gets a new URL, an unchanged one is not converted again.
 */
export function openPictures(folder: string, dataDir: string): PictureMaker {
  const target = pictureFolder(dataDir)
  return eachPicture(folder, (content, sku) => convert(content, sku, target))
}

/** Converts one uploaded picture in the same way. @returns its key; it throws for what is no picture */
export function keepPicture(content: Buffer, sku: string, dataDir: string): Promise<string> {
  return convert(content, sku, pictureFolder(dataDir))
}

function pictureFolder(dataDir: string): string {
  const target = join(dataDir, 'imagens')
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const width of widths) {
    const neutral = `receita-${width}.webp`
    if (!existsSync(join(target, neutral))) copyFileSync(join(neutralPictures, neutral), join(target, neutral))
  }
  return target
}

/** Reads the image files that a row names, and writes nothing: for a dry run. */
export function openPictureCheck(folder: string): PictureMaker {
  return eachPicture(folder, async (content, sku) => {
    await sharp(content, { limitInputPixels: maxPixels }).stats()
    return keyOf(content, sku)
  })
}

function eachPicture(folder: string, keep: (content: Buffer, sku: string) => Promise<string>): PictureMaker {
  return async (names, sku) => {
    const keys: string[] = []
    for (const name of names) {
      if (/[/\\]|^\.\.?$/.test(name)) return { reason: `"${name}" must be a file beside the catalogue` }
      try {
        keys.push(await keep(await readFile(join(folder, name)), sku))
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        return { reason: isMissing ? `there is no file "${name}"` : `"${name}" is no picture that can be read` }
      }
    }
    return { keys }
  }
}

function keyOf(content: Buffer, sku: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return `${sku.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${hash}`
}

async function convert(content: Buffer, sku: string, target: string): Promise<string> {
  const key = keyOf(content, sku)
  for (const width of widths) {
    const file = join(target, `${key}-${width}.webp`)
    if (existsSync(file)) continue
    // Written under another name and then renamed, so that a partial file is never served.
    await sharp(content, { limitInputPixels: maxPixels })
      .rotate()
      .resize({ width, height: width, fit: 'contain', background: { r: 255, g: 255, b: 255, alpha: 0 } })
      .webp({ quality: 80 })
      .toFile(`${file}.part`)
    renameSync(`${file}.part`, file)
  }
  return key
}
