import { expect, test } from 'vitest'
import { toPageName } from './analytics.ts'

test('a page is called by its path, the first page home, products by their kind alone', () => {
  expect(toPageName('/')).toBe('home')
  expect(toPageName('/minha-conta')).toBe('minha-conta')
  expect(toPageName('/checkout/sacola?etapa=resumo')).toBe('checkout/sacola')
  expect(toPageName('/categoria/medicamentos?search=losartana')).toBe('categoria/medicamentos')
  expect(toPageName('/produto/novalgina-1g-10-comprimidos')).toBe('produto')
  expect(toPageName('/filtros/principio/medicamentos#losartana')).toBe('filtros/principio/medicamentos')
})
