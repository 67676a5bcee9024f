import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { formatUnitPrice } from './format.ts'
import { detectDosageForm, parsePackContents, parsePicturePlaceholder } from './presentation.ts'

const price = (presentation: string, cents = 1990) => {
  const contents = parsePackContents(presentation)
  return contents ? formatUnitPrice(cents, contents).replaceAll('\u00a0', ' ') : undefined
}

test.each([
  ['500 mg, 20 comprimidos revestidos', 'R$ 1,00 por comprimido'],
  ['300 mg + 35 mg + 50 mg, 36 comprimidos', 'R$ 0,55 por comprimido'],
  ['60 cápsulas', 'R$ 0,33 por cápsula'],
  ['5 g, 2 sachês', 'R$ 9,95 por sachê'],
  ['100 mg, 7 adesivos transdérmicos', 'R$ 2,84 por adesivo'],
  ['400 ml', 'R$ 4,98 por 100 ml'],
  ['200 ml, loção', 'R$ 9,95 por 100 ml'],
  ['1 kg', 'R$ 1,99 por 100 g'],
  ['1 litro', 'R$ 1,99 por 100 ml'],
])('of %s the shop says: %s', (presentation, sentence) => {
  expect(price(presentation)).toBe(sentence)
})

test.each([
  '1 unidade',
  '1,5 mg, 1 comprimido',
  '30 ml',
  '100 ml',
  '80 mg/ml, suspensão oral 240 ml',
  '1,34 mg/ml, solução injetável, 1 sistema de aplicação 3 ml + 4 agulhas',
  '25 mm x 10 m',
  '50 m',
  '1 kit',
  '',
])('of %s no unit price is safe to say', (presentation) => {
  expect(price(presentation)).toBeUndefined()
})

test('a plate shows form, strength and quantity', () => {
  expect(parsePicturePlaceholder('875 mg + 125 mg, 14 comprimidos revestidos')).toEqual({
    dosageForm: 'tablet',
    strength: '875 mg + 125 mg',
    quantity: '14 comprimidos',
  })
  expect(parsePicturePlaceholder('10 mg/ml, xarope 120 ml')).toEqual({
    dosageForm: 'syrup',
    strength: '10 mg/ml',
    quantity: '120 ml',
  })
  expect(parsePicturePlaceholder('5 mg/g + 250 UI/g, pomada 15 g')).toMatchObject({
    dosageForm: 'ointment',
    quantity: '15 g',
  })
  expect(parsePicturePlaceholder('2,5 mg/dose, solução injetável, 4 doses')).toMatchObject({
    dosageForm: 'other',
    quantity: '4 doses',
  })
  expect(parsePicturePlaceholder('6 mg/ml, solução injetável, 3 sistemas de aplicação 3 ml')?.quantity).toBe(
    '3 sistemas de aplicação',
  )
  expect(parsePicturePlaceholder('60 comprimidos')).toBeNull()
})

test.each([
  ['Azitromicina Di-hidratada 500mg 3 Comprimidos', 'tablet'],
  ['Tobramicina 3mg/ml Colírio 5ml', 'drops'],
  ['Prednisolona 3mg/ml Solução Oral 60ml', 'syrup'],
  ['Cetoconazol 20mg/g Creme 30g', 'ointment'],
  ['Ozempic 1mg Caneta Aplicadora 3ml', 'other'],
])('where there is only the name %s, its form is %s', (name, form) => {
  expect(detectDosageForm(name)).toBe(form)
})

test('every prescription item of the demonstration has a plate', () => {
  const file = readFileSync(new URL('../../server/demo/catalogue.csv', import.meta.url), 'utf8')
  const rows: Record<string, string>[] = parse(file, { columns: true })
  const without = rows.filter(
    ({ hold_prescription, presentation = '' }) => hold_prescription === '1' && !parsePicturePlaceholder(presentation),
  )
  expect(without.map(({ name }) => name)).toEqual([])
})
