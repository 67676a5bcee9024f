import type { Tally } from './backup.ts'
import { readBackupFile, UnusableBackup } from './backup-file.ts'

/**
 * Reads a finished backup from its first byte to its last, as a restore does, and counts what is in it.
 * @throws UnusableBackup when it is not whole, or does not hold what was written
 */
export async function verifyBackup(file: string, expected: Tally): Promise<void> {
  const actual: Tally = { rows: {}, files: 0 }
  let table = ''
  for await (const part of readBackupFile(file)) {
    if (Array.isArray(part)) actual.rows[table] = (actual.rows[table] ?? 0) + 1
    else if (Buffer.isBuffer(part)) continue
    else if ('file' in part) actual.files += 1
    else if ('table' in part) {
      table = part.table
      actual.rows[table] = 0
    }
  }
  const tables = new Set([...Object.keys(expected.rows), ...Object.keys(actual.rows)])
  const differing = [...tables].filter((name) => expected.rows[name] !== actual.rows[name])
  if (actual.files !== expected.files) differing.push('files')
  if (differing.length > 0) throw new UnusableBackup(`it does not hold what was written (${differing.join(', ')})`)
}
