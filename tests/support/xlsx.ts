import { crc32 } from 'node:zlib'

/** A number as a cell shows it by a format of Excel: `0000000000000`. */
export interface FormattedNumber {
  number: number
  format: string
}

/** A cell as it stands in the sheet's XML: `{ attributes: 't="e"', content: '<v>#N/A</v>' }`. */
export interface RawCell {
  attributes?: string
  content: string
}

interface WorkbookOptions {
  /** Counted from 1. */
  hiddenRows?: number[]
  hiddenColumns?: number[]
  /** Of one sheet more, which stands before the table's. */
  firstSheet?: { name: string; state: 'hidden' | 'visible' }
}

/** A workbook, every cell a text unless it is a formatted number or raw: the smallest valid xlsx. */
export function workbook(
  table: unknown[][],
  { hiddenRows = [], hiddenColumns = [], firstSheet }: WorkbookOptions = {},
): Buffer {
  const formats: string[] = []
  const cell = (value: unknown, row: number, column: number) => {
    const place = `r="${columnName(column)}${row + 1}"`
    if (isRaw(value)) return `<c ${place} ${value.attributes ?? ''}>${value.content}</c>`
    if (!isFormatted(value))
      return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(String(value ?? ''))}</t></is></c>`
    if (!formats.includes(value.format)) formats.push(value.format)
    return `<c ${place} s="${formats.indexOf(value.format) + 1}"><v>${value.number}</v></c>`
  }
  const rows = table.map(
    (values, row) =>
      `<row r="${row + 1}"${hiddenRows.includes(row + 1) ? ' hidden="1"' : ''}>${values.map((value, column) => cell(value, row, column)).join('')}</row>`,
  )
  const otherSheet = firstSheet
    ? `<sheet name="${firstSheet.name}" sheetId="2" state="${firstSheet.state}" r:id="rId2"/>`
    : ''
  const columns = `<cols>${hiddenColumns.map((column) => `<col min="${column}" max="${column}" hidden="1"/>`).join('')}</cols>`
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${otherSheet}<sheet name="CMED" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships('worksheet', 'worksheets/sheet1.xml', 'worksheets/sheet2.xml'),
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Leia</t></is></c></row></sheetData></worksheet>`,
    'xl/styles.xml': styles(formats),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${columns}<sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function isRaw(value: unknown): value is RawCell {
  return typeof value === 'object' && value !== null && 'content' in value
}

function isFormatted(value: unknown): value is FormattedNumber {
  return typeof value === 'object' && value !== null && 'format' in value
}

/** As Excel writes them: own formats begin at 164; the first style is the one of cells that name none. */
function styles(formats: string[]): string {
  const own = formats.map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(format)}"/>`)
  const used = ['0', ...formats.map((_, index) => String(164 + index))].map((id) => `<xf numFmtId="${id}" xfId="0"/>`)
  return `<styleSheet xmlns="${main}"><numFmts count="${own.length}">${own.join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${used.length}">${used.join('')}</cellXfs></styleSheet>`
}

/** A to Z, then AA to ZZ. */
function columnName(index: number): string {
  return (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
}

function relationships(type: string, ...targets: string[]): string {
  const elements = targets.map(
    (target, index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${elements.join('')}</Relationships>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** A zip archive of uncompressed files. */
function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const content = Buffer.from(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\x03\x04'), facts, name, content)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, name)
    offset += 4 + facts.length + name.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}
