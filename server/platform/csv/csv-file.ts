import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { type TableRecord, UnusableFile } from './table.ts'

/**
 * Streams the records of a CSV file: UTF-8, or UTF-16 with its byte order mark; commas, semicolons, tabs or bars.
 * @param names of columns, by which the separator is told
 * @param onBytes called with the number of bytes read, for a progress bar
 * @throws UnusableFile for bytes of another encoding and for quotes that do not fit
 */
export async function* readCsv(
  file: string,
  names: readonly string[],
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<TableRecord> {
  const start = await startOf(file)
  const encoding = encodingOf(start)
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(start), names)
  const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true })
  let failure: Error | null = null
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 })
  pipeline(bytes, encoding === 'utf-8' ? checkUtf8(onBytes) : fromUtf16(encoding, onBytes), parser, (error) => {
    if (error) failure = error
  })
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      yield { line: info.lines, cells: record }
    }
  } catch (error) {
    throw asUnusable(failure ?? error)
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Enough for the notes that stand above the header of a price list. */
const startLength = 64 * 1024

async function startOf(file: string): Promise<Buffer> {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(startLength), 0, startLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}

/** By the byte order mark; Excel writes UTF-16 as "Unicode text". */
function encodingOf(start: Buffer): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** What separates the most of the names on one line; else what stands on the first line most often. */
function delimiterOf(start: string, names: readonly string[]): string {
  const lowerCaseNames = new Set(names.map((name) => name.toLowerCase()))
  const lines = start.split(/\r\n|\n|\r/)
  const countNames = (delimiter: string) =>
    Math.max(...lines.map((line) => line.split(delimiter).filter((cell) => lowerCaseNames.has(bareName(cell))).length))
  const countCells = (delimiter: string) => (lines.find((line) => line.trim() !== '') ?? '').split(delimiter).length
  const [best = ','] = [',', ';', '\t', '|'].sort(
    (a, b) => countNames(b) - countNames(a) || countCells(b) - countCells(a),
  )
  return best
}

function bareName(cell: string): string {
  return cell
    .replace(/["\ufeff]/g, '')
    .trim()
    .toLowerCase()
}

function fromUtf16(encoding: Encoding, onBytes: (count: number) => void) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of chunks) {
      onBytes(chunk.length)
      yield Buffer.from(decoder.decode(chunk, { stream: true }))
    }
    yield Buffer.from(decoder.decode())
  }
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

/** The parser's faults are those of the file, whatever their code; they name the line. */
function asUnusable(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { code, message } = error
  const [, line] = /\bline (\d+)/.exec(message) ?? []
  if (line === undefined) return new UnusableFile(message, { cause: error })
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return new UnusableFile(
      `line ${line}: a cell begins with a quotation mark that is never closed. Close it, or see whether the file is whole`,
      { cause: error, fault: { code: 'cut', line: Number(line) } },
    )
  }
  return new UnusableFile(
    `line ${line}: a quotation mark stands inside a cell. Put the whole cell in quotation marks and double those inside: "1/2"" X 3"`,
    { cause: error, fault: { code: 'quote', line: Number(line) } },
  )
}
