import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../server/cli/run-command.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { azitromicina, line, novalgina, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { copyTemplate, createTestDatabase } from '../support/database.ts'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { operator } from '../support/staff.ts'

/** The key of the demo shop, and the one that replaces it. */
const older = 'sandbox-only-secret-of-the-demo-shop'
const newer = 'the-secret-that-replaces-it'

/** Where the command line finds the shop: on SQLite the database lies in DATA_DIR. */
async function openPlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-reencrypt-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  if (process.env.TEST_DATABASE === 'postgres') {
    const database = await createTestDatabase('demo')
    return { dataDir, database, env: { DATA_DIR: dataDir, DATABASE_URL: database.location } }
  }
  const location = join(dataDir, 'balcao.db')
  copyTemplate('demo', location)
  return { dataDir, database: { location, drop: async () => {} }, env: { DATA_DIR: dataDir } }
}

/** A shop under the older key with something of each kind that is encrypted. */
async function openOlderShop() {
  const place = await openPlace()
  const shop = await openCheckout(place.env, place.database)
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  await shop.bags.laboratory.assignOptInToCustomer(
    await shop.bags.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' }),
    shop.customerId,
  )
  for (const account of ['customer 1', 'staff 1']) {
    shop.accessLog.recordAccess({ ip: '192.0.2.7', port: null, account })
    await shop.accessLog.flush()
    shop.clock.pass(24 * 60)
  }
  const order = await shop.place([line(novalgina)])
  await shop.taxNumber.saveTaxNumber(shop.customerId, order.id, '529.982.247-25')
  const webhook = await shop.webhooks.addWebhook({ url: 'https://erp.example/', branchId: null })
  const person = { email: 'nova@example.com', name: 'Nova', role: 'clerk', crf: null, branchId: null } as const
  await shop.staff.acceptInvitation(await shop.staff.inviteStaffMember(operator, person), 'correto cavalo bateria')
  const staffToken = await shop.staff.signIn(person.email, 'correto cavalo bateria', 'test')
  const totp = await shop.staff.startEnrolment(staffToken)
  const { customerId } = shop
  const { location } = place.database
  return {
    ...place,
    location,
    query: shop.database.db,
    customerId,
    orderId: order.id,
    prescriptionId,
    webhook,
    staffToken,
    totp,
    under,
    run,
    runUnder,
  }

  function under(...keys: string[]): Promise<TestShop> {
    const env = { ...place.env, ENCRYPTION_KEYS: keys.join(',') }
    return openTestShop({ env, database: { location, drop: async () => {} } })
  }

  function run(...words: string[]) {
    return runUnder([newer, older], ...words)
  }

  async function runUnder(keys: string[], ...words: string[]) {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const env = { ...place.env, SANDBOX: '1', LOG_LEVEL: 'silent', ENCRYPTION_KEYS: keys.join(',') }
    const code = await runCommand(words, { env, print, printError: print })
    return { code, output: lines.join('\n') }
  }
}

type OlderShop = Awaited<ReturnType<typeof openOlderShop>>

async function expectOpens(older: OlderShop, ...keys: string[]) {
  const shop = await older.under(...keys)
  const prescription = await shop.prescriptions.findPrescription(older.prescriptionId)
  expect(prescription?.parts).toMatchObject([{ patient: 'Ana Prates' }])
  if (!prescription) return
  const file = await shop.prescriptions.recordFileAccess(prescription, prescription.parts[0]?.id ?? 0, 'a pharmacist')
  const picture = await shop.prescriptions.drawFile(file)
  expect(picture.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(await shop.prescriptions.listPatients(older.customerId)).toMatchObject([{ name: 'Ana Prates' }])
  expect(await shop.bags.laboratory.listOptIns(older.customerId)).toMatchObject([{ cpf: '52998224725' }])
  expect(await shop.taxNumber.findTaxNumber(older.orderId)).toBe('52998224725')
  expect(await shop.staff.startEnrolment(older.staffToken)).toEqual(older.totp)
  const { secretEncrypted } = await shop.database.db
    .selectFrom('webhook')
    .select('secretEncrypted')
    .executeTakeFirstOrThrow()
  const { id, secret } = older.webhook
  expect(createEncryption(keys).decryptText(secretEncrypted, `webhook ${id}`)).toBe(secret)
}

/** @returns how many records came to which outcome; breaks off after so many changes */
async function reencrypt(shop: TestShop, { crashAfter = Number.POSITIVE_INFINITY, dryRun = false } = {}) {
  const counts: Record<string, number> = {}
  for await (const { outcome } of shop.reencrypt({ dryRun })) {
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (counts.changed === crashAfter) throw new Error('a crash')
  }
  return counts
}

test('what is under an older key is encrypted anew, and the newest key alone opens all of it', async () => {
  const shop = await openOlderShop()
  const { code, output } = await shop.run('reencrypt')
  expect([code, output.split('\n').at(-1)]).toEqual([0, 'Nothing is under older keys: the older keys can go.'])
  for (const kind of [
    'access_log',
    'patient',
    'prescription_part',
    'file of prescription_part',
    'laboratory_opt_in',
    'orders',
    'staff',
    'webhook',
  ])
    expect(output).toMatch(new RegExp(`^${kind} +[1-9]\\d* +0$`, 'm'))
  await expectOpens(shop, newer)
  expect(await shop.runUnder([newer], 'doctor', '--lang', 'en')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^ok +keys /m),
  })
  expect((await shop.run('reencrypt')).output).not.toMatch(/ [1-9]\d* +\d+$/m)
})

it('a dry run counts what is under older keys, and changes nothing', async () => {
  const shop = await openOlderShop()
  const { code, output } = await shop.run('reencrypt', '--dry-run')
  expect([code, output]).toEqual([0, expect.stringMatching(/^webhook +0 +1$/m)])
  expect(output).not.toContain('can go')
  await expectOpens(shop, older)
  const { output: advice } = await shop.run('doctor', '--lang', 'en')
  expect(advice).toMatch(/look +older keys +\d+ records are under older keys: "npm run shop -- reencrypt"/)
})

test('a crash in the middle leaves every record readable, and the next run does the rest', async () => {
  const olderShop = await openOlderShop()
  const total = (await reencrypt(await olderShop.under(newer, older), { dryRun: true })).older ?? 0
  for (const crashAfter of [1, 1])
    await expect(reencrypt(await olderShop.under(newer, older), { crashAfter })).rejects.toThrow('a crash')
  // As a crash while the file is written leaves it.
  const folder = join(olderShop.dataDir, 'receitas')
  const [key = ''] = readdirSync(folder)
  writeFileSync(join(folder, `${key}.new`), 'half a file')
  await expectOpens(olderShop, newer, older)
  expect((await reencrypt(await olderShop.under(newer, older))).changed).toBe(total - 2)
  await expectOpens(olderShop, newer)
})

test('two runs at once change each record once', async () => {
  const shop = await openOlderShop()
  const shops = [await shop.under(newer, older), await shop.under(newer, older)] as const
  const total = (await reencrypt(shops[0], { dryRun: true })).older
  const [one, other] = await Promise.all(shops.map((each) => reencrypt(each)))
  expect((one?.changed ?? 0) + (other?.changed ?? 0)).toBe(total)
  expect(readdirSync(join(shop.dataDir, 'receitas')).filter((name) => name.endsWith('.new'))).toEqual([])
  await expectOpens(shop, newer)
})

test('a prescription that is erased meanwhile leaves no file behind', async () => {
  const shop = await openOlderShop()
  const under = await shop.under(newer, older)
  const folder = join(shop.dataDir, 'receitas')
  const before = readdirSync(folder)
  const [key = ''] = before
  writeFileSync(join(folder, `${key}.new`), 'of a run that crashed')
  for await (const { kind } of under.reencrypt({ dryRun: false })) if (kind === 'prescription_part') break
  await Promise.all([reencrypt(under), under.prescriptions.erasePrescription(shop.prescriptionId, null)])
  const { fileKey } =
    (await shop.query.selectFrom('prescriptionPart').select('fileKey').where('fileKey', '=', key).executeTakeFirst()) ??
    {}
  expect([fileKey, readdirSync(folder).filter((name) => name.startsWith(key))]).toEqual([undefined, []])
})

it('what no key opens is named without its content, left as it is, and holds nothing else back', async () => {
  const shop = await openOlderShop()
  const { id, fileKey, detailsEncrypted } = await shop.query
    .selectFrom('prescriptionPart')
    .selectAll()
    .where('prescriptionId', '=', shop.prescriptionId)
    .executeTakeFirstOrThrow()
  const damaged = Buffer.from(detailsEncrypted, 'base64')
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1)
  const values = { detailsEncrypted: damaged.toString('base64') }
  await shop.query.updateTable('prescriptionPart').set(values).where('id', '=', id).execute()
  const file = join(shop.dataDir, 'receitas', fileKey ?? '')
  writeFileSync(file, readFileSync(file).subarray(0, -1))
  const bytes = readFileSync(file)

  const { code, output } = await shop.run('reencrypt')
  expect(code).toBe(1)
  expect(output).toContain(`No key opens prescription_part ${id}: it stays as it is.`)
  expect(output).toContain(`No key opens file of prescription_part ${id}: it stays as it is.`)
  expect(output).toContain('2 records are under older keys: keep these.')
  expect(output).not.toContain(values.detailsEncrypted)
  const { detailsEncrypted: kept } = await shop.query
    .selectFrom('prescriptionPart')
    .select('detailsEncrypted')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([kept, readFileSync(file)]).toEqual([values.detailsEncrypted, bytes])
  const under = await shop.under(newer)
  expect(await under.bags.laboratory.listOptIns(shop.customerId)).toMatchObject([{ cpf: '52998224725' }])
  expect(await under.staff.startEnrolment(shop.staffToken)).toEqual(shop.totp)
})

it('a shop with lost or wrong keys does not start, and says what to do; rotated ones open it', async () => {
  const shop = await openOlderShop()
  const refusal = /^ENCRYPTION_KEYS has no key that opens this shop’s records: set the keys that it had/
  await expect(shop.under(newer)).rejects.toThrow(refusal)
  expect(await shop.runUnder([newer], 'customers', 'show', '1')).toEqual({
    code: 1,
    output: expect.stringMatching(refusal),
  })
  await shop.under(newer, older)
  await expect(shop.under(newer)).rejects.toThrow(refusal)
  await shop.run('reencrypt')
  await shop.under(newer)
  await expect(shop.under(older)).rejects.toThrow(refusal)
})

it('a shop without a seal that was only visited opens with its own keys alone', async () => {
  const { env, database } = await openPlace()
  const { location } = database
  const open = (key: string) =>
    openTestShop({ env: { ...env, ENCRYPTION_KEYS: key }, database: { location, drop: async () => {} } })
  const shop = await open(older)
  shop.accessLog.recordAccess({ ip: '192.0.2.7', port: null, account: null })
  await shop.accessLog.flush()
  await shop.database.db.deleteFrom('keyCheck').execute()
  await expect(open(newer)).rejects.toThrow('ENCRYPTION_KEYS')
  await open(older)
})

it('a shop of before its key was sealed is tried by what is encrypted in it', async () => {
  const shop = await openOlderShop()
  await shop.query.deleteFrom('keyCheck').execute()
  await expect(shop.under(newer)).rejects.toThrow('ENCRYPTION_KEYS')
  expect((await shop.runUnder([newer], 'doctor', '--lang', 'en')).output).toMatch(
    /^fault +keys +ENCRYPTION_KEYS are not those of this shop/m,
  )
  await shop.under(older)
  expect(await shop.query.selectFrom('keyCheck').select('id').execute()).toEqual([{ id: 1 }])
})

it('keys are free to change while nothing is encrypted', async () => {
  const { env, database } = await openPlace()
  const { location } = database
  for (const key of [older, newer])
    await openTestShop({ env: { ...env, ENCRYPTION_KEYS: key }, database: { location, drop: async () => {} } })
})

it('the doctor opens a record of each kind, and names how many no key opens', async () => {
  const shop = await openOlderShop()
  expect(await shop.runUnder([older], 'doctor', '--lang', 'en')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^ok +keys /m),
  })
  expect((await shop.runUnder([newer], 'doctor', '--lang', 'en')).output).toMatch(
    /^fault +keys +ENCRYPTION_KEYS are not those/m,
  )
  const lost = createEncryption(['a-key-that-was-taken-out'])
  const { id } = shop.webhook
  const changed = { secretEncrypted: lost.encryptText('secret', `webhook ${id}`) }
  await shop.query.updateTable('webhook').set(changed).where('id', '=', id).execute()
  expect((await shop.run('doctor', '--lang', 'en')).output).toMatch(
    /^fault +keys +ENCRYPTION_KEYS lacks a key that opens 1 of webhook:/m,
  )
})

it('whoever has lost the keys for good says so, and the shop goes on without what is under them', async () => {
  const shop = await openOlderShop()
  const { code, output } = await shop.runUnder([newer], 'reencrypt', '--lost')
  expect([code, output]).toEqual([1, expect.stringContaining(`No key opens webhook ${shop.webhook.id}:`)])
  expect(output).toContain('No key opens access_log 1, 2: they stay as they are.')
  await shop.under(newer)
  await expect(shop.under(older)).rejects.toThrow('ENCRYPTION_KEYS')
  expect((await shop.runUnder([older], 'doctor', '--lang', 'en')).output).toMatch(
    /^fault +keys +ENCRYPTION_KEYS are not those/m,
  )
  expect(await shop.runUnder([newer], 'reencrypt', '--lost', '--dry-run')).toMatchObject({ code: 2 })
  // What was written since is read, and of what is lost the days are told.
  const shopAfterwards = await shop.under(newer)
  shopAfterwards.accessLog.recordAccess({ ip: '192.0.2.9', port: null, account: null })
  await shopAfterwards.accessLog.flush()
  const access = await shop.runUnder(
    [newer],
    'audit',
    'access',
    '--from',
    '2026-03-01',
    '--to',
    '2026-03-31',
    '--lang',
    'en',
  )
  expect(access).toEqual({
    code: 1,
    output: expect.stringMatching(
      /192\.0\.2\.9[\s\S]+No key opens 2 more parts of the log, of 2026-03-10, 2026-03-11:/,
    ),
  })
})
