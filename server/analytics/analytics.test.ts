import { expect, test } from 'vitest'
import { pageName } from './analytics.ts'

test('a page is called by its path, the first page home, products by their kind alone', () => {
  expect(pageName('/')).toBe('home')
  expect(pageName('/minha-conta')).toBe('minha-conta')
  expect(pageName('/checkout/sacola?etapa=resumo')).toBe('checkout/sacola')
  expect(pageName('/categoria/medicamentos?search=losartana')).toBe('categoria/medicamentos')
  expect(pageName('/produto/novalgina-1g-10-comprimidos')).toBe('produto')
  expect(pageName('/filtros/principio/medicamentos#losartana')).toBe('filtros/principio/medicamentos')
})
