import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Holds the instant of the last backup; not in backups itself. */
const fileIn = (dataDir: string) => join(dataDir, 'last-backup')

export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  await writeFile(fileIn(dataDir), `${at.toISOString()}\n`, { mode: 0o600 })
}

/** Null before the first. */
export async function lastBackupAt(dataDir: string): Promise<Date | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  return text === null ? null : new Date(text.trim())
}
