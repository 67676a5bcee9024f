import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { orderInReview, signInAs } from '../support/backoffice-pages.ts'
import { test } from '../support/browser.ts'

// A printer's dots, three to a pixel of a page.
test.use({ deviceScaleFactor: 3 })

test('a scanner reads each bar code of a picking list as the page draws it', async ({ page, server }) => {
  // By itself it would fetch its program from a server.
  const program = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer }, fireImmediately: true })
  const order = await orderInReview(server.url)
  await page.goto(`/balcao/pedidos/${order}/lista`)
  await signInAs(page, 'owner')
  await page.goto(`/balcao/pedidos/${order}/lista`)
  await page.emulateMedia({ media: 'print' })
  const drawings = await page.getByRole('table').getByRole('img').all()
  expect(drawings.length).toBeGreaterThan(0)
  for (const drawing of drawings) {
    const codes = await readBarcodes(new Uint8Array(await drawing.screenshot()), { formats: ['EAN13', 'EAN8'] })
    expect(codes.map(({ text }) => text)).toEqual([await drawing.getAttribute('aria-label')])
  }
})
