import type { BackupCounts } from './backup.ts'
import { readBackupFile, UnusableBackupError } from './backup-file.ts'

/**
 * Reads a finished backup from its first byte to its last, as a restore does, and counts what is in it.
 * @throws UnusableBackupError when it is not whole, or does not hold what was written
 */
export async function verifyBackup(file: string, expectedCounts: BackupCounts): Promise<void> {
  const actualCounts: BackupCounts = { rowCountByTable: {}, fileCount: 0 }
  let table = ''
  for await (const record of readBackupFile(file)) {
    if (Array.isArray(record)) actualCounts.rowCountByTable[table] = (actualCounts.rowCountByTable[table] ?? 0) + 1
    else if (Buffer.isBuffer(record)) continue
    else if ('file' in record) actualCounts.fileCount += 1
    else if ('table' in record) {
      table = record.table
      actualCounts.rowCountByTable[table] = 0
    }
  }
  const tables = new Set([...Object.keys(expectedCounts.rowCountByTable), ...Object.keys(actualCounts.rowCountByTable)])
  const mismatches = [...tables].filter(
    (name) => expectedCounts.rowCountByTable[name] !== actualCounts.rowCountByTable[name],
  )
  if (actualCounts.fileCount !== expectedCounts.fileCount) mismatches.push('files')
  if (mismatches.length > 0)
    throw new UnusableBackupError(`it does not hold what was written (${mismatches.join(', ')})`)
}
