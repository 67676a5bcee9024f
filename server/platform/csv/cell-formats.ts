import { findElements, readAttribute } from './xml-elements.ts'

/** How a cell shows its number. */
export interface CellFormat {
  /** At least, of a format of zeros alone: a code whose zeros in front a spreadsheet does not keep. */
  digits?: number
  isDate?: boolean
  /** Of the day, perhaps with its date. */
  isTime?: boolean
}

/** By the number of a style, as cells name it. */
export function readCellFormats(stylesXml: string): CellFormat[] {
  const codeById = new Map(
    [...findElements(stylesXml, 'numFmt')].map(({ attributes }) => [
      readAttribute(attributes, 'numFmtId'),
      readAttribute(attributes, 'formatCode'),
    ]),
  )
  const [cellStyles] = findElements(stylesXml, 'cellXfs')
  return [...findElements(cellStyles?.content ?? '', 'xf')].map(({ attributes }) => {
    const id = readAttribute(attributes, 'numFmtId')
    const code = codeById.get(id)
    return code === undefined ? describeBuiltIn(Number(id)) : describeCode(code)
  })
}

/** Excel's own formats, which no workbook spells out (ECMA-376, 18.8.30). */
function describeBuiltIn(id: number): CellFormat {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { isTime: true }
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? { isDate: true } : {}
}

function describeCode(code: string): CellFormat {
  const [, zeros] = /^(0{2,})(?:;|$)/.exec(code) ?? []
  if (zeros) return { digits: zeros.length }
  // Without what is shown as it stands, colours, currencies and spaces as wide as a letter.
  const bareCode = code.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
  if (/general|standard|geral/i.test(bareCode)) return {}
  const isTime = /[hs]/i.test(bareCode)
  const isDate = /[dy]|m/i.test(bareCode)
  return { ...(isTime && { isTime }), ...(isDate && !isTime && { isDate }) }
}
