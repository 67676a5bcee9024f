import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UnusableFileError } from '../../platform/csv/table.ts'
import { readCmedList } from './cmed-list.ts'

function fileOf(content: string | Buffer, name = 'list.csv'): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-cmed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const codeHeader = 'CÓDIGO GGREM;REGISTRO;EAN 1;PRODUTO'
const listOf = (...rows: string[]) => fileOf([`${codeHeader};PMC 18 %`, ...rows, ''].join('\n'))

test('a medicine without a price for consumers has no ceiling, and one of zero is none', async () => {
  const list = listOf(
    '552920020115107;1057307060021;7896181926597;AZITROMICINA;33,22',
    '552920020115207;1057307060038;7896181926603;AZITROMICINA;0,00',
    '552919110085907;1057307200026;7896658026645;ZIRK;    -     ',
    'Fonte: SAMMED',
  )
  const { medicines } = await readCmedList(list)
  expect(medicines.map(({ product, ceilings }) => [product, ceilings])).toEqual([
    ['AZITROMICINA', { '18 %': 3322 }],
    ['AZITROMICINA', {}],
    ['ZIRK', {}],
  ])
})

test('every column of prices for consumers is read by its rate, those of free trade areas apart; factory prices are not', async () => {
  const list = fileOf(
    [
      'Publicada em 11/08/2026;;;;;;;;;',
      'Nota 1. Os preços dependem da alíquota;;;;;;;;;',
      `${codeHeader};PF 18 %;PMC Sem Impostos;PMC 0 %;PMC 17,5 %;PMC 17,5 %  ALC;PMC  12%`,
      '552920020115107;1057307060021;7896181926597;X;24,07;25,06;27,24;33,02;32,03*;30,96',
    ].join('\n'),
  )
  expect(await readCmedList(list)).toMatchObject({
    publishedOn: '2026-08-11',
    rates: ['0 %', '17,5 %', '17,5 % ALC', '12 %'],
    medicines: [{ line: 4, ceilings: { '0 %': 2724, '17,5 %': 3302, '17,5 % ALC': 3203, '12 %': 3096 } }],
  })
})

test('what the list says of a medicine is read in its words, and a dash is nothing', async () => {
  const list = fileOf(
    Buffer.from(
      [
        'SUBSTÂNCIA;LABORATÓRIO;CÓDIGO GGREM ;REGISTRO;EAN 1;EAN 2;EAN 3;PRODUTO;APRESENTAÇÃO;CLASSE TERAPÊUTICA;TIPO DE PRODUTO (STATUS DO PRODUTO);REGIME DE PREÇO;PMC 18 %;RESTRIÇÃO HOSPITALAR;ICMS 0%;TARJA',
        'AZITROMICINA;ACHÉ;552920020115107;1057307060021;7896181926597;07896181926603;    -     ;ZITRO;500 MG  COM CT;    -     ;Genérico;Regulado;33,22;Não;Sim;Tarja Vermelha sob restrição',
      ].join('\r\n'),
      'latin1',
    ),
    'xls_conformidade_site_20260909_103000.csv',
  )
  expect(await readCmedList(list)).toEqual({
    publishedOn: '2026-09-09',
    rates: ['18 %'],
    medicines: [
      {
        line: 2,
        ggrem: '552920020115107',
        registration: '1057307060021',
        eans: ['7896181926597', '07896181926603'],
        substance: 'AZITROMICINA',
        laboratory: 'ACHÉ',
        product: 'ZITRO',
        presentation: '500 MG COM CT',
        therapeuticClass: '',
        productType: 'Genérico',
        stripe: 'Tarja Vermelha sob restrição',
        priceRegime: 'Regulado',
        isGeneric: true,
        isIcmsFree: true,
        isForHospitals: false,
        ceilings: { '18 %': 3322 },
      },
    ],
  })
})

test('a list without prices for consumers is refused, and so is one without its codes', async () => {
  const row = '552920020115107;1057307060021;7896181926597;X'
  const cases = [
    [`${codeHeader};PF 18 %\n${row};24,07`, /no column of prices for consumers/],
    [`CÓDIGO GGREM;PRODUTO;PMC 18 %\n552920020115107;X;33,22`, /no column REGISTRO/],
    [`${codeHeader};PMC 18 %\n`, /no line has a price for consumers/],
  ] as const
  for (const [content, reason] of cases) {
    const error = await readCmedList(fileOf(content)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnusableFileError)
    expect(String(error)).toMatch(reason)
  }
})
