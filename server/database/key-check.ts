import { sql } from 'kysely'
import type { Encryption } from '../platform/encryption.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database } from './connection.ts'
import { listEncryptedColumns, listTableNames } from './introspection.ts'

type DatabaseHandle = Pick<Database, 'db'>

export const keyCheckColumn = {
  table: 'key_check',
  column: 'sealed_encrypted',
  buildEncryptionContext: () => 'key check',
}

/** How many records of a table are under keys that are there, or that are not. */
export interface KeyUsage {
  table: string
  recordCount: number
  hasKey: boolean
}

/**
 * Encrypts a value with the newest key at the first start, and verifies at each later one that a key decrypts it, so that nobody
 * runs a shop with lost or wrong keys: it would fail wherever a record is decrypted, and write what the right key does not
 * decrypt. Keys may be exchanged while nothing is encrypted yet.
 * @throws Error with one line that says what to do
 */
export async function verifyOrStoreKeyCheck(database: DatabaseHandle, encryption: Encryption): Promise<void> {
  const storedKeyCheck = await loadKeyCheck(database)
  if (storedKeyCheck !== null && encryption.hasKeyFor(storedKeyCheck)) return
  const keyUsages = await listKeyUsages(database, encryption)
  if (keyUsages.length > 0 && (storedKeyCheck !== null || !keyUsages.some(({ hasKey }) => hasKey)))
    throw new OperatorError(wrongKeysMessage)
  if (storedKeyCheck !== null) return replaceKeyCheck(database, encryption)
  // Two that open an empty database at once may have different keys.
  const row = { id: 1, sealedEncrypted: encryption.encryptText('', keyCheckColumn.buildEncryptionContext()) }
  await database.db
    .insertInto('keyCheck')
    .values(row)
    .onConflict((c) => c.column('id').doNothing())
    .execute()
  const currentKeyCheck = await loadKeyCheck(database)
  if (currentKeyCheck === null || !encryption.hasKeyFor(currentKeyCheck)) throw new OperatorError(wrongKeysMessage)
}

/** Takes these keys for the shop's from now on: the others are lost. */
export async function replaceKeyCheck({ db }: DatabaseHandle, encryption: Encryption): Promise<void> {
  const sealedEncrypted = encryption.encryptText('', keyCheckColumn.buildEncryptionContext())
  await db
    .insertInto('keyCheck')
    .values({ id: 1, sealedEncrypted })
    .onConflict((c) => c.column('id').doUpdateSet({ sealedEncrypted }))
    .execute()
}

/** Whether the keys are the shop's; also of one that has not sealed its key yet. */
export async function areShopKeys(database: DatabaseHandle, encryption: Encryption): Promise<boolean> {
  const storedKeyCheck = await loadKeyCheck(database)
  const keyUsages = await listKeyUsages(database, encryption)
  if (keyUsages.length === 0) return true
  return storedKeyCheck === null ? keyUsages.some(({ hasKey }) => hasKey) : encryption.hasKeyFor(storedKeyCheck)
}

/** Tables whose rows are under keys of their day, by the column that names it. */
const dayColumnByTable: Partial<Record<string, string>> = { access_log: 'day' }

/** How many records of each kind have a key, or lack it, by the columns whose names say that they are encrypted. */
export async function listKeyUsages({ db }: DatabaseHandle, encryption: Encryption): Promise<KeyUsage[]> {
  const columns = await listEncryptedColumns(db)
  const groupQueries = columns
    .filter(({ table }) => table !== keyCheckColumn.table)
    .map(({ table, column }) => {
      const columnRef = sql.ref(column)
      const dayColumn = dayColumnByTable[table]
      const dayRef = dayColumn === undefined ? sql`cast(null as text)` : sql.ref(dayColumn)
      // In base64 the first eight characters begin with the version and the key's id, the first six with most of it.
      return sql`select ${sql.lit(table)} as "table", day, max(substr(encrypted, 1, 8)) as sample, count(*) as records
        from (select ${dayRef} as day, ${columnRef} as encrypted from ${sql.table(table)} where ${columnRef} <> '') as record
        group by day, substr(encrypted, 1, 6)`
    })
  if (groupQueries.length === 0) return []
  type KeyUsageRow = { table: string; day: string | null; sample: string; records: number | string }
  const { rows } = await sql<KeyUsageRow>`${sql.join(groupQueries, sql` union all `)}`.execute(db)
  const keyUsages = new Map<string, KeyUsage>()
  for (const { table, day, sample, records } of rows) {
    const hasKey = (day === null ? encryption : encryption.deriveDayEncryption(day)).hasKeyFor(sample)
    const recordCount = (keyUsages.get(`${table} ${hasKey}`)?.recordCount ?? 0) + Number(records)
    keyUsages.set(`${table} ${hasKey}`, { table, recordCount, hasKey })
  }
  return [...keyUsages.values()]
}

async function loadKeyCheck({ db }: DatabaseHandle): Promise<string | null> {
  if (!(await listTableNames(db)).has(keyCheckColumn.table)) return null
  const row = await db.selectFrom('keyCheck').select('sealedEncrypted').executeTakeFirst()
  return row?.sealedEncrypted ?? null
}

const wrongKeysMessage =
  'ENCRYPTION_KEYS has no key that opens this shop’s records: set the keys that it had, the newest first (they are with the copy of its settings, not in a backup). Are they lost for good? "npm run shop -- reencrypt --lost" gives up what is under them.'
