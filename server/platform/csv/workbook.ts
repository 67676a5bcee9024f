import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { type CellFormat, readCellFormats } from './cell-formats.ts'
import { type TableObserver, type TableRecord, UnusableFileError } from './table.ts'
import { findElements, readAttribute, readText, type XmlElement } from './xml-elements.ts'

/**
 * The lines of the first sheet of an Excel workbook that people see. What differs from what they see is told: hidden rows and
 * columns, which are read, and other sheets, which are not; of a cell whose content nobody can know, the record has a fault.
 * @throws UnusableFileError
 */
export async function* readWorkbook(
  filePath: string,
  { onBytes, onNote }: Pick<TableObserver, 'onBytes' | 'onNote'>,
): AsyncGenerator<TableRecord> {
  const content = await readFile(filePath)
  const records = readRecords(content, onNote)
  onBytes(content.length)
  while (true) {
    const next = takeNext(records)
    if (next.done) return
    yield next.value
  }
}

function takeNext(records: Generator<TableRecord>): IteratorResult<TableRecord> {
  try {
    return records.next()
  } catch (cause) {
    if (cause instanceof UnusableFileError) throw cause
    throw new UnusableFileError('no workbook that can be read. Save it again as .xlsx or as "CSV UTF-8"', { cause })
  }
}

function* readRecords(content: Uint8Array, onNote: TableObserver['onNote']): Generator<TableRecord> {
  const files = unzipSync(content, {
    filter: ({ name }) => /^xl\/(?:workbook|sharedStrings|styles)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/i.test(name),
  })
  const readPart = (name: string) => {
    const path = Object.keys(files).find((candidate) => candidate.toLowerCase() === name.toLowerCase())
    return path === undefined ? '' : strFromU8(files[path] as Uint8Array)
  }
  const workbookXml = readPart('xl/workbook.xml')
  const sheet = chooseSheet(workbookXml, readPart('xl/_rels/workbook.xml.rels'), onNote)
  const [sheetContent] = Object.values(unzipSync(content, { filter: ({ name }) => name === sheet.path }))
  if (sheetContent === undefined) throw new Error(`no ${sheet.path} in the workbook`)
  const sheetXml = strFromU8(sheetContent)
  const reader = createCellReader({
    sharedStrings: [...findElements(readPart('xl/sharedStrings.xml'), 'si')].map(readText),
    formats: readCellFormats(readPart('xl/styles.xml')),
    beginsIn1904: /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(workbookXml),
  })
  yield* readRows(sheetXml, reader, onNote)
}

function* readRows(sheetXml: string, reader: CellReader, onNote: TableObserver['onNote']): Generator<TableRecord> {
  const hiddenColumns = listHiddenColumns(sheetXml)
  const hiddenLines: string[] = []
  const usedHiddenColumns = new Set<string>()
  let line = 0
  let width = 0
  for (const row of findElements(sheetXml, 'row')) {
    line = Number(readAttribute(row.attributes, 'r')) || line + 1
    const record = readRow(row, line, reader)
    if (record.cells.length === 0 && record.cellFaults === undefined) continue
    width = Math.max(width, record.cells.length)
    padCells(record.cells, width)
    if (isOn(row, 'hidden')) hiddenLines.push(String(line))
    for (const index of hiddenColumns) if (record.cells[index]) usedHiddenColumns.add(formatColumn(index))
    yield record
  }
  if (hiddenLines.length > 0)
    onNote({ line: 0, reason: `has hidden rows, which were read: ${formatList(hiddenLines)}` })
  if (usedHiddenColumns.size > 0)
    onNote({ line: 0, reason: `has hidden columns, which were read: ${formatList([...usedHiddenColumns])}` })
}

/** The first ones, and how many more. */
function formatList(items: string[]): string {
  const start = items.slice(0, 20).join(', ')
  return items.length > 20 ? `${start} … (${items.length})` : start
}

function isOn({ attributes }: XmlElement, name: string): boolean {
  return /^(?:1|true)$/.test(readAttribute(attributes, name))
}

/** The first one that is not hidden. Charts and the like are no sheets. */
function chooseSheet(workbookXml: string, relationsXml: string, onNote: TableObserver['onNote']) {
  const pathById = new Map(
    [...findElements(relationsXml, 'Relationship')].map(({ attributes }) => {
      const target = readAttribute(attributes, 'Target')
      return [readAttribute(attributes, 'Id'), target.startsWith('/') ? target.slice(1) : `xl/${target}`] as const
    }),
  )
  const sheets = [...findElements(workbookXml, 'sheet')].flatMap((element) => {
    const path = pathById.get(/\b\w+:id="([^"]*)"/.exec(element.attributes)?.[1] ?? '') ?? ''
    const name = readAttribute(element.attributes, 'name')
    const isHidden = /hidden/i.test(readAttribute(element.attributes, 'state'))
    return path.includes('/worksheets/') ? [{ path, name, isHidden }] : []
  })
  const sheet = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  if (!sheet) throw new Error('the workbook names no sheet')
  const otherNames = sheets.flatMap(({ name, isHidden }) =>
    name === sheet.name ? [] : [isHidden ? `${name} (hidden)` : name],
  )
  if (otherNames.length > 0)
    onNote({ line: 0, reason: `has other sheets than "${sheet.name}", which were not read: ${formatList(otherNames)}` })
  return sheet
}

/** Further columns than a table has: one cell far to the right would make each row of the sheet thousands of cells long. */
const maxColumns = 500

function listHiddenColumns(sheetXml: string): number[] {
  return [...findElements(sheetXml, 'col')].flatMap((column) => {
    if (!isOn(column, 'hidden')) return []
    const first = Number(readAttribute(column.attributes, 'min')) - 1
    const last = Math.min(Number(readAttribute(column.attributes, 'max')), maxColumns)
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
  })
}

type CellReader = ReturnType<typeof createCellReader>

function readRow(row: XmlElement, line: number, readCell: CellReader): TableRecord {
  const cells: string[] = []
  const cellFaults: NonNullable<TableRecord['cellFaults']> = []
  let index = -1
  for (const cell of findElements(row.content, 'c')) {
    const letters = /^[A-Z]+/.exec(readAttribute(cell.attributes, 'r'))?.[0]
    index = letters === undefined ? index + 1 : parseColumn(letters)
    const { text, fault } = readCell(cell)
    if (text === '' && fault === undefined) continue
    if (index >= maxColumns) {
      cellFaults.push({ index: 0, reason: `cell ${formatColumn(index)}${line} stands far from the table: empty it` })
      continue
    }
    padCells(cells, index)
    cells[index] = text
    if (fault !== undefined) cellFaults.push({ index, reason: `cell ${formatColumn(index)}${line} ${fault}` })
  }
  return { line, cells, ...(cellFaults.length > 0 && { cellFaults }) }
}

/** A row has as many cells as the header, although the last ones are empty. */
function padCells(cells: string[], length: number): void {
  while (cells.length < length) cells.push('')
}

/** `A` is 0, `AA` is 26. */
function parseColumn(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function formatColumn(index: number): string {
  return (index < 26 ? '' : formatColumn(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
}

interface SheetContext {
  sharedStrings: string[]
  /** By the number of a style. */
  formats: CellFormat[]
  beginsIn1904: boolean
}

/** A cell as it would stand in a CSV file: numbers with a point, yes and no as 1 and 0. */
function createCellReader({ sharedStrings, formats, beginsIn1904 }: SheetContext) {
  return ({ attributes, content }: XmlElement): { text: string; fault?: string } => {
    const type = readAttribute(attributes, 't')
    if (type === 'inlineStr') return { text: readText({ attributes: '', content }) }
    const [valueElement] = findElements(content, 'v')
    const value = valueElement ? readText(valueElement) : ''
    if (value === '' && type !== 'e') return readMissingValue(type, content)
    return readValue(type, value, attributes)
  }

  function readValue(type: string, value: string, attributes: string): { text: string; fault?: string } {
    switch (type) {
      case 'e':
        return { text: '', fault: `has the error ${value || '#?'}` }
      case 's':
        return { text: sharedStrings[Number(value)] ?? '' }
      case 'd':
        return { text: '', fault: `is a date, ${value}: format the column as text` }
      case 'str':
      case 'b':
        return { text: value }
      default:
        return readNumber(value, attributes)
    }
  }

  function readNumber(value: string, attributes: string): { text: string; fault?: string } {
    const number = Number(value)
    if (Number.isNaN(number)) return { text: value }
    const format = formats[Number(readAttribute(attributes, 's'))] ?? {}
    if (format.isTime && number >= 0 && number < 1) return { text: formatTime(number) }
    if (format.isTime || format.isDate)
      return { text: '', fault: `is a date, ${formatDate(number, beginsIn1904)}: format the column as text` }
    const text = formatNumber(number)
    return { text: /^\d+$/.test(text) ? text.padStart(format.digits ?? 0, '0') : text }
  }
}

/** A formula's text may be empty; a number that was never computed is not. */
function readMissingValue(type: string, content: string): { text: string; fault?: string } {
  const [formula] = findElements(content, 'f')
  if (formula === undefined || type === 'str') return { text: '' }
  return { text: '', fault: 'has a formula without a saved value: open the sheet in Excel and save it' }
}

/** Six decimals are more than any price has, and fewer than show that 0.1 + 0.2 is not 0.3. */
function formatNumber(number: number): string {
  const text = String(Number(number.toFixed(6)))
  // Without a fourth decimal it would pass for a thousand.
  return /^\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

/** @param days of a day, less than one */
function formatTime(days: number): string {
  const minutes = Math.round(days * 24 * 60)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** @param days since the end of 1899, or the beginning of 1904 */
function formatDate(days: number, beginsIn1904: boolean): string {
  const firstDay = beginsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(firstDay + Math.floor(days) * 86_400_000)
  return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().slice(0, 10).split('-').reverse().join('/')
}
