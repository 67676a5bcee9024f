import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { importFile } from '../../server/backoffice/import-file.ts'
import { createFileImporter } from '../../server/backoffice/import-run.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/database/connection.ts'
import { createPdfRenderer, type PdfRenderer } from '../../server/prescriptions/pdf-renderer.ts'
import { createQrCodeReader, type QrCodeReader } from '../../server/prescriptions/qr-code-reader.ts'
import { openShop } from '../../server/shop.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { openTestProgramme } from './programme.ts'
import { openingInstant } from './server.ts'

/** Stands still until a test moves it. */
interface TestClock {
  now(): Date
  pass(minutes: number): void
}

export function stoppedClock(instant: string): TestClock {
  let now = new Date(instant)
  return {
    now: () => now,
    pass(minutes) {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}

const { renderPages, renderAsSingleJpeg, checkSignatures } = createPdfRenderer()

/** Draws each document once for all tests of a worker, which send the same few: a drawing starts a program. */
const pdfRenderer: PdfRenderer = {
  renderPages: once(renderPages),
  renderAsSingleJpeg: once(renderAsSingleJpeg),
  checkSignatures: once(checkSignatures),
}

const { readQrCodes } = createQrCodeReader()
const readSheetOnce = once((sheet) => readQrCodes([sheet]))

/** Reads each picture once, too. */
const qrCodeReader: QrCodeReader = {
  readQrCodes: async (pictures) => (await Promise.all(pictures.map((picture) => readSheetOnce(picture)))).flat(),
}

function once<Drawn, Options extends unknown[]>(draw: (pdf: Buffer, ...options: Options) => Promise<Drawn>) {
  const drawings = new Map<string, Promise<Drawn>>()
  return (pdf: Buffer, ...options: Options): Promise<Drawn> => {
    const key = pdf.toString('latin1') + JSON.stringify(options)
    const drawing = drawings.get(key) ?? draw(pdf, ...options)
    drawings.set(key, drawing)
    return drawing
  }
}

/** Takes the shop's lines. */
type TestLog = Record<'info' | 'warn', (details: object, message: string) => void>

/**
 * The demo shop on a database of the test's own (the engine TEST_DATABASE names), its clock standing at a Tuesday, ten in
 * the morning in São Paulo. `database` is a second connection, to inspect the data; `programme` is the laboratory's. Closed after the test.
 */
export async function openTestShop(
  options: { env?: Record<string, string>; database?: TestDatabase | undefined; log?: TestLog } = {},
) {
  const { location, drop } = options.database ?? (await createTestDatabase('demo'))
  const clock = stoppedClock(openingInstant)
  const programmeServer = await openTestProgramme()
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-shop-'))
  const config = {
    ...readConfig({
      SANDBOX: '1',
      RATE_LIMIT_FACTOR: '1000',
      PAGE_CACHE_SECONDS: '0',
      DATA_DIR: dataDir,
      LABORATORY_PROGRAMME_URL: programmeServer.url,
      ...options.env,
    }),
    databaseLocation: location,
  }
  const shop = await openShop(config, {
    log: options.log ?? { info: () => {}, warn: () => {} },
    getLocalOrigin: () => 'http://127.0.0.1:9',
    clock,
    substitutes: [
      [createFileImporter, importFile],
      [createPdfRenderer, pdfRenderer],
      [createQrCodeReader, qrCodeReader],
    ],
  })
  const database = openDatabase(location)
  onTestFinished(async () => {
    await shop.close()
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const programme = { ...programmeServer.serve(database, shop.catalogue), troubles: programmeServer.troubles }
  return { ...shop, clock, database, location, dataDir, programme }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** The ids of the demo customer and of their only address. */
export async function demoCustomer(shop: Pick<TestShop, 'accounts' | 'addresses'>) {
  const token = await shop.accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'test')
  const session = await shop.accounts.findSession(token)
  const customerId = session?.customerId ?? 0
  const [address] = await shop.addresses.listAddresses(customerId)
  return { customerId, addressId: address?.id ?? 0, token }
}
