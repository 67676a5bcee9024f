import { expect, test } from 'vitest'
import { listSubstanceWarnings } from './substance-warnings.ts'

test.each([
  ['Dipirona monoidratada', ['GRAVIDEZ']],
  ['Butilbrometo de escopolamina + dipirona', ['GRAVIDEZ']],
  ['PARACETAMOL', ['FÍGADO']],
  ['Paracetamol; cafeína, dipirona sódica', ['GRAVIDEZ', 'FÍGADO']],
  ['Ácido acetilsalicílico', ['DENGUE']],
  ['Ibuprofeno arginina', ['ÚLCERA']],
  ['Loratadina', []],
  ['Dexibuprofeno', []],
  ['', []],
])('what the law says of %s', (activeIngredient, signs) => {
  const said = listSubstanceWarnings(activeIngredient)
  expect(said.map((sentence) => signs.find((sign) => sentence.includes(sign)))).toEqual(signs)
})
