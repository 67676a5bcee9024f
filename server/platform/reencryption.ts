import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Encryption } from './encryption.ts'

/**
 * One encrypted record, and what became of it: it is under the newest key already; under an older one, and stays so in a dry
 * run; changed to the newest; changed or erased by somebody else meanwhile; or no key opens it, and it is left alone.
 */
export interface ReencryptionResult {
  /** Its table, or what else the operator finds it by: `patient`. */
  kind: string
  id: number | string
  outcome: 'newest' | 'older' | 'changed' | 'conflict' | 'unreadable'
}

export interface ReencryptionOptions {
  /** Changes nothing: what is under an older key, or under one that is not known at all, is `older`. */
  dryRun: boolean
}

/** A column of a domain's; an empty text in it is nothing encrypted. */
export interface EncryptedColumn {
  table: string
  column: string
  idColumn?: string
  /** What a row's context was made of. */
  contextColumn?: string
  buildEncryptionContext(contextValue: string | number): string
  /** Each day has its own, and is what the context is made of. */
  hasDayKeys?: boolean
}

interface EncryptedRow {
  id: number | string
  contextValue: string | number
  encrypted: string
}

const batchSize = 200

/**
 * Encrypts what is under older keys of a column anew with the newest. Each row is changed by itself and only from the value
 * that was read, so that it may be broken off, repeated, and run beside servers and beside itself.
 */
export async function* reencryptColumn(
  { db, encryption }: { db: QueryExecutorProvider; encryption: Encryption },
  {
    table,
    column,
    idColumn = 'id',
    contextColumn = idColumn,
    buildEncryptionContext,
    hasDayKeys = false,
  }: EncryptedColumn,
  { dryRun }: ReencryptionOptions,
): AsyncGenerator<ReencryptionResult> {
  const [tableRef, columnRef, idRef] = [sql.table(table), sql.ref(column), sql.ref(idColumn)]
  let rows = await listRows(sql`true`)
  while (rows.length > 0) {
    for (const row of rows) yield { kind: table, id: row.id, outcome: await reencryptRow(row) }
    rows = await listRows(sql`${idRef} > ${rows.at(-1)?.id}`)
  }

  async function listRows(condition: RawBuilder<unknown>): Promise<EncryptedRow[]> {
    const rowsQuery = sql<EncryptedRow>`
      select ${idRef} as id, ${sql.ref(contextColumn)} as "contextValue", ${columnRef} as encrypted from ${tableRef}
      where ${columnRef} <> '' and ${condition} order by ${idRef} limit ${batchSize}`
    return (await rowsQuery.execute(db)).rows
  }

  async function reencryptRow(row: EncryptedRow): Promise<ReencryptionResult['outcome']> {
    const rowEncryption = hasDayKeys ? encryption.deriveDayEncryption(`${row.contextValue}`) : encryption
    if (rowEncryption.isEncryptedWithNewestKey(Buffer.from(row.encrypted, 'base64'))) return 'newest'
    if (dryRun) return 'older'
    const reencryptedText = tryReencrypt(row, rowEncryption)
    if (reencryptedText === null) return 'unreadable'
    const { numAffectedRows } = await sql`
      update ${tableRef} set ${columnRef} = ${reencryptedText} where ${idRef} = ${row.id} and ${columnRef} = ${row.encrypted}`.execute(
      db,
    )
    return numAffectedRows === 1n ? 'changed' : 'conflict'
  }

  /** Null where no key opens it. */
  function tryReencrypt(
    { contextValue, encrypted }: EncryptedRow,
    rowEncryption: Omit<Encryption, 'deriveDayEncryption'>,
  ): string | null {
    const encryptionContext = buildEncryptionContext(contextValue)
    try {
      return rowEncryption.encryptText(rowEncryption.decryptText(encrypted, encryptionContext), encryptionContext)
    } catch {
      return null
    }
  }
}
