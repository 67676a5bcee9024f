import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { type TableObserver, type TableRecord, UnusableFileError } from './table.ts'
import { detectEncoding, type TextEncoding } from './text-encoding.ts'

/**
 * Streams the records of a CSV file: UTF-8, Windows-1252, or UTF-16 with its byte order mark; commas, semicolons, tabs or bars.
 * @param columnNames of the expected columns, by which the separator is recognised
 * @throws UnusableFileError for bytes of another encoding and for quotes that do not fit
 */
export async function* readCsv(
  file: string,
  columnNames: readonly string[],
  { onBytes, onNote, hasLooseQuotes }: TableObserver,
): AsyncGenerator<TableRecord> {
  const fileStart = await readFileStart(file)
  const encoding = await detectEncoding(file)
  if (encoding === 'windows-1252') onNote({ line: 0, reason: 'is no UTF-8, and was read as Windows-1252 (Latin-1)' })
  const delimiter = detectDelimiter(new TextDecoder(encoding).decode(fileStart), columnNames)
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: hasLooseQuotes,
    skip_empty_lines: true,
  })
  let streamError: Error | null = null
  const fileStream = createReadStream(file, { highWaterMark: 256 * 1024 })
  pipeline(fileStream, createDecoder(encoding, onBytes), parser, (error) => {
    if (error) streamError = error
  })
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      yield { line: info.lines, cells: record }
    }
  } catch (error) {
    throw toUnusableFileError(streamError ?? error)
  }
}

/** Enough for the notes that stand above the header of a price list. */
const fileStartBytes = 64 * 1024

async function readFileStart(file: string): Promise<Buffer> {
  const fileHandle = await open(file)
  try {
    const { buffer, bytesRead } = await fileHandle.read(Buffer.alloc(fileStartBytes), 0, fileStartBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await fileHandle.close()
  }
}

/** What separates the most of the names on one line; else what stands on the first line most often. */
function detectDelimiter(fileStart: string, columnNames: readonly string[]): string {
  const lowerCaseNames = new Set(columnNames.map((name) => name.toLowerCase()))
  const lines = fileStart.split(/\r\n|\n|\r/)
  const countColumnNames = (delimiter: string) =>
    Math.max(
      ...lines.map(
        (line) => line.split(delimiter).filter((cell) => lowerCaseNames.has(normalizeColumnName(cell))).length,
      ),
    )
  const countCells = (delimiter: string) => (lines.find((line) => line.trim() !== '') ?? '').split(delimiter).length
  const [bestDelimiter = ','] = [',', ';', '\t', '|'].sort(
    (a, b) => countColumnNames(b) - countColumnNames(a) || countCells(b) - countCells(a),
  )
  return bestDelimiter
}

function normalizeColumnName(cell: string): string {
  return cell
    .replace(/["\ufeff]/g, '')
    .trim()
    .toLowerCase()
}

function createDecoder(encoding: TextEncoding, onBytes: (count: number) => void) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of chunks) {
      onBytes(chunk.length)
      yield encoding === 'utf-8' ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }))
    }
    if (encoding !== 'utf-8') yield Buffer.from(decoder.decode())
  }
}

/** The parser's faults are those of the file, whatever their code; they name the line. */
function toUnusableFileError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { code, message } = error
  const [, line] = /\bline (\d+)/.exec(message) ?? []
  if (line === undefined) return new UnusableFileError(message, { cause: error })
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return new UnusableFileError(
      `line ${line}: a cell begins with a quotation mark that is never closed. Close it, or see whether the file is whole`,
      { cause: error, fault: { code: 'cut', line: Number(line) } },
    )
  }
  return new UnusableFileError(
    `line ${line}: a quotation mark stands inside a cell. Put the whole cell in quotation marks and double those inside: "1/2"" X 3"`,
    { cause: error, fault: { code: 'quote', line: Number(line) } },
  )
}
