import { expect, test } from 'vitest'
import { formatUnitPrice } from './format.ts'
import { detectDosageForm, detectPackForm, parsePackContents, splitProductName } from './presentation.ts'

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

test.each([
  ['Azitromicina Di-hidratada 500mg 3 Comprimidos', 'tablet'],
  ['Tobramicina 3mg/ml Colírio 5ml', 'drops'],
  ['Prednisolona 3mg/ml Solução Oral 60ml', 'syrup'],
  ['Cetoconazol 20mg/g Creme 30g', 'ointment'],
  ['Ozempic 1mg Caneta Aplicadora 3ml', 'other'],
])('where there is only the name %s, its form is %s', (name, form) => {
  expect(detectDosageForm(name)).toBe(form)
})

test.each([
  ['Novalgina 1g 10 Comprimidos', 'box'],
  ['Dipirona Sódica 500mg/ml Gotas 20ml', 'dropper'],
  ['Xarope Expectorante 120ml', 'bottle'],
  ['Bepantol Derma Creme 40g', 'tube'],
  ['Creme Dental Colgate Total 12 90g', 'tube'],
  ['Fralda Huggies Máxima Proteção M', 'diapers'],
  ['Sabonete em Barra Dove Original 90g', 'soap'],
  ['Sabonete Líquido Protex 250ml', 'pump'],
  ['Máscara de Tratamento Novex 1kg', 'pot'],
  ['Lavitan Cabelos e Unhas 60 Cápsulas', 'jar'],
  ['Inalador Nebulizador Compressor', 'device'],
])('without a picture, %s is drawn as a %s', (name, form) => {
  expect(detectPackForm(name)).toBe(form)
})

test.each([
  ['Dipirona Monoidratada 500mg/ml Gotas 10ml Germed Genérico', '500mg/ml', 'Gotas 10ml Germed Genérico'],
  ['Amoxicilina + Clavulanato de Potássio 875mg + 125mg 14 Comprimidos', '875mg + 125mg', '14 Comprimidos'],
  ['Cloridrato de Ambroxol 30mg/5ml Xarope 120ml Genérico', '30mg/5ml', 'Xarope 120ml Genérico'],
  ['Vitamina D3 2.000 UI 60 Cápsulas Sundown', '2.000 UI', '60 Cápsulas Sundown'],
  ['Protetor Solar Fusion Water 5 Stars FPS 50 50ml', '50ml', ''],
  ['Creme Dental Colgate Total 12 90g', '90g', ''],
  ['Neosaldina 20 Drágeas', '20 Drágeas', ''],
  ['Escova Dental Oral-B Leve 2 Pague 1', '', ''],
  ['Inalador Nebulizador Compressor', '', ''],
])('the strength or size stands out of %s: %s', (name, dose, rest) => {
  const parts = splitProductName(name)
  expect(parts.slice(1)).toEqual([dose, rest])
  expect(parts.filter(Boolean).join(' ')).toBe(name)
})
