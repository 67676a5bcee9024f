import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { type Info, parse } from 'csv-parse'

/** One row of a file: values by column, and the line it ends on, counted from 1 as editors do. */
export interface CsvRow {
  line: number
  values: Record<string, string>
}

/** Why a row, or (line 1) the file, can't be imported. */
export interface RowFault {
  line: number
  column?: string
  reason: string
}

export interface Columns {
  required: readonly string[]
  optional: readonly string[]
  /** Groups of optional columns, of each of which the file has at least one. */
  oneOf?: readonly (readonly string[])[]
}

/** What makes a file as a whole unusable, for sentences in another language than the message's. */
export type FileFault =
  | { code: 'encoding' | 'zero'; line: number }
  | { code: 'header'; missing: string[]; unknown: string[]; twice: string[] }
  | { code: 'empty' | 'cut' | 'unreadable' }

/** The file as a whole is unusable; the message is for the operator. */
export class UnusableFile extends Error {
  readonly fault: FileFault

  constructor(message: string, { cause, fault = { code: 'unreadable' } }: ErrorOptions & { fault?: FileFault } = {}) {
    super(message, { cause })
    this.fault = fault
  }
}

/** What is left of accented letters when UTF-8 and Latin-1 were confused before the file was saved: `�`, `Ã§`. */
const broken = /\ufffd|[ÃÂ][\u0080-\u00bf]/

/**
 * Streams a CSV file row by row: UTF-8 (a byte order mark is allowed), a header line, commas or semicolons.
 * @param onBytes called with the number of bytes read, for a progress bar
 * @throws UnusableFile for bytes that are not UTF-8, for letters broken by a wrong encoding, for missing or unknown columns, for unclosed quotes
 */
export async function* readCsv(
  file: string,
  columns: Columns,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<CsvRow | RowFault> {
  const delimiter = await delimiterOf(file)
  const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true })
  let failure: Error | null = null
  pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), checkUtf8(onBytes), parser, (error) => {
    if (error) failure = error
  })
  let header: string[] | null = null
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      refuseUnreadable(record, info.lines)
      if (header === null) {
        header = checkHeader(record, columns)
        continue
      }
      yield rowOf(header, record, info.lines)
    }
  } catch (error) {
    throw asUnusable(failure ?? error)
  }
  if (header === null) throw new UnusableFile('the file is empty', { fault: { code: 'empty' } })
}

/** A record as a row, or the fault of one that has more or fewer cells than the header. */
export function rowOf(header: string[], record: string[], line: number): CsvRow | RowFault {
  if (record.length !== header.length) {
    return { line, reason: `has ${record.length} columns, the header has ${header.length}` }
  }
  const values: Record<string, string> = {}
  for (let index = 0; index < header.length; index += 1) values[header[index] ?? ''] = record[index] ?? ''
  return { line, values }
}

/** @throws UnusableFile for letters broken by a wrong encoding, and for the character zero */
export function refuseUnreadable(record: string[], line: number): void {
  if (broken.test(record.join(' '))) {
    throw new UnusableFile(`line ${line}: letters are broken. Save the original file as UTF-8, not as Latin-1`, {
      fault: { code: 'encoding', line },
    })
  }
  if (record.some((cell) => cell.includes('\0'))) {
    throw new UnusableFile(`line ${line}: has the character zero, which no text has`, { fault: { code: 'zero', line } })
  }
}

export function isFault(row: CsvRow | RowFault): row is RowFault {
  return 'reason' in row
}

/** @throws UnusableFile for missing, unknown or repeated columns */
export function checkHeader(names: string[], { required, optional, oneOf = [] }: Columns): string[] {
  const header = names.map((name) => name.trim())
  const missing = required.filter((name) => !header.includes(name))
  const unknown = header.filter((name) => !required.includes(name) && !optional.includes(name))
  const twice = header.filter((name, index) => header.indexOf(name) !== index)
  const without = oneOf.filter((group) => !group.some((name) => header.includes(name)))
  const reasons = [
    missing.length > 0 && `missing columns: ${missing.join(', ')}`,
    ...without.map((group) => `none of the columns ${group.join(', ')}`),
    unknown.length > 0 && `unknown columns: ${unknown.join(', ')}`,
    twice.length > 0 && `columns that stand twice: ${twice.join(', ')}`,
  ].filter(Boolean)
  if (reasons.length === 0) return header
  const lacking = [...missing, ...without.map((group) => group.join(' / '))]
  throw new UnusableFile(`line 1: ${reasons.join('; ')}`, {
    fault: { code: 'header', missing: lacking, unknown, twice },
  })
}

/** Semicolons if the header has more of them, as spreadsheets write in Brazil. */
async function delimiterOf(file: string): Promise<',' | ';'> {
  let start = ''
  for await (const chunk of createReadStream(file, { end: 4095, encoding: 'latin1' })) start += chunk
  const [header = ''] = start.split('\n')
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** Latin-1 read as UTF-8 would import broken names: such a file is refused, with the line. */
function checkUtf8(onBytes: (count: number) => void) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let line = 1
    for await (const chunk of chunks) {
      onBytes(chunk.length)
      try {
        decoder.decode(chunk, { stream: true })
      } catch {
        const at = line + linesBefore(chunk)
        throw new UnusableFile(`line ${at}: not UTF-8. Save the file as UTF-8, not as Latin-1`, {
          fault: { code: 'encoding', line: at },
        })
      }
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, end + 1)) line += 1
      yield chunk
    }
    try {
      decoder.decode()
    } catch {
      throw new UnusableFile(`line ${line}: the file ends within a letter: it was cut off`, { fault: { code: 'cut' } })
    }
  }
}

function linesBefore(chunk: Buffer): number {
  let lines = 0
  for (let from = 0; ; lines += 1) {
    const end = chunk.indexOf(10, from)
    if (end < 0 || chunk.subarray(from, end).toString('utf8').includes('�')) return lines
    from = end + 1
  }
}

function asUnusable(error: unknown): Error {
  if (error instanceof UnusableFile) return error
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'ENOENT') return new UnusableFile('there is no such file')
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new UnusableFile(error.message, { fault: { code: 'cut' } })
    if (String(error.code).startsWith('CSV_')) return new UnusableFile(error.message)
  }
  return error instanceof Error ? error : new Error(String(error))
}
