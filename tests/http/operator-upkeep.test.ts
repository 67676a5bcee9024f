import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyBackup } from '../../server/database/backup/verify-backup.ts'
import { tablesInUse } from '../../server/database/contents.ts'
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

  expect((await operator.run('demo')).code).toBe(0)
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
    output: expect.stringContaining('holds a shop already (rows of branch, branch_zipcodes, 24 more tables)'),
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
  const written = { rows: { product: 1 }, files: 0 }
  await expect(verifyBackup(file, written)).rejects.toThrow(/does not hold what was written \(product, /)
  const cut = operator.write('cut', readFileSync(file).subarray(0, 10_000))
  await expect(verifyBackup(cut, written)).rejects.toThrow('the backup is cut off or damaged')
  expect((await operator.run('backup', file, '--verfy')).code).toBe(2)
})

test('a restore that is killed halfway leaves an empty database, and the next one brings the shop back', async () => {
  const operator = openOperator()
  const file = join(operator.dataDir, 'shop.backup')
  await operator.run('demo')
  mkdirSync(join(operator.dataDir, 'imagens'))
  for (const name of ['a', 'b', 'c'])
    writeFileSync(join(operator.dataDir, 'imagens', `${name}-800.webp`), randomBytes(20e6))
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
  expect(await elsewhere.look(tablesInUse)).toEqual([])

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
  const outcomes = await Promise.all([1, 2, 3].map(() => operator.runProgram('migrate')))
  const [idle, busy, ...more] = outcomes
    .map(({ output }) => output)
    .sort((a, b) => a.length - b.length)
    .slice(1)
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
  expect([idle, more]).toEqual(['Nothing to do.\n', []])
  expect(busy).toMatch(/^001-shop: done\n002-/)
})

test('the demo fills an empty database alone, and never a live shop’s', async () => {
  const operator = openOperator()
  expect(await operator.run('demo')).toMatchObject({ code: 0 })
  expect(await operator.run('coupons', 'remove', 'BEMVINDO10')).toMatchObject({ code: 0 })
  expect(await operator.run('demo')).toEqual({
    code: 1,
    output: expect.stringMatching(/holds a shop already .*Nothing was changed/),
  })
  expect((await operator.run('coupons', 'list')).output).toBe('No coupons.\n')

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
  await operator.look((query) => query.updateTable('orders').set({ note }).execute())
  const { output } = await operator.run('orders', 'show', '1')
  expect(output).toMatch(/^ {2}note {10}portão\ufffd\[2J\ufffd1A azul total R\$ 0,01\ufffd$/m)
})

test('coupons, gains and banners are listed, given and taken away one by one', async () => {
  const operator = openDemoOperator()
  const tell = async (...args: string[]) => (await operator.run(...args)).output.replaceAll('\u00a0', ' ')
  await tell('coupons', 'set', 'VOLTA5', '5.00', '-', 'always', 'Volte', 'sempre')
  expect(await tell('coupons', 'list')).toMatch(/^VOLTA5 +R\$ 5,00 +- +always +Volte sempre$/m)
  expect(await tell('coupons', 'remove', 'VOLTA5')).toBe('Coupon VOLTA5 is removed.\n')
  expect((await operator.run('coupons', 'remove', 'VOLTA5')).code).toBe(1)

  const email = 'cliente@example.com'
  expect(await tell('gains', 'set', email, '120.00', 'Vale', 'Saúde')).toBe(`Vale Saúde is set for ${email}.\n`)
  expect(await tell('gains', 'set', email, '80.00', 'Vale', 'Saúde')).toBe(`Vale Saúde is set for ${email}.\n`)
  expect(await tell('gains', 'list', email)).toMatch(/^R\$ 80,00 +Vale Saúde$/m)
  expect(await tell('gains', 'set', 'nobody@example.com', 'dez', 'Vale')).toMatch(/balance: "dez" must be reais/)
  expect(await tell('gains', 'set', 'nobody@example.com', '1.00', 'Vale')).toMatch(
    /"nobody@example.com" is no customer's/,
  )
  expect(await tell('gains', 'remove', email.toUpperCase(), 'Vale', 'Saúde')).toContain('is removed')
  expect(await tell('gains', 'list', email)).toBe('No gains.\n')
  expect(await tell('gains', 'remove', email, 'Vale', 'Saúde')).toContain('There is no gain Vale Saúde')
  expect(await tell('gains', 'list', 'beneficio@example.com')).toMatch(/(R\$ .*\n){2}/)

  expect(await tell('banners', 'list')).toMatch(/^2 +.*\/produto\/monitor-de-pressao/m)
  expect(await tell('banners', 'remove', '2')).toBe('Banner 2 is removed.\n')
  expect(await tell('banners', 'list')).not.toContain('monitor-de-pressao')
  expect(await operator.run('banners', 'remove', '2')).toEqual({ code: 1, output: 'Este banner não existe mais.\n' })
  expect(await tell('banners', 'add', 'Boa noite', 'Durma bem', 'Ver', '--sku', 'FD0203')).toBe('Banner 4 is added.\n')
  expect(await tell('banners', 'move', '4', 'up')).toBe('Banner 4 is moved.\n')
  expect(await tell('banners', 'list')).toMatch(/^4 +Boa noite +\/produto\/soro.*\n3 /m)
  expect((await operator.run('banners', 'move', '4', 'left')).code).toBe(2)
})

test('synonyms are listed, set, tried and removed one by one', async () => {
  const operator = openDemoOperator()
  const tell = async (...args: string[]) => (await operator.run(...args)).output
  expect(await tell('synonyms', 'try', 'zapzap')).toMatch(/^Looks for zapzap\nNothing found\.$/m)
  expect(await tell('synonyms', 'set', 'Novalgina,', 'zapzap')).toBe('Group 37 is set: Novalgina, zapzap.\n')
  expect(await tell('synonyms', 'list')).toMatch(/^37 +Novalgina, zapzap$/m)
  expect(await tell('synonyms', 'try', 'zapzap')).toMatch(/^Looks for zapzap or novalgina\n1 found:\n {2}Novalgina 1g/m)
  expect(await tell('synonyms', 'set', 'Novalgina, zupzup', '--id', '37')).toContain('Novalgina, zupzup')
  expect(await operator.run('synonyms', 'set', 'zapzap')).toMatchObject({ code: 1 })
  expect(await operator.run('synonyms', 'set')).toMatchObject({ code: 2 })
  expect(await tell('synonyms', 'remove', '37')).toBe('Group 37 is removed.\n')
  expect(await operator.run('synonyms', 'remove', '37')).toMatchObject({ code: 1 })
})

test('a promotion is set for some days and removed, as at the counter', async () => {
  const operator = openDemoOperator({ SANDBOX_CLOCK: openingInstant })
  const tell = async (...args: string[]) => (await operator.run(...args)).output
  expect(await tell('promotions', 'set', 'FD0203', '50%', '--until', '2026-03-12')).toBe(
    'The promotion of FD0203 is set.\n',
  )
  const discount = () =>
    operator.look((query) => query.selectFrom('product').select('discount_value').where('sku', '=', 'FD0203').execute())
  expect(await discount()).toEqual([{ discount_value: 50 }])
  expect(await operator.run('promotions', 'set', 'FD0003', '50%')).toMatchObject({
    code: 1,
    output: expect.stringContaining('RDC 44/2009'),
  })
  expect(await operator.run('promotions', 'set', 'FD0203', 'half')).toMatchObject({ code: 2 })
  expect(await tell('promotions', 'set', 'FD9999', '50%')).toBe('There is no product FD9999.\n')
  expect(await tell('promotions', 'remove', 'FD0203')).toBe('The promotion of FD0203 is removed.\n')
  expect(await discount()).not.toEqual([{ discount_value: 50 }])
  expect(await tell('promotions', 'remove', 'FD0203')).toBe('FD0203 has no promotion.\n')
})

test('an order is picked, shortened, asked about and ended, and the trail has each act with who has the machine', async () => {
  const operator = openOperator({ SANDBOX_CLOCK: openingInstant })
  await operator.run('demo')
  const tell = async (...args: string[]) => (await operator.run(...args)).output.replaceAll('\u00a0', ' ')
  const [id = '', other = ''] = [...(await tell('orders', 'queue', 'paid')).matchAll(/^(\d+) /gm)].map(([, id]) => id)
  const skuOf = async (order: string) => /^ +\d+ x (\S+)/m.exec(await tell('orders', 'show', order))?.[1] ?? ''
  const sku = await skuOf(id)
  expect(await tell('orders', 'pick', id, 'FD9999')).toContain('SKU is one of')
  expect(await tell('orders', 'pick', id, '7890000000000')).toContain('Este código não é de nenhum produto')
  expect(await tell('orders', 'pick', id, sku)).toMatch(/: 1 of \d picked\.\n$/)
  expect(await tell('orders', 'show', id)).toMatch(new RegExp(`x ${sku} .*\\(1 picked\\)$`, 'm'))
  expect(await tell('orders', 'take-out', other, await skuOf(other), '9')).toContain('unidades no pedido: tire de 1 a')
  expect(await tell('orders', 'advance', id)).toBe(`Order ${id} is now out_for_delivery.\n`)
  expect(await tell('orders', 'cancel', id)).toContain(`Try "orders refund ${id}"`)
  expect(await tell('orders', 'refund', id, 'chegou', 'quebrado')).toContain(`Order ${id} is now refunded.`)
  expect(await tell('orders', 'ask-cancel', other, 'cliente', 'desistiu')).toContain(`"orders answer ${other} grant"`)
  expect(await tell('orders', 'queue')).toContain('asks to cancel it ("cliente desistiu")')
  expect(await tell('orders', 'answer', other, 'keep')).toBe(`Order ${other} goes on.\n`)
  const acts = (await tell('audit', 'list', 'order', id)).split('\n').slice(1, -1)
  expect(acts.map((line) => line.split(/ {2,}/)[3])).toEqual(
    expect.arrayContaining(['orders.refund', 'orders.advance', 'orders.pick']),
  )
  expect(acts.filter((line) => !/Z {2}operator {2,}\S/.test(line))).toEqual([])
  expect(await tell('audit', 'list', 'order', other)).toMatch(/orders\.keep.*\n.*orders\.askEnd/)

  const trail = join(operator.dataDir, 'trail.csv')
  await tell('audit', 'export', trail)
  expect(readFileSync(trail, 'utf8')).toContain(`"operator","","orders.refund","order ${id}"`)
  expect(await tell('audit', 'export', trail)).toContain('say --force')
})

test('what the counter changes of shop window, products and people, the command line changes with the same line', async () => {
  const operator = openDemoOperator({ SANDBOX_CLOCK: openingInstant })
  const tell = async (...args: string[]) => (await operator.run(...args)).output.replaceAll('\u00a0', ' ')
  const picture = join(import.meta.dirname, '..', 'bench', 'pictures', 'home-360.webp')
  const [, banner = ''] = /^(\d+) /m.exec(await tell('banners', 'list')) ?? []
  const [, clerk = ''] = /^(\d+) +clerk/m.exec(await tell('staff', 'list')) ?? []
  const told: [string[], string, string][] = [
    [['notice', 'set', 'Hoje', 'até', '22h', '--until', '2026-03-12'], 'The notice is set.', 'window.notice'],
    [['banners', 'change', banner, 'Oi', 'Texto', 'Ver'], `Banner ${banner} is changed.`, 'window.banner'],
    [['banners', 'picture', banner, picture], `The picture of banner ${banner} is changed.`, 'window.bannerPicture'],
    [
      ['banners', 'picture', banner, '--remove'],
      `The picture of banner ${banner} is removed.`,
      'window.removeBannerPicture',
    ],
    [['coupons', 'set', 'OI', '5%', '-', 'once'], 'Coupon OI is set.', 'window.coupon'],
    [['coupons', 'remove', 'OI'], 'Coupon OI is removed.', 'window.removeCoupon'],
    [['products', 'picture', 'FD0203', picture], 'The picture of FD0203 is changed.', 'products.picture'],
    [['products', 'pause', 'FD0203'], 'FD0203 is paused', 'products.pause'],
    [['products', 'resume', 'FD0203'], 'FD0203 can be bought again.', 'products.resume'],
    [['offers', 'set', 'FD0203', '1', '--stock', '7'], 'FD0203, branch 1:', 'products.change'],
    [['staff', 'role', clerk, 'pharmacist', '--crf', 'SP-4321'], 'They are pharmacist now.', 'staff.changeRole'],
  ]
  for (const [words, sentence, act] of told) {
    expect(await tell(...words)).toContain(sentence)
    expect((await tell('audit', 'list')).split('\n')[1]).toMatch(new RegExp(`operator .* ${act} `))
  }
  expect(await tell('notice', 'list')).toMatch(/^1 .*2026-03-12 +Hoje até 22h$/m)
  expect(await tell('products', 'show', 'FD0203')).toMatch(/products\.change: branch 1, stock → 7, by /)
  expect(await tell('figures')).toMatch(/^2026-03-10 +THAT DAY +BEFORE\norders /)
  expect((await operator.run('figures', 'today')).code).toBe(2)
  expect(await operator.run('figures', '2099-01-01')).toMatchObject({
    code: 2,
    output: expect.stringContaining('has not come yet'),
  })
  for (const words of [
    ['staff', 'add', 'nova@example.com', 'clerk', '--branch', '77'],
    ['keys', 'add', 'erp', '--for', 'orders', '--branch', '77'],
    ['webhook', 'add', 'https://erp.example/', '--branch', '77'],
  ])
    expect(await operator.run(...words)).toMatchObject({
      code: 2,
      output: expect.stringContaining('there is no branch 77'),
    })
  expect(await operator.run('notice', 'set', 'Fechado', '--until', '2020-01-01')).toMatchObject({
    code: 2,
    output: expect.stringContaining('2020-01-01 is over already'),
  })
  expect((await operator.run('staff', 'role', clerk, 'boss')).code).toBe(2)
})

test('the help names every command of the contract, each on a line of its own', async () => {
  const { code, output } = await openOperator().runProgram('help')
  expect(code).toBe(0)
  const lines = output.trimEnd().split('\n').slice(2)
  const named = [
    ...['catalogue import', 'catalogue check-prices', 'offers import', 'offers export', 'offers set'],
    ...[
      'products pause',
      'products resume',
      'products paused',
      'branches import',
      'branches list',
      'branches uncovered',
    ],
    ...['coupons list', 'coupons set', 'coupons remove', 'banners list', 'banners import', 'banners remove'],
    ...['banners add', 'banners move', 'promotions set', 'promotions remove'],
    ...['synonyms list', 'synonyms set', 'synonyms remove', 'synonyms try'],
    ...[
      'gains list',
      'gains set',
      'gains import',
      'gains remove',
      'customers export',
      'customers sign-out',
      'customers block',
      'customers unblock',
      'customers erase',
    ],
    ...['orders list', 'orders show', 'orders advance', 'orders cancel', 'orders refund', 'orders owed'],
    ...['orders queue', 'orders find', 'orders pick', 'orders take-out', 'orders ask-cancel', 'orders answer'],
    ...['orders mail-again', 'customers mail-again', 'customers find', 'customers show', 'products find'],
    ...['products show', 'products picture', 'banners change', 'banners picture', 'staff role', 'figures'],
    ...['notice list', 'notice set', 'notice remove', 'audit list', 'audit export'],
    ...['prescriptions list', 'prescriptions show', 'prescriptions approve', 'prescriptions reject'],
    ...['staff add', 'staff list', 'staff reset', 'staff remove'],
    ...['keys add', 'keys list', 'keys remove', 'init', 'doctor'],
    ...['webhook add', 'webhook list', 'webhook remove', 'webhook log', 'webhook again'],
    ...['backup', 'restore', 'migrate', 'demo', 'reencrypt', 'files move'],
  ]
  expect(named.filter((name) => !lines.some((line) => line.startsWith(`  ${name} `)))).toEqual([])
  expect(lines).toHaveLength(named.length)
})
