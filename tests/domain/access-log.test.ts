import { expect, test } from 'vitest'
import { bindContext } from '../../server/context.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { reencryptColumn } from '../../server/platform/reencryption.ts'
import type { AccessRecord } from '../../server/privacy/access-log.ts'
import * as accessLogs from '../../server/privacy/access-log.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf, operator } from '../support/staff.ts'

const ana = { ip: '192.0.2.7', port: 49152, account: 'customer 12' }
const stranger = { ip: '2001:db8::1', port: null, account: null }
const march = { fromDay: '2026-03-01', toDay: '2026-03-31' }

/** The shop's log under these keys, the newest first. */
function openLog({ ctx }: TestShop, keys: string[]) {
  return bindContext({ ...ctx, encryption: createEncryption(keys) }, accessLogs)
}

function failOnUnreadableRow(day: string): never {
  throw new Error(`a row of ${day} cannot be read`)
}

async function readAll(records: AsyncGenerator<AccessRecord>): Promise<AccessRecord[]> {
  const all: AccessRecord[] = []
  for await (const record of records) all.push(record)
  return all
}

test('an access is kept with its time, address, port and account; only the audited command reads it', async () => {
  const shop = await openTestShop()
  const { accessLog, clock, database, staff } = shop
  accessLog.recordAccess(ana)
  clock.pass(1)
  accessLog.recordAccess(ana)
  accessLog.recordAccess(stranger)
  expect(await database.db.selectFrom('accessLog').selectAll().execute()).toEqual([])
  await accessLog.flush()
  const [row, ...others] = await database.db.selectFrom('accessLog').selectAll().execute()
  expect(others).toEqual([])
  expect(Buffer.from(row?.recordsEncrypted ?? '', 'base64').toString('latin1')).not.toMatch(/192\.0\.2|customer/)

  expect(await readAll(accessLog.readWithAudit(operator, march, failOnUnreadableRow))).toEqual([
    { ...ana, firstAt: '2026-03-10T13:00:00.000Z', lastAt: '2026-03-10T13:01:00.000Z', requests: 2 },
    { ...stranger, firstAt: '2026-03-10T13:01:00.000Z', lastAt: '2026-03-10T13:01:00.000Z', requests: 1 },
  ])
  expect(await readAll(accessLog.readWithAudit(operator, { ...march, ip: ana.ip }, failOnUnreadableRow))).toHaveLength(
    1,
  )
  expect(
    await readAll(
      accessLog.readWithAudit(operator, { fromDay: '2026-03-11', toDay: '2026-03-31' }, failOnUnreadableRow),
    ),
  ).toEqual([])
  const trail = await staff.audit.listEntries(operator, {})
  expect(trail.map(({ action, role, detail }) => `${role} ${action} ${detail}`).reverse()).toEqual([
    'operator accessLog.read 2026-03-01 2026-03-31',
    'operator accessLog.read 2026-03-01 2026-03-31 192.0.2.7',
    'operator accessLog.read 2026-03-11 2026-03-31',
  ])
  const owner = await actorOf(shop, 'owner')
  await expect(readAll(accessLog.readWithAudit(owner, march, failOnUnreadableRow))).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
})

test('accesses are kept for six months, whoever deletes an account, and then erased', async () => {
  const { accessLog, clock, accounts, database } = await openTestShop()
  const token = await accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'test')
  const { customerId } = (await accounts.findSession(token)) ?? {}
  accessLog.recordAccess({ ...ana, account: `customer ${customerId}` })
  await accessLog.flush()
  await accounts.eraseAccount(customerId ?? 0)
  clock.pass(184 * 24 * 60)
  await accessLog.eraseExpired()
  expect(await readAll(accessLog.readWithAudit(operator, march, failOnUnreadableRow))).toHaveLength(1)
  clock.pass(24 * 60)
  await accessLog.eraseExpired()
  expect(await database.db.selectFrom('accessLog').selectAll().execute()).toEqual([])
})

test('what cannot be written waits, and is written once; each day has a key of its own, also after new keys', async () => {
  const shop = await openTestShop()
  const log = openLog(shop, ['older key'])
  log.recordAccess(ana)
  shop.clock.pass(24 * 60)
  log.recordAccess(ana)
  await shop.database.db.schema.alterTable('accessLog').renameTo('away').execute()
  await expect(log.flush()).rejects.toThrow()
  log.recordAccess(ana)
  await shop.database.db.schema.alterTable('away').renameTo('accessLog').execute()
  await Promise.all([log.flush(), log.flush()])

  const rotated = openLog(shop, ['newer key', 'older key'])
  const records = await readAll(rotated.readWithAudit(operator, march, failOnUnreadableRow))
  expect(records.map(({ firstAt, requests }) => [firstAt, requests])).toEqual([
    ['2026-03-10T13:00:00.000Z', 1],
    ['2026-03-11T13:00:00.000Z', 2],
  ])
  const outcomes = []
  const newerShop = { ...shop.ctx, encryption: createEncryption(['newer key', 'older key']) }
  for (const column of accessLogs.encryptedColumns)
    for await (const { outcome } of reencryptColumn(newerShop, column, { dryRun: false })) outcomes.push(outcome)
  expect(outcomes).toEqual(['changed', 'changed'])
  const unreadableDays: string[] = []
  const lost = openLog(shop, ['a third key']).readWithAudit(operator, march, (day) => unreadableDays.push(day))
  expect([await readAll(lost), [...new Set(unreadableDays)]]).toEqual([[], ['2026-03-10', '2026-03-11']])
  expect(await readAll(openLog(shop, ['newer key']).readWithAudit(operator, march, failOnUnreadableRow))).toEqual(
    records,
  )
  const [first, second] = await shop.database.db.selectFrom('accessLog').selectAll().orderBy('day').execute()
  const otherDay = createEncryption(['newer key']).deriveDayEncryption(second?.day ?? '')
  expect(() => otherDay.decryptText(first?.recordsEncrypted ?? '', `access log ${first?.day}`)).toThrow()
})

test('how many addresses the newest requests came from is told without naming one', async () => {
  const { accessLog } = await openTestShop()
  expect(await accessLog.countRecentAddresses()).toEqual({ requestCount: 0, addressCount: 0 })
  for (const access of [ana, ana, { ...ana, port: 50_000 }]) accessLog.recordAccess(access)
  await accessLog.flush()
  expect(await accessLog.countRecentAddresses()).toEqual({ requestCount: 3, addressCount: 1 })
  accessLog.recordAccess(stranger)
  await accessLog.flush()
  expect(await accessLog.countRecentAddresses()).toEqual({ requestCount: 4, addressCount: 2 })
})
