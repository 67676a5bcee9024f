import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDemoOperator, openOperator } from '../support/operator.ts'
import { photoBlob, sendPrescription } from '../support/prescriptions.ts'
import { addToBag, azitromicina, newCustomer, openCustomer } from '../support/purchase.ts'
import { keysIn, openS3 } from '../support/s3.ts'
import { startServer, startServerProcess } from '../support/server.ts'

async function openShopWithStore() {
  const s3 = await openS3()
  const server = await startServer({ env: { FILES_URL: s3.url } })
  onTestFinished(async () => void (await server.stop()))
  return { s3, server }
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

test('while the store of files is away a shopper reads so, the form keeps what was typed, and later the same form does', async () => {
  const { s3, server } = await openShopWithStore()
  const customer = await newCustomer(server.url)
  await addToBag(customer, azitromicina)
  await s3.goAway()
  const refused = await sendPrescription(customer, { file: await photoBlob(), pacient: 'Zuleica Prado' })
  expect([refused.status, refused.html]).toEqual([503, expect.stringContaining('Nada se perdeu')])
  expect(refused.html).toContain('Zuleica Prado')
  expect(await metric(server.url, 'file_store_faults_total{operation="write"}')).toBe(1)
  expect(server.output()).toContain('the file store failed')
  // Everything else goes on.
  expect((await fetch(`${server.url}/produto/novalgina-1g-10-comprimidos`)).status).toBe(200)
  await s3.comeBack()
  expect((await sendPrescription(customer, { file: await photoBlob() })).status).toBe(303)
  expect(await keysIn(s3.files, 'receitas')).toHaveLength(1)
  expect(readdirSync(server.dataDir)).not.toContain('receitas')
})

test('pictures in a store are served like those of a folder, from memory once they were read, and 503 while they cannot be', async () => {
  const { s3, server } = await openShopWithStore()
  const content = Buffer.alloc(5_000, 'RIFF')
  await s3.files.write('imagens/foto-1-160.webp', content)
  const get = (name: string, headers = {}) => fetch(`${server.url}/imagens/${name}`, { headers })
  const first = await get('foto-1-160.webp')
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(Buffer.from(await first.arrayBuffer()).equals(content)).toBe(true)
  for (const [name, value] of [
    ['cache-control', 'public, max-age=604800'],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-resource-policy', 'same-origin'],
  ] as const)
    expect(first.headers.get(name)).toBe(value)
  const etag = first.headers.get('etag') ?? ''
  expect((await get('foto-1-160.webp', { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).status).toBe(304)
  // The demo's own and the neutral one are the program's; what is not a picture's name is not looked for.
  expect((await get('60-160.webp')).status).toBe(200)
  expect((await get('receita-160.webp')).status).toBe(200)
  expect((await get('no-such-160.webp')).status).toBe(404)
  expect((await get('..%2Freceitas%2Fx')).status).toBe(404)
  await s3.goAway()
  expect((await get('foto-1-160.webp')).status).toBe(200)
  const away = await get('foto-2-160.webp')
  expect([away.status, away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual([
    503,
    '30',
    'no-store',
  ])
})

test('the operator moves the files of a stopped shop into the store, and it opens with them', async () => {
  const s3 = await openS3()
  const before = await startServerProcess()
  const customer = await openCustomer(before.url)
  await addToBag(customer, azitromicina)
  expect((await sendPrescription(customer, { file: await photoBlob() })).status).toBe(303)
  const here = (folder: string) => readdirSync(join(before.dataDir, folder))
  const [file = ''] = here('receitas')
  mkdirSync(join(before.dataDir, 'imagens'))
  writeFileSync(join(before.dataDir, 'imagens/foto-160.webp'), 'a picture')
  writeFileSync(join(before.dataDir, 'receitas/unknown'), 'of nobody')
  const operator = openOperator({ DATA_DIR: before.dataDir, FILES_URL: s3.url, SANDBOX_CLOCK: '' })

  expect((await operator.run('files', 'move')).output).toContain('A server has this shop open')
  expect(await operator.run('files', 'move', '--pictures')).toEqual({ code: 0, output: 'Pictures copied: 1.\n' })
  expect([here('imagens'), here('receitas').length]).toEqual([['foto-160.webp'], 2])
  await before.kill9()
  await s3.goAway()
  const away = await operator.run('files', 'move')
  expect([away.code, away.output]).toEqual([1, expect.stringMatching(/^FILES_URL: the store .*ECONNREFUSED.*\n$/)])
  await s3.comeBack()
  const { code, output } = await operator.run('files', 'move')
  expect([code, output.split('\n')]).toEqual([
    0,
    [
      'Pictures moved: 1.',
      'Files of prescriptions moved: 1.',
      `Files that no prescription names, left in ${before.dataDir}: 1.`,
      '',
    ],
  ])
  expect([here('imagens'), here('receitas')]).toEqual([[], ['unknown']])
  expect(await keysIn(s3.files, 'receitas')).toEqual([`receitas/${file}`])

  const after = await startServer({ dataDir: before.dataDir, env: { FILES_URL: s3.url } })
  onTestFinished(async () => void (await after.stop()))
  expect(await (await fetch(`${after.url}/imagens/foto-160.webp`)).text()).toBe('a picture')
})

test('the doctor tries the store, and says what it answers to a wrong secret or a missing bucket', async () => {
  const s3 = await openS3()
  const operator = openDemoOperator({ FILES_URL: s3.url })
  const says = async (url: string) => {
    const { output } = await operator.runWith({ FILES_URL: url }, 'doctor', '--lang', 'en')
    return output.split('\n').find((line) => / files /.test(line))
  }
  expect(await says(s3.url)).toMatch(/^ok +files +the store takes a file, gives it back and erases it$/)
  expect(await keysIn(s3.files, 'probe')).toEqual([])
  expect(await says(s3.urlWith('wrong'))).toMatch(/^fault +files +FILES_URL: .*403 SignatureDoesNotMatch/)
  expect(await says(s3.urlWith('S3RVER', '/another'))).toMatch(/^fault +files +FILES_URL: .*404 NoSuchBucket/)
  await s3.goAway()
  expect(await says(s3.url)).toMatch(/^fault +files +FILES_URL: .*ECONNREFUSED/)
})
