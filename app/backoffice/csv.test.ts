import { expect, test } from 'vitest'
import { createCsvResponse } from './csv.ts'

test('a file for a spreadsheet says that it is UTF-8, none of its texts is run as a formula, and its spaces are plain', async () => {
  const file = createCsvResponse(
    'buscas',
    ['Busca', 'Vezes'],
    [
      ['=1+1', -2],
      ['diz "dipirona", sódica', 1],
      ['R$\u00a012,90', '1\u00a0h 5\u00a0min'],
    ],
  )
  const text = Buffer.from(await file.arrayBuffer()).toString()
  expect(text).toBe(
    '\ufeff"Busca";"Vezes"\r\n"\'=1+1";-2\r\n"diz ""dipirona"", sódica";1\r\n"R$ 12,90";"1 h 5 min"\r\n',
  )
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="buscas.csv"')
})
