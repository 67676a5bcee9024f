import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Holds the instant of the last backup; not in backups itself. */
const toLastBackupPath = (dataDir: string) => join(dataDir, 'last-backup')

export async function writeLastBackupAt(dataDir: string, backedUpAt: Date): Promise<void> {
  await writeFile(toLastBackupPath(dataDir), `${backedUpAt.toISOString()}\n`, { mode: 0o600 })
}

/** Null before the first. */
export async function readLastBackupAt(dataDir: string): Promise<Date | null> {
  const text = await readFile(toLastBackupPath(dataDir), 'utf8').catch(() => null)
  return text === null ? null : new Date(text.trim())
}
