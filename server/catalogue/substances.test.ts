import { expect, test } from 'vitest'
import { listSubstances } from './substances.ts'

test.each([
  ['Dipirona monoidratada', ['dipirona']],
  ['Dipirona sódica', ['dipirona']],
  ['Cloridrato de ondansetrona di-hidratado', ['ondansetrona']],
  ['Amoxicilina + clavulanato de potássio', ['amoxicilina', 'clavulanato']],
  ['Dipirona monoidratada + citrato de orfenadrina + cafeína', ['dipirona', 'orfenadrina', 'cafeína']],
  ['Ácido acetilsalicílico', ['ácido acetilsalicílico']],
  ['Insulina glargina', ['insulina glargina']],
  ['', []],
])('%s has %j', (activeIngredient, substances) => {
  expect(listSubstances(activeIngredient)).toEqual(substances)
})
