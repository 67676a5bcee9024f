import { expect, test } from 'vitest'
import { pageNameOf } from './analytics.ts'

test('a page is called by its path, the first page home, products by their kind alone', () => {
  expect(pageNameOf('/')).toBe('home')
  expect(pageNameOf('/minha-conta')).toBe('minha-conta')
  expect(pageNameOf('/checkout/sacola?etapa=resumo')).toBe('checkout/sacola')
  expect(pageNameOf('/categoria/medicamentos?search=losartana')).toBe('categoria/medicamentos')
  expect(pageNameOf('/produto/novalgina-1g-10-comprimidos')).toBe('produto')
  expect(pageNameOf('/filtros/principio/medicamentos#losartana')).toBe('filtros/principio/medicamentos')
})
