import { sql } from 'kysely'
import type { Encryption } from '../platform/encryption.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { type Reencrypted, type ReencryptionOptions, reencryptColumn } from '../platform/reencryption.ts'
import type { Database } from './connection.ts'
import { encryptedColumns, tableNames } from './introspection.ts'

type HasDb = Pick<Database, 'db'>

const check = { table: 'key_check', column: 'sealed_encrypted', contextOf: () => 'key check' }

/** How many records of a table are under one key, and whether it is there. */
export interface KeyUse {
  table: string
  records: number
  isOpened: boolean
}

/**
 * Seals a value under the newest key at the first start, and opens it at each later one, so that nobody runs a shop with lost or
 * wrong keys: it would fail wherever a record is opened, and write what the right key does not open. Keys may be exchanged
 * while nothing is encrypted yet.
 * @throws Error with one line that says what to do
 */
export async function assertKeys(database: HasDb, encryption: Encryption): Promise<void> {
  const storedCheck = await loadKeyCheck(database)
  if (storedCheck !== null && encryption.hasKeyOf(storedCheck)) return
  const uses = await keyUses(database, encryption)
  if (uses.length > 0 && (storedCheck !== null || !uses.some(({ isOpened }) => isOpened)))
    throw new OperatorError(refusal)
  if (storedCheck !== null) return sealAnew(database, encryption)
  // Two that open an empty database at once may have different keys.
  const row = { id: 1, sealed_encrypted: encryption.encryptText('', check.contextOf()) }
  await database.db
    .insertInto('key_check')
    .values(row)
    .onConflict((c) => c.column('id').doNothing())
    .execute()
  const first = await loadKeyCheck(database)
  if (first === null || !encryption.hasKeyOf(first)) throw new OperatorError(refusal)
}

/** Takes these keys for the shop's from now on: the others are lost. */
export async function sealAnew({ db }: HasDb, encryption: Encryption): Promise<void> {
  const sealed_encrypted = encryption.encryptText('', check.contextOf())
  await db
    .insertInto('key_check')
    .values({ id: 1, sealed_encrypted })
    .onConflict((c) => c.column('id').doUpdateSet({ sealed_encrypted }))
    .execute()
}

/** Whether the keys are the shop's; also of one that has not sealed its key yet. */
export async function areTheShops(database: HasDb, encryption: Encryption): Promise<boolean> {
  const sealed = await loadKeyCheck(database)
  const uses = await keyUses(database, encryption)
  if (uses.length === 0) return true
  return sealed === null ? uses.some(({ isOpened }) => isOpened) : encryption.hasKeyOf(sealed)
}

/** Which keys the records of each kind are under, by the columns whose names say that they are encrypted. */
export async function keyUses({ db }: HasDb, encryption: Encryption): Promise<KeyUse[]> {
  const columns = await encryptedColumns(db)
  const groups = columns
    .filter(({ table }) => table !== check.table)
    .map(({ table, column }) => {
      const value = sql.ref(column)
      // In base64 the first six characters are the version and most of the key's id.
      return sql`select ${sql.lit(table)} as "table", max(${value}) as sample, count(*) as records
        from ${sql.table(table)} where ${value} <> '' group by substr(${value}, 1, 6)`
    })
  if (groups.length === 0) return []
  type Group = { table: string; sample: string; records: number | string }
  const { rows } = await sql<Group>`${sql.join(groups, sql` union all `)}`.execute(db)
  return rows.map(({ table, sample, records }) => ({
    table,
    records: Number(records),
    isOpened: encryption.hasKeyOf(sample),
  }))
}

export async function* reencryptCheck(
  { db }: HasDb,
  encryption: Encryption,
  options: ReencryptionOptions,
): AsyncGenerator<Reencrypted> {
  yield* reencryptColumn({ db, encryption }, check, options)
}

async function loadKeyCheck({ db }: HasDb): Promise<string | null> {
  if (!(await tableNames(db)).has(check.table)) return null
  const row = await db.selectFrom('key_check').select('sealed_encrypted').executeTakeFirst()
  return row?.sealed_encrypted ?? null
}

const refusal =
  'ENCRYPTION_KEYS has no key that opens this shop’s records: set the keys that it had, the newest first (they are with the copy of its settings, not in a backup). Are they lost for good? "npm run shop -- reencrypt --lost" gives up what is under them.'
