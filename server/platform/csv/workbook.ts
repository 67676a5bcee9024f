import { readFile } from 'node:fs/promises'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { type TableRecord, UnusableFileError } from './table.ts'

/**
 * The lines of the first sheet of an Excel workbook.
 * @throws UnusableFileError
 */
export async function* readWorkbook(filePath: string, onBytes: (count: number) => void): AsyncGenerator<TableRecord> {
  const { readSheet } = await import('read-excel-file/node')
  const content = await readFile(filePath)
  const sheet = await Promise.resolve()
    .then(() => readSheet(Buffer.from(restoreLeadingZeros(content))))
    .catch((cause: unknown) => {
      throw new UnusableFileError('no workbook that can be read. Save it again as .xlsx or as "CSV UTF-8"', { cause })
    })
  onBytes(content.length)
  for (const [index, cells] of sheet.entries()) yield { line: index + 1, cells: cells.map(formatCell) }
}

/** A cell as it would stand in a CSV file: numbers with a point, yes and no as 1 and 0. */
function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  if (typeof cell === 'number') return formatNumber(cell)
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

/** Six decimals are more than any price has, and fewer than show that 0.1 + 0.2 is not 0.3. */
function formatNumber(number: number): string {
  const text = String(Number(number.toFixed(6)))
  // Without a fourth decimal it would pass for a thousand.
  return /^\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

/**
 * Codes that a spreadsheet keeps as numbers, and shows with leading zeros by a format of zeros alone, as the texts that people
 * see: `0012345678905`. The library gives values without their formats.
 */
function restoreLeadingZeros(content: Uint8Array): Uint8Array {
  const { 'xl/styles.xml': stylesXml } = unzipSync(content, { filter: ({ name }) => name === 'xl/styles.xml' })
  const digitCountByStyle = stylesXml ? readDigitCountsByStyle(strFromU8(stylesXml)) : new Map<string, number>()
  if (digitCountByStyle.size === 0) return content
  const files = unzipSync(content)
  for (const [name, xml] of Object.entries(files)) {
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(name))
      files[name] = strToU8(padNumericCells(strFromU8(xml), digitCountByStyle))
  }
  return zipSync(files, { level: 0 })
}

/** How many digits a style shows at least, by its number in cells, of those whose format is zeros alone. */
function readDigitCountsByStyle(xml: string): Map<string, number> {
  const digitCountByFormatId = new Map<string, number>()
  for (const [format] of xml.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)) {
    const [, zeros] = /formatCode="(0{2,})[;"]/.exec(format) ?? []
    if (zeros) digitCountByFormatId.set(readAttribute(format, 'numFmtId'), zeros.length)
  }
  const [cellStylesXml = ''] = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml) ?? []
  const formatIds = [...cellStylesXml.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([style]) =>
    readAttribute(style, 'numFmtId'),
  )
  return new Map(
    formatIds.flatMap((formatId, index) => {
      const digitCount = digitCountByFormatId.get(formatId)
      return digitCount === undefined ? [] : [[String(index), digitCount] as const]
    }),
  )
}

function padNumericCells(xml: string, digitCountByStyle: Map<string, number>): string {
  return xml.replace(
    /<((?:\w+:)?)c\b([^>]*[^/>])>(?:(?!<\/\1c>)[\s\S])*?<\1v>(\d+)<\/\1v><\/\1c>/g,
    (cell, prefix: string, attributes: string, digits: string) => {
      const digitCount = digitCountByStyle.get(readAttribute(attributes, 's'))
      if (digitCount === undefined || !['', 'n'].includes(readAttribute(attributes, 't'))) return cell
      const text = digits.padStart(digitCount, '0')
      return `<${prefix}c r="${readAttribute(attributes, 'r')}" t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`
    },
  )
}

function readAttribute(text: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1] ?? ''
}
