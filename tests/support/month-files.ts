import { readFileSync } from 'node:fs'

// A month's files as a pharmacy has them, of any size: the till's export with all that is wrong in such, and the CMED's list.

interface Month {
  rows: number
  /** Names each row's branch, one after another, in a column of its own. */
  branches?: number
  /** The next month's files have other prices, stock and ceilings for a tenth of what this one has. */
  month?: number
}

const sample = readFileSync(new URL('./cmed-sample.csv', import.meta.url), 'utf8').split('\r\n')
const headerIndex = sample.findIndex((line) => line.startsWith('SUBSTÂNCIA;'))
const header = sample[headerIndex]?.split(';') ?? []
const column = (name: string) => header.findIndex((cell) => cell.trim() === name)
const sampleRows = sample.slice(headerIndex + 1).flatMap((line) => {
  const cells = line.split(';')
  return cells[column('SUBSTÂNCIA')] ? [cells] : []
})

/** A bar code that nobody has, with its check digit. */
export function eanOf(number: number): string {
  const digits = `7891${String(number).padStart(8, '0')}`
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

const reais = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

/** Of a medicine's pack in cents; other months another one for every tenth. */
const priceOf = (number: number, month: number) => 800 + (number % 97) * 150 + (number % 10 === 3 ? month * 20 : 0)

/** The sample with as many packs more, each with bar code, registration and ceilings of its own. */
export function makeCmedList({ rows, month = 0 }: Month): Buffer {
  const packs = Array.from({ length: rows }, (_, number) => {
    const cells = [...(sampleRows[number % sampleRows.length] ?? [])]
    cells[column('EAN 1')] = eanOf(number)
    cells[column('CÓDIGO GGREM')] = `5${String(number).padStart(14, '0')}`
    cells[column('REGISTRO')] = `1${String(number).padStart(12, '0')}`
    cells[column('APRESENTAÇÃO')] = `${5 + (number % 20) * 25} MG, ${(number % 9) + 1}0 COMPRIMIDOS REVESTIDOS`
    for (const [rate, factor] of [
      ['PMC 12 %', 1.25],
      ['PMC 18 %', 1.35],
    ] as const)
      cells[column(rate)] = reais(Math.round(priceOf(number, month) * factor))
    return cells.join(';')
  })
  const titles = sample.slice(0, headerIndex + 1).map((line) => line.replace('11/08/2026', `11/${8 + month}/2026`))
  return Buffer.from([...titles, ...packs].join('\r\n'))
}

/** What a till writes wrong, and what becomes of each row. */
const dirt = (number: number) => [
  `7,89E+12\tARROZ TIPO 1 5KG\t29,90\t4`,
  `${eanOf(number)}\tBISCOITO POLVILHO 100G\t0,00\t12`,
  `${eanOf(number + 1)}\tCADEIRA RODAS ORTOPEDIA\t1.249,90\t2`,
  ...Array.from({ length: 3 }, () => `${eanOf(number + 2)}\tSABONETE LUX "SUAVE" 85G\t3,49\t30`),
  `${eanOf(number + 3)}\tPROT SOLAR ACTINE TQ SECO FPS70 40G\t89,90\t-2`,
  `\tCHINELO Nº 38\t19,90\t2`,
  `${eanOf(number + 4).slice(0, -1)}${(Number(eanOf(number + 4).at(-1)) + 1) % 10}\tDIGITO ERRADO\t5,00\t1`,
]

const goods = [
  'SHAMPOO CLEAR MEN 200ML',
  'FRALDA PAMPERS XG 28UN',
  'ESMALTE RISQUE "NUDE" 8ML',
  'CREME DENTAL COLGATE 90G',
]

/**
 * The till's export: tabs, Windows-1252, title lines, decimal commas. Of ten rows seven are medicines of the list and two are goods
 * that words tell; the last is now and then one of each kind of dirt, else unknown.
 */
export function makeTillFile({ rows, month = 0, branches = 0 }: Month): Buffer {
  const medicineCells = (number: number) => sampleRows[number % sampleRows.length] ?? []
  const lines = Array.from({ length: rows - dirt(0).length }, (_, number) => {
    const stock = (number % 40) + (number % 10 === 3 ? month : 0)
    const price = reais(priceOf(number, month))
    if (number % 10 < 7)
      return `${eanOf(number)}\t${medicineCells(number)[column('PRODUTO')]} ${5 + (number % 20) * 25}MG (GEN)\t${price}\t${stock}`
    const ean = eanOf(1_000_000 + number)
    if (number % 10 < 9) return `${ean}\t${goods[number % goods.length]} ${number}\t${price}\t${stock}`
    return `${ean}\tARTIGO ${number}\t${price}\t${stock}`
  })
  const titles = ['FARMÁCIA IPÊ LTDA', `Posição do estoque em 19/${11 + month}/2026`, '']
  const header = `Cód. Barras\tDescrição\tPr. Venda\tSaldo${branches > 0 ? '\tLoja' : ''}`
  const table = [...lines, ...dirt(2_000_000)].map((line, index) =>
    branches > 0 ? `${line}\t${(index % branches) + 1}` : line,
  )
  return Buffer.from([...titles, header, ...table].join('\r\n'), 'latin1')
}
