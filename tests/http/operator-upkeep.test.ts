import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyBackup } from '../../server/database/backup/verify-backup.ts'
import { listTablesWithData } from '../../server/database/table-contents.ts'
import { copyTemplate } from '../support/database.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { openDemoOperator, openOperator, operate } from '../support/operator.ts'
import { photoBlob, sendPrescription } from '../support/prescriptions.ts'
import { addToBag, azitromicina, openCustomer, placeOrder } from '../support/purchase.ts'
import { openingInstant, startServer } from '../support/server.ts'

test('a backup taken while the shop sells opens elsewhere, with its customers, their orders and prescriptions', async () => {
  const elsewhere = openOperator()
  const file = join(elsewhere.dataDir, 'shop.backup')
  const server = await startServer()
  const customer = await openCustomer(server.url)
  await addToBag(customer, azitromicina)
  expect((await sendPrescription(customer, { file: await photoBlob() })).status).toBe(303)
  const id = (await placeOrder(await openCustomer(server.url, 'beneficio@example.com'))).split('/').at(-1)
  const [told, later] = await Promise.all([operate(server, 'backup', file), placeOrder(await openCustomer(server.url))])
  expect(told).toContain('205 products, 2 customers')
  expect(told).toContain('1 prescription, 1 file.')
  expect(told).toContain('SESSION_SECRETS and ENCRYPTION_KEYS are not in a backup')
  expect(later).toMatch(/^\/checkout\/\d+$/)
  await server.stop()

  const restored = await elsewhere.run('restore', file)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('1 prescription, 1 file.') })
  const second = await startServer({ dataDir: elsewhere.dataDir })
  const again = openPlainBrowser(second.url, customer.cookies)
  expect(wordsOf((await again.get('/checkout/receita-medica')).html)).toContain('Ana Lima')
  const beneficiary = await openCustomer(second.url, 'beneficio@example.com')
  expect(wordsOf((await beneficiary.get('/minha-conta?section=pedidos')).html)).toContain(`Pedido ${id}`)
  expect((await again.get('/categoria?search=novalgna')).html).toContain('novalgina-1g-10-comprimidos')
  await second.stop()
})

test('a backup is not written over another, nor of a shop that is not there; a restore not over a shop', async () => {
  const operator = openOperator()
  const file = join(operator.dataDir, 'shop.backup')
  const none = await operator.run('backup', file)
  expect(none).toEqual({ code: 1, output: expect.stringContaining('There is no shop: ') })
  expect(readdirSync(operator.dataDir)).toEqual([])

  copyTemplate('demo', join(operator.dataDir, 'balcao.db'))
  expect((await operator.run('backup', file)).code).toBe(0)
  const before = readFileSync(file)
  const refused = await operator.run('backup', file)
  expect(refused).toEqual({
    code: 1,
    output: expect.stringContaining('is there already: choose another name, or say --force'),
  })
  expect(readFileSync(file)).toEqual(before)
  expect((await operator.run('backup', file, '--force')).code).toBe(0)
  expect(readFileSync(file)).not.toEqual(before)

  const full = await operator.run('restore', file)
  expect(full).toEqual({
    code: 1,
    output: expect.stringMatching(/holds a shop already \(rows of branch, branch_zipcodes, \d+ more tables\)/),
  })
  const cut = operator.write('cut', before.subarray(0, 10_000))
  const damaged = await openOperator().run('restore', cut)
  expect(damaged).toEqual({ code: 1, output: `${cut}: the backup is cut off or damaged. Nothing was changed.\n` })
})

test('a finished backup is read back; one that is cut off or lacks a row is told', async () => {
  const operator = openDemoOperator()
  const file = join(operator.dataDir, 'shop.backup')
  expect(await operator.run('backup', file, '--verify')).toEqual({
    code: 0,
    output: expect.stringContaining('It was read back whole'),
  })
  const written = { rowCountByTable: { product: 1 }, fileCount: 0 }
  await expect(verifyBackup(file, written)).rejects.toThrow(/does not hold what was written \(product, /)
  const cut = operator.write('cut', readFileSync(file).subarray(0, 10_000))
  await expect(verifyBackup(cut, written)).rejects.toThrow('the backup is cut off or damaged')
  expect((await operator.run('backup', file, '--verfy')).code).toBe(2)
})

test('a restore that is killed halfway leaves an empty database, and the next one brings the shop back', async () => {
  const operator = openDemoOperator()
  const file = join(operator.dataDir, 'shop.backup')
  mkdirSync(join(operator.dataDir, 'imagens'))
  for (const name of ['a', 'b', 'c'])
    writeFileSync(join(operator.dataDir, 'imagens', `${name}-800.webp`), randomBytes(1e6))
  await operator.run('backup', file)

  // Its second picture is written to a pipe that nobody reads: there it blocks until it is killed.
  const elsewhere = openOperator()
  const [, second] = readdirSync(join(operator.dataDir, 'imagens'))
  mkdirSync(join(elsewhere.dataDir, 'imagens'))
  const pipe = elsewhere.makePipe(join('imagens', `${second}.new`))
  const child = elsewhere.start('restore', file)
  const gone = once(child, 'close')
  const written = createReadStream(pipe)
  await Promise.race([once(written, 'readable'), gone])
  child.kill('SIGKILL')
  expect((await gone)[1]).toBe('SIGKILL')
  written.destroy()
  rmSync(pipe)
  expect(await elsewhere.look(listTablesWithData)).toEqual([])

  expect(await elsewhere.run('restore', file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('205 products'),
  })
  for (const name of ['a', 'b', 'c']) {
    const picture = join('imagens', `${name}-800.webp`)
    const isSame = readFileSync(join(elsewhere.dataDir, picture)).equals(readFileSync(join(operator.dataDir, picture)))
    expect(isSame, picture).toBe(true)
  }
})

test('of several that migrate at once one takes the steps, the others wait and have nothing to do', async () => {
  const operator = openOperator()
  const outcomes = await Promise.all([1, 2, 3].map(() => operator.run('migrate')))
  const [idle, busy, ...more] = outcomes
    .map(({ output }) => output)
    .sort((a, b) => a.length - b.length)
    .slice(1)
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
  expect([idle, more]).toEqual(['Nothing to do.\n', []])
  expect(busy).toMatch(/^100-shop: done\n/)
})

test('the demo fills an empty database alone, and never a live shop’s', async () => {
  const operator = openOperator()
  copyTemplate('migrated', join(operator.dataDir, 'balcao.db'))
  expect(await operator.run('demo')).toMatchObject({ code: 0 })
  await operator.look((db) => db.deleteFrom('coupon').execute())
  expect(await operator.run('demo')).toEqual({
    code: 1,
    output: expect.stringMatching(/holds a shop already .*Nothing was changed/),
  })
  expect(await operator.look((db) => db.selectFrom('coupon').selectAll().execute())).toEqual([])

  const live = openOperator({ SANDBOX: '0' })
  expect(await live.run('demo')).toEqual({
    code: 1,
    output: expect.stringContaining('for the sandbox alone (SANDBOX=1)'),
  })
  expect(readdirSync(live.dataDir)).toEqual([])
})

test('a shopper’s note cannot move the cursor of who reads it, nor write lines of its own', async () => {
  const operator = openDemoOperator()
  const note = 'portão\x1b[2J\x9b1A azul\n  total         R$ 0,01\u202e'
  await operator.look((db) => db.updateTable('orders').set({ note }).execute())
  const { output } = await operator.run('orders', 'show', '1')
  expect(output).toMatch(/^ {2}observação {2}portão\ufffd\[2J\ufffd1A azul total R\$ 0,01\ufffd$/m)
})

test('the audit trail is written into a file once, over an older one only on demand', async () => {
  const operator = openDemoOperator({ SANDBOX_CLOCK: openingInstant })
  const trail = join(operator.dataDir, 'trail.csv')
  expect((await operator.run('staff', 'add', 'nova@example.com', 'clerk')).code).toBe(0)
  expect((await operator.run('audit', 'export', trail)).code).toBe(0)
  expect(readFileSync(trail, 'utf8')).toMatch(/"Linha de comando";"";"Convidou: Balconista";.*"staff.invite";"clerk"/)
  expect((await operator.run('audit', 'export', trail)).output).toContain('acrescente --force')
  // As programs read it.
  expect((await operator.run('audit', 'export', trail, '--force', '--lang', 'en')).output).toBe(
    `${trail} is written.\n`,
  )
  expect(readFileSync(trail, 'utf8')).toMatch(/^at,name,role,.*\r\n.*"operator","","staff.invite"/)
})

test('a branch that there is not is refused by every command that names one', async () => {
  const operator = openDemoOperator()
  for (const words of [
    ['staff', 'add', 'nova@example.com', 'clerk', '--branch', '77'],
    ['keys', 'add', 'erp', '--for', 'orders', '--branch', '77'],
    ['webhook', 'add', 'https://erp.example/', '--branch', '77'],
  ])
    expect(await operator.run(...words)).toMatchObject({
      code: 2,
      output: expect.stringContaining('não existe a loja 77'),
    })
})

test('the help names every command of the contract, each on a line of its own', async () => {
  const { code, output } = await openOperator().run('help')
  expect(code).toBe(0)
  const lines = output.trimEnd().split('\n').slice(2)
  const named = [
    ...[
      'init',
      'doctor',
      'doctor content',
      'migrate',
      'demo',
      'backup',
      'restore',
      'resume',
      'reencrypt',
      'files move',
      'audit export',
      'audit access',
    ],
    ...['catalogue import', 'catalogue assemble', 'catalogue export', 'catalogue ceilings', 'catalogue check-prices'],
    'catalogue pictures',
    ...['offers import', 'offers export', 'promotions import', 'promotions export', 'branches import'],
    ...['banners import', 'gains import', 'orders list', 'orders show', 'payments owed', 'payments unknown'],
    ...['customers show', 'customers export', 'customers erase'],
    ...['staff add', 'staff list', 'staff reset', 'staff remove', 'keys add', 'keys list', 'keys remove'],
    ...['webhook add', 'webhook list', 'webhook remove', 'webhook log'],
  ]
  expect(named.filter((name) => !lines.some((line) => line.startsWith(`  ${name} `)))).toEqual([])
  expect(lines).toHaveLength(named.length)
})

test('each import by command leaves its line in the audit trail, and a dry run none', async () => {
  const operator = openDemoOperator({ SANDBOX_CLOCK: openingInstant })
  const files = {
    gains: 'email,gain,balance\ncliente@example.com,Vale,10.00\n',
    banners: 'title,text,link_text\nOi,Tudo bem?,Ver\n',
    branches:
      'id,name,zipcodes,open_time,close_time,whatsapp,shipping_estimate,shipping_later\n90,Nova,99000-000-99000-999,08:00,20:00,5511999990000,60,0\n',
    offers: 'branch_id,sku,price\n1,FD0060,19.99\n',
  }
  for (const [name, content] of Object.entries(files)) {
    const file = operator.write(`${name}.csv`, content)
    expect((await operator.run(name, 'import', file, '--dry-run')).output).toContain('Foi uma prova: nada mudou.')
    expect(await operator.run(name, 'import', file)).toMatchObject({ code: 0 })
  }
  const lines = await operator.look((db) =>
    db.selectFrom('auditEntry').select(['role', 'action', 'recordId', 'detail']).orderBy('id').execute(),
  )
  expect(lines.map(({ role, action, recordId }) => `${role} ${action} ${recordId}`)).toEqual(
    Object.keys(files).map((name) => `operator products.import ${name}`),
  )
  expect(lines[0]?.detail).toMatch(/^1 rows, 1 added/)
})

test('an invitation’s link leads to where the shop listens, and no line of a log stands before it', async () => {
  const operator = openDemoOperator({ SANDBOX_CLOCK: openingInstant, PORT: '4123', LOG_LEVEL: 'info' })
  const { code, output } = await operator.runProgram('staff', 'add', 'nova@example.com', 'clerk')
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^http:\/\/localhost:4123\/balcao\/convite\/\S+\nVale uma vez/),
  ])
})
