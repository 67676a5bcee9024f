import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importProducts } from '../../server/catalogue/import/product-import.ts'
import { openDatabase } from '../../server/database/connection.ts'
import { importBranches } from '../../server/delivery/branch-import.ts'
import { OperatorError } from '../../server/platform/operator-error.ts'
import { inFile, rowOf } from '../support/catalogue-rows.ts'
import { contextOn } from '../support/context.ts'
import { copyTemplate } from '../support/database.ts'
import { wordsOf } from '../support/http.ts'
import { liveProfile } from '../support/live-profile.ts'
import { openOperator } from '../support/operator.ts'
import { freePort } from '../support/ports.ts'
import { novalgina } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const env = {
  SANDBOX: undefined,
  SANDBOX_CLOCK: undefined,
  ENCRYPTION_KEYS: 'a-key-that-is-known-to-the-tests-alone',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'loja@example.com',
  EXTERNAL_PAYMENT_URL: 'https://payments.example/',
  EXTERNAL_PAYMENT_SECRET: 'a-secret-of-a-provider-that-only-tests-know',
}

/** The folder of a shop that is live, with nothing in it but its profile. */
function openFolder(profile: object = liveProfile): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-live-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'shop.json'), JSON.stringify(profile))
  return dataDir
}

/** What the program says in one line, after "Balcão cannot start: ". */
const refusalOf = async (options: Parameters<typeof startServer>[0]) => {
  const refused = await startServer(options).catch((error) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  return refused.message
}

test('a live shop without its pharmacist refuses to start, in one line that names what is missing', async () => {
  const dataDir = openFolder({ ...liveProfile, pharmacist: { ...liveProfile.pharmacist, crf: '' } })
  expect(await refusalOf({ dataDir, env })).toMatch(/^\S+shop\.json: pharmacist\.crf: [^\n]+$/)
})

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost:1/nowhere' }],
  ['HOST', { HOST: '999.1.1.1' }],
])('a %s that cannot be used is named in one line, too', async (name, given) => {
  expect(await refusalOf({ env: given })).toMatch(new RegExp(`^[A-Z_, ]*${name}: [^\\n]+$`))
})

test('a live shop refuses the demo’s database, and the sandbox a live shop’s, in one line that names what to do', async () => {
  const [demos, own] = [openFolder(), openFolder()]
  copyTemplate('demo', join(demos, 'balcao.db'))
  expect(await refusalOf({ dataDir: demos, env })).toMatch(
    /^DATA_DIR: The database is the demo’s[^\n]+SANDBOX=1[^\n]+$/,
  )
  const live = { ...env, SANDBOX: '0', SANDBOX_CLOCK: '', DATA_DIR: own }
  expect(await openOperator(live).run('migrate')).toMatchObject({ code: 0 })
  expect(await refusalOf({ dataDir: own })).toMatch(/^DATA_DIR: The database is a live shop’s[^\n]+SANDBOX=0[^\n]+$/)
})

test('a live shop tells how busy it is on a port of its own or for a token, and else nobody', async () => {
  const dataDir = openFolder()
  const statusOf = async (url: string, headers = {}) => (await fetch(url, { headers })).status
  const token = 'only-prometheus-and-these-tests-know-this-token'
  const port = await freePort()
  for (const [given, statuses] of [
    [{ METRICS_TOKEN: token }, { plain: 401, signed: 200, own: null }],
    [{ METRICS_PORT: String(port) }, { plain: 404, signed: 404, own: 200 }],
    [
      { METRICS_PORT: String(port), METRICS_TOKEN: token },
      { plain: 404, signed: 404, own: 401 },
    ],
  ] as const) {
    const server = await startServer({ dataDir, env: { ...env, ...given } })
    expect({
      plain: await statusOf(`${server.url}/metrics`),
      signed: await statusOf(`${server.url}/metrics`, { Authorization: `Bearer ${token}` }),
      own: await statusOf(`http://localhost:${port}/metrics`).catch(() => null),
    }).toEqual(statuses)
    expect(await statusOf(`${server.url}/metrics`, { Authorization: `Bearer ${token}x` })).toBe(statuses.plain)
    await server.stop()
  }
})

test('a live shop without a catalogue has its pages, and nothing of the sandbox is reachable, nor its rating on a product', async () => {
  const dataDir = openFolder()
  const server = await startServer({ dataDir, env })
  onTestFinished(async () => void (await server.stop()))
  const statusOf = async (page: string) => (await fetch(`${server.url}${page}`)).status
  for (const page of ['/', '/categoria', '/cep', '/login', '/checkout/sacola', '/comparar', '/sobre-nos']) {
    expect([page, await statusOf(page)]).toEqual([page, 200])
  }
  expect(await statusOf('/metrics')).toBe(404)
  for (const page of ['emails', 'banco', 'pagamento', 'componentes']) {
    expect([page, await statusOf(`/sandbox/${page}`)]).toEqual([page, 404])
  }

  // Without a programme the laboratory's discount is given in the store.
  const seal = await fetch(`${server.url}/selos/laboratorio`)
  expect(seal.url).toBe(`${server.url}/selos/laboratorio-na-loja`)
  expect(wordsOf(await seal.text())).toContain('O desconto é dado na loja')

  await importFirstProduct(dataDir)
  const product = await fetch(`${server.url}${novalgina.path}`)
  const words = wordsOf(await product.text())
  expect([product.status, words]).toEqual([200, expect.stringContaining('Novalgina')])
  expect(words).not.toMatch(/Nota \d/)
})

test('a live shop without a logo shows its name, its initial as its icon, and nothing of the demo’s flower', async () => {
  const server = await startServer({ dataDir: openFolder({ ...liveProfile, name: 'Drogaria Jatobá' }), env })
  onTestFinished(async () => void (await server.stop()))
  const read = async (path: string) => {
    const answer = await fetch(server.url + path)
    return [answer.status, await answer.text()] as const
  }
  const [, html] = await read('/')
  expect(html).toMatch(/<a class="[^"]+" href="\/"><span>Drogaria <b>Jatobá<\/b>/)
  expect(html).not.toMatch(/#(flower|logo)"|og:image|icon-512/)
  expect(html).not.toContain('cashback')
  expect(await read('/favicon.svg')).toEqual([200, expect.stringMatching(/>D<\/text>/)])
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/icon-512.png', '/card.png'])
    expect([path, (await read(path))[0]]).toEqual([path, 404])
  const [, manifest] = await read('/manifest.webmanifest')
  expect(JSON.parse(manifest).icons).toMatchObject([{ src: '/favicon.svg' }])
})

/** As the operator does while the shop is open: a branch, and one product that it sells. */
async function importFirstProduct(dataDir: string): Promise<void> {
  const database = openDatabase(join(dataDir, 'balcao.db'))
  const branch = { id: '1', name: 'Paulista', zipcodes: '01000-000-01599-999', open_time: '07:00', close_time: '22:00' }
  const terms = { whatsapp: '5511930000001', shipping_estimate: '30', shipping_later: '0' }
  const ctx = contextOn(database)
  const results = [
    await importBranches(ctx, inFile([{ ...branch, ...terms }])),
    await importProducts(ctx, inFile([rowOf('FD0060')])),
  ]
  await database.close()
  expect(results).toMatchObject([{ added: 1 }, { added: 1 }])
}
