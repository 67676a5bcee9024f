/**
 * `npm run bench -- pictures`: takes the README's pictures of the shop again, as WebP, of phones' and desktops' widths.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../support/chromium.ts'
import { addToBag, dorflex, novalgina, openCustomer } from '../support/purchase.ts'
import { startServerProcess } from '../support/server.ts'

const folder = join(import.meta.dirname, 'pictures')
/** CSS pixels. */
const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } }
const pictures = [
  { name: 'home', size: 'phone', path: '/' },
  { name: 'product', size: 'phone', path: novalgina.path },
  { name: 'listing', size: 'desktop', path: '/categoria/medicamentos' },
  { name: 'bag', size: 'desktop', path: '/checkout/sacola' },
] as const

mkdirSync(folder, { recursive: true })
const server = await startServerProcess({ env: { PAGE_CACHE_SECONDS: '5' } })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const customer = await openCustomer(server.url)
  for (const product of [novalgina, dorflex]) await addToBag(customer, product)
  // The page after a form shows its message.
  await customer.get('/')
  for (const { name, size, path } of pictures) {
    const context = await browser.newContext({ viewport: sizes[size], baseURL: server.url, locale: 'pt-BR' })
    await context.addCookies([...customer.cookies].map(([name, value]) => ({ name, value, url: server.url })))
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    const file = join(folder, `${name}-${sizes[size].width}.webp`)
    const { size: bytes } = await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(file)
    console.log(`${file}: ${Math.round(bytes / 1000)} kB`)
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
