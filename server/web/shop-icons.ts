import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { pictureFolder } from '../catalogue/import/pictures.ts'
import type { ShopProfile } from '../platform/shop-profile.ts'
import type { Shop } from '../shop.ts'

/** Seconds: their addresses stay the same where the logo changes. */
const maxAgeSeconds = 60 * 60
/** Where the shop has no colour of its own. */
const defaultColour = '#005431'

interface Icon {
  type: string
  content: Buffer
}

/** Pixels of an icon, how much of it the logo fills, and what is behind it: stores of apps cut a maskable one round. */
const pngIcons: Record<string, { width: number; height: number; share: number; background: string | null }> = {
  '/apple-touch-icon.png': { width: 180, height: 180, share: 0.85, background: '#ffffff' },
  '/icon-192.png': { width: 192, height: 192, share: 1, background: null },
  '/icon-512.png': { width: 512, height: 512, share: 1, background: null },
  '/icon-maskable-512.png': { width: 512, height: 512, share: 0.6, background: '#ffffff' },
  '/card.png': { width: 1200, height: 630, share: 0.7, background: '#ffffff' },
}
const iconPaths = new Set(['/favicon.svg', '/favicon.ico', ...Object.keys(pngIcons)])

/**
 * The shop's icons, made of its logo; without one a live shop has its initial, and no others. The demo's are files. Mounted before
 * the files, which are the demo's.
 */
export function serveShopIcons(
  shop: Pick<Shop, 'files' | 'isSandbox' | 'profile'>,
  headers: Record<string, string>,
): RequestHandler {
  let iconsOf: ShopProfile | null = null
  let icons = new Map<string, Promise<Icon | null>>()
  return async (request, response, next) => {
    const { path } = request
    if (!iconPaths.has(path)) return next()
    const { profile } = shop
    if (!profile.logo && shop.isSandbox) return next()
    if (iconsOf !== profile) icons = new Map()
    iconsOf = profile
    try {
      const drawing = icons.get(path) ?? drawIcon(path, profile, shop.files)
      icons.set(path, drawing)
      const icon = await drawing
      if (!icon) return void response.status(404).end()
      response
        .set({ ...headers, 'Cache-Control': `public, max-age=${maxAgeSeconds}`, ETag: toEtag(icon.content) })
        .type(icon.type)
        .send(icon.content)
    } catch (error) {
      icons.delete(path)
      next(error)
    }
  }
}

function toEtag(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Null where the shop has none. */
async function drawIcon(path: string, profile: ShopProfile, files: Shop['files']): Promise<Icon | null> {
  const square = profile.logo ? await files.read(`${pictureFolder}/${profile.logo.key}-512.webp`) : null
  if (!square) return path === '/favicon.svg' ? drawInitial(profile) : null
  if (path === '/favicon.svg') {
    const png = await drawPng(square, { width: 64, height: 64, share: 1, background: null })
    return toSvg(`<image width="64" height="64" href="data:image/png;base64,${png.toString('base64')}"/>`)
  }
  if (path === '/favicon.ico')
    return {
      type: 'image/x-icon',
      content: toIco(await drawPng(square, { width: 32, height: 32, share: 1, background: null })),
    }
  const size = pngIcons[path]
  return size ? { type: 'image/png', content: await drawPng(square, size) } : null
}

async function drawPng(
  square: Buffer,
  { width, height, share, background }: (typeof pngIcons)[string],
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const side = Math.round(Math.min(width, height) * share)
  const picture = await sharp(square).resize(side, side).png().toBuffer()
  return sharp({
    create: { width, height, channels: 4, background: background ?? { r: 255, g: 255, b: 255, alpha: 0 } },
  })
    .composite([{ input: picture }])
    .png()
    .toBuffer()
}

function drawInitial({ name, accentColor = defaultColour }: ShopProfile): Icon {
  const [initial = ''] = [...name.trim().toUpperCase()]
  const escapedInitial = initial.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
  return toSvg(
    `<rect width="64" height="64" rx="16" fill="${accentColor}"/><text x="32" y="46" text-anchor="middle" font-family="sans-serif" font-size="40" font-weight="700" fill="#fff">${escapedInitial}</text>`,
  )
}

function toSvg(content: string): Icon {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`
  return { type: 'image/svg+xml; charset=utf-8', content: Buffer.from(text) }
}

/** A 32-pixel PNG in the container that browsers without SVG ask for: a head of 6 bytes, an entry of 16, the picture. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
