import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { OperatorError } from '../../platform/operator-error.ts'

/*
 * A backup is gzipped JSON Lines, so that any program can read it: `zcat FILE | head`. An object announces what follows: the
 * header, a table (then an array for each row), a file (then its bytes in base64), the end, whose checksum proves that no
 * line is missing.
 */

const BackupHeader = z.object({
  /** The version of this format. */
  balcaoBackup: z.literal(1),
  version: z.string(),
  takenAt: z.iso.datetime(),
  sandbox: z.boolean(),
  /** The migrations (`migrate.ts`) that its tables have been through. */
  steps: z.array(z.string()).min(1),
})
export type BackupHeader = z.infer<typeof BackupHeader>

const TableSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  lastNumber: z.number().nullable(),
})
/** Its key among the shop's files. */
const FileSchema = z.object({ file: z.string().regex(/^(shop\.json|(receitas|imagens)\/\w[\w.-]*)$/) })
const RowSchema = z.array(z.union([z.string(), z.number(), z.null()]))
const FooterSchema = z.object({ sha256: z.string() })

export type BackupRecord =
  | z.infer<typeof BackupHeader>
  | z.infer<typeof TableSchema>
  | z.infer<typeof RowSchema>
  | z.infer<typeof FileSchema>
  | Buffer

/** Bytes of a file per line. */
export const chunkBytes = 192 * 1024

/** The file is not a usable backup; the message is for the operator. */
export class UnusableBackupError extends Error {}

const notABackupMessage = 'this is not a backup of a shop'
const damagedMessage = 'the backup is cut off or damaged'

/**
 * Writes a backup to a temporary file and renames it, so that a partial one is never in its place. Readable by its owner
 * only.
 * @throws Error when another one is being written there
 */
export async function writeBackupFile(file: string, records: AsyncIterable<BackupRecord>): Promise<void> {
  const temporaryFile = `${file}.part`
  const fileStream = createWriteStream(temporaryFile, { mode: 0o600, flags: 'wx', flush: true })
  try {
    await pipeline(serializeRecords(records), createGzip(), fileStream)
    await rename(temporaryFile, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new OperatorError(
        `${temporaryFile} is there: another backup is being written, or one broke off and may be deleted`,
      )
    }
    await rm(temporaryFile, { force: true })
    throw error
  }
}

async function* serializeRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let pendingLines = ''
  for await (const record of records) {
    pendingLines += `${JSON.stringify(Buffer.isBuffer(record) ? record.toString('base64') : record)}\n`
    if (pendingLines.length < 64 * 1024) continue
    hash.update(pendingLines)
    yield pendingLines
    pendingLines = ''
  }
  hash.update(pendingLines)
  yield `${pendingLines}${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

/**
 * Streams a backup part by part, so that it is never held in memory.
 * @param onBytes called with the number of bytes read
 * @throws UnusableBackupError for a file that is no backup, truncated or damaged: at the latest at its end
 */
export async function* readBackupFile(
  file: string,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<BackupRecord> {
  const hash = createHash('sha256')
  let lineCount = 0
  let isComplete = false
  for await (const line of readLines(file, onBytes)) {
    const record = parseRecord(line, lineCount)
    if (isComplete) throw new UnusableBackupError(damagedMessage)
    if ('sha256' in record) {
      isComplete = record.sha256 === hash.digest('hex')
      if (!isComplete) break
      continue
    }
    yield record
    hash.update(line).update('\n')
    lineCount += 1
  }
  if (!isComplete) throw new UnusableBackupError(damagedMessage)
}

/** Splits at line feeds only: texts may contain other characters that line readers split at. */
async function* readLines(file: string, onBytes: (count: number) => void): AsyncGenerator<string> {
  const textStream = createGunzip({ chunkSize: 256 * 1024 }).setEncoding('utf8')
  const fileStream = createReadStream(file, { highWaterMark: 256 * 1024 })
  pipeline(fileStream, createByteCounter(onBytes), textStream).catch(() => {})
  let partialLine = ''
  try {
    for await (const chunk of textStream) {
      const lines = (partialLine + chunk).split('\n')
      partialLine = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new UnusableBackupError('there is no such file')
    if (isGzipHeaderError(error)) throw new UnusableBackupError(notABackupMessage)
    throw code.startsWith('Z_') ? new UnusableBackupError(damagedMessage) : error
  }
}

/** Whether gzip's first bytes are missing already; damage further on has another error, however early. */
function isGzipHeaderError(error: unknown): boolean {
  return error instanceof Error && error.message === 'incorrect header check'
}

function createByteCounter(onBytes: (count: number) => void) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      onBytes(chunk.length)
      yield chunk
    }
  }
}

function parseRecord(line: string, lineIndex: number): BackupRecord | z.infer<typeof FooterSchema> {
  const value = tryParseJson(line)
  if (typeof value === 'string' && lineIndex > 0) return Buffer.from(value, 'base64')
  const schema =
    lineIndex === 0 ? BackupHeader : Array.isArray(value) ? RowSchema : z.union([TableSchema, FileSchema, FooterSchema])
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new UnusableBackupError(
    lineIndex === 0 ? notABackupMessage : `line ${lineIndex + 1} of the backup cannot be read`,
  )
}

function tryParseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
