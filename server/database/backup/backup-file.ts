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

const Header = z.object({
  /** The version of this format. */
  balcaoBackup: z.literal(1),
  /** The version of the program. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  sandbox: z.boolean(),
  /** The migrations (`migrate.ts`) that its tables have been through. */
  steps: z.array(z.string()).min(1),
})
export type Header = z.infer<typeof Header>

const Table = z.object({ table: z.string(), columns: z.array(z.string()).min(1), lastNumber: z.number().nullable() })
/** Its key among the shop's files. */
const File = z.object({ file: z.string().regex(/^(shop\.json|(receitas|imagens)\/\w[\w.-]*)$/) })
const Row = z.array(z.union([z.string(), z.number(), z.null()]))
const End = z.object({ sha256: z.string() })

export type Part = z.infer<typeof Header> | z.infer<typeof Table> | z.infer<typeof Row> | z.infer<typeof File> | Buffer

/** Stays in DATA_DIR wherever the other files are. */
export const profileFile = 'shop.json'

/** Bytes of a file per line. */
export const chunkBytes = 192 * 1024

/** The file is not a usable backup; the message is for the operator. */
export class UnusableBackup extends Error {}

const noBackup = 'this is not a backup of a shop'
const notWhole = 'the backup is cut off or damaged'

/**
 * Writes a backup to a temporary file and renames it, so that a partial one is never in its place. Readable by its owner
 * only.
 * @throws Error when another one is being written there
 */
export async function writeBackupFile(file: string, parts: AsyncIterable<Part>): Promise<void> {
  const unfinished = `${file}.part`
  const target = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })
  try {
    await pipeline(linesOf(parts), createGzip(), target)
    await rename(unfinished, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new OperatorError(
        `${unfinished} is there: another backup is being written, or one broke off and may be deleted`,
      )
    }
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* linesOf(parts: AsyncIterable<Part>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let buffer = ''
  for await (const part of parts) {
    buffer += `${JSON.stringify(Buffer.isBuffer(part) ? part.toString('base64') : part)}\n`
    if (buffer.length < 64 * 1024) continue
    hash.update(buffer)
    yield buffer
    buffer = ''
  }
  hash.update(buffer)
  yield `${buffer}${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

/**
 * Streams a backup part by part, so that it is never held in memory.
 * @param onBytes called with the number of bytes read
 * @throws UnusableBackup for a file that is no backup, truncated or damaged: at the latest at its end
 */
export async function* readBackupFile(file: string, onBytes: (count: number) => void = () => {}): AsyncGenerator<Part> {
  const hash = createHash('sha256')
  let lines = 0
  let isWhole = false
  for await (const line of readLines(file, onBytes)) {
    const part = partOf(line, lines)
    if (isWhole) throw new UnusableBackup(notWhole)
    if ('sha256' in part) {
      isWhole = part.sha256 === hash.digest('hex')
      if (!isWhole) break
      continue
    }
    yield part
    hash.update(line).update('\n')
    lines += 1
  }
  if (!isWhole) throw new UnusableBackup(notWhole)
}

/** Splits at line feeds only: texts may contain other characters that line readers split at. */
async function* readLines(file: string, onBytes: (count: number) => void): AsyncGenerator<string> {
  const text = createGunzip({ chunkSize: 256 * 1024 }).setEncoding('utf8')
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  pipeline(source, countBytes(onBytes), text).catch(() => {})
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new UnusableBackup('there is no such file')
    if (isOtherFormat(error)) throw new UnusableBackup(noBackup)
    throw code.startsWith('Z_') ? new UnusableBackup(notWhole) : error
  }
}

/** Whether gzip's first bytes are missing already; damage further on is told otherwise, however early. */
function isOtherFormat(error: unknown): boolean {
  return error instanceof Error && error.message === 'incorrect header check'
}

function countBytes(onBytes: (count: number) => void) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      onBytes(chunk.length)
      yield chunk
    }
  }
}

function partOf(line: string, lines: number): Part | z.infer<typeof End> {
  const value = json(line)
  if (typeof value === 'string' && lines > 0) return Buffer.from(value, 'base64')
  const shape = lines === 0 ? Header : Array.isArray(value) ? Row : z.union([Table, File, End])
  const part = shape.safeParse(value)
  if (part.success) return part.data
  throw new UnusableBackup(lines === 0 ? noBackup : `line ${lines + 1} of the backup cannot be read`)
}

function json(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
