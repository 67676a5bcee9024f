import { ShopError } from '../platform/errors.ts'
import { isWithinPixelLimit } from '../platform/file-limits.ts'

/** Bytes: 1 MB. */
const maxLogoBytes = 1024 * 1024
/** Pixels of the header's picture, on a screen of density 2. */
const headerBox = { width: 400, height: 88 }
/** Pixels of the square that the icons are made of. */
const squareSize = 512
/** Pixels: of fewer no icon can be made. */
const minSides = { longer: 128, shorter: 24 }
/** An SVG's longer side is drawn with so many pixels. */
const drawnSize = 1024
/** Dots per inch at which a point of an SVG is a pixel. */
const baseDensity = 72

/**
 * What a logo must not bring: programs, pages within it, entities, and addresses of other files. None of it would be drawn, so that
 * the logo would look otherwise than its owner knows it.
 */
const activeSvgPattern =
  /<\s*(?:\w+:)?(?:script|foreignObject|iframe)\b|\son\w+\s*=|<!ENTITY|@import|\bhref\s*=\s*["'](?!#|data:image\/)|url\(\s*["']?(?!#|["']|data:image\/)/i

/** A logo as the shop keeps it, both in WebP. */
export interface LogoPictures {
  header: Buffer
  /** Of the header's picture, in pixels. */
  width: number
  height: number
  /** On a transparent square. */
  square: Buffer
}

/**
 * Draws an uploaded logo anew: nothing of the file itself is kept.
 * @throws ShopError "logo.missing", "logo.tooLarge", "logo.unsupported", "logo.active", "logo.tooSmall", "picture.damaged",
 *   "file.tooManyPixels"
 */
export async function drawLogo(content: Uint8Array): Promise<LogoPictures> {
  const input = 'logo'
  if (content.byteLength === 0) throw new ShopError('logo.missing', { input })
  if (content.byteLength > maxLogoBytes) throw new ShopError('logo.tooLarge', { input })
  const bytes = Buffer.from(content)
  const svgText = readSvg(bytes)
  if (svgText === null && !isPng(bytes)) throw new ShopError('logo.unsupported', { input })
  if (svgText !== null && activeSvgPattern.test(svgText)) throw new ShopError('logo.active', { input })
  const drawing = await draw(bytes, svgText !== null)
  const { default: sharp } = await import('sharp')
  const header = await sharp(drawing)
    .resize({ ...headerBox, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
  const square = await sharp(drawing)
    .resize({ width: squareSize, height: squareSize, fit: 'contain', background: transparent })
    .webp({ lossless: true })
    .toBuffer()
  return { header: header.data, width: header.info.width, height: header.info.height, square }
}

const transparent = { r: 255, g: 255, b: 255, alpha: 0 }

/** As PNG. */
async function draw(bytes: Buffer, isSvg: boolean): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const throwDamaged = (cause: unknown) => {
    throw new ShopError('picture.damaged', { input: 'logo' }, { cause })
  }
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata().catch(throwDamaged)
  const density = baseDensity * (drawnSize / Math.max(metadata.width, metadata.height))
  if (isSvg ? density < 1 : !isWithinPixelLimit(metadata)) throw new ShopError('file.tooManyPixels', { input: 'logo' })
  const picture = await sharp(bytes, { limitInputPixels: false, failOn: 'error', ...(isSvg && { density }) })
    .png()
    .timeout({ seconds: 10 })
    .toBuffer({ resolveWithObject: true })
    .catch(throwDamaged)
  const { width, height } = picture.info
  if (Math.max(width, height) < minSides.longer || Math.min(width, height) < minSides.shorter)
    throw new ShopError('logo.tooSmall', { input: 'logo', width: metadata.width, height: metadata.height })
  return picture.data
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
}

/** The text of an SVG; null for anything else. */
function readSvg(bytes: Buffer): string | null {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  return /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?\s*>\s*)*<(?:\w+:)?svg\b/.test(
    text,
  )
    ? text
    : null
}
