import type { Encryption } from './encryption.ts'

/**
 * One encrypted record, and what became of it: it is under the newest key already; under an older one, and stays so in a dry
 * run; changed to the newest; changed or erased by somebody else meanwhile; or no key opens it, and it is left alone.
 */
export interface Reencrypted {
  /** Its table, or what else the operator finds it by: `patient`. */
  kind: string
  id: number | string
  outcome: 'newest' | 'older' | 'changed' | 'overtaken' | 'unreadable'
}

export interface ReencryptionOptions {
  /** Changes nothing: what is under an older key, or under one that is not known at all, is `older`. */
  dryRun?: boolean | undefined
}

interface EncryptedRow<Id> {
  id: Id & (number | string)
  encrypted: string
}

/** A domain's encrypted column. */
interface EncryptedColumn<Id, Row extends EncryptedRow<Id>> {
  kind: string
  /** Smaller than every id. */
  before: Id
  /** The first rows after that id, by their ids. */
  list(after: Id, limit: number): Promise<Row[]>
  /** The context with which a row was encrypted. */
  contextOf(row: Row): string
  /** Writes a row's new value only where it still has the old one. */
  replace(row: Row, encrypted: string): Promise<{ numUpdatedRows: bigint }>
}

const perBatch = 200

/**
 * Encrypts what is under older keys of a column anew with the newest. Each row is changed by itself and only from the value
 * that was read, so that it may be broken off, repeated, and run beside servers and beside itself.
 */
export async function* reencryptColumn<Id, Row extends EncryptedRow<Id>>(
  encryption: Encryption,
  column: EncryptedColumn<Id, Row>,
  { dryRun = false }: ReencryptionOptions = {},
): AsyncGenerator<Reencrypted> {
  const { kind } = column
  let rows = await column.list(column.before, perBatch)
  while (rows.length > 0) {
    for (const row of rows) yield { kind, id: row.id, outcome: await outcomeOf(row) }
    rows = await column.list(rows.at(-1)?.id ?? column.before, perBatch)
  }

  async function outcomeOf(row: Row): Promise<Reencrypted['outcome']> {
    if (encryption.isUnderNewest(Buffer.from(row.encrypted, 'base64'))) return 'newest'
    if (dryRun) return 'older'
    const anew = reencrypted(row)
    if (anew === null) return 'unreadable'
    const { numUpdatedRows } = await column.replace(row, anew)
    return numUpdatedRows === 1n ? 'changed' : 'overtaken'
  }

  /** Null where no key opens it. */
  function reencrypted(row: Row): string | null {
    const context = column.contextOf(row)
    try {
      return encryption.encryptText(encryption.decryptText(row.encrypted, context), context)
    } catch {
      return null
    }
  }
}
