import { expect, test } from 'vitest'
import { demoCatalogueTexts } from './demo.ts'

test('a composed description leaves out what the row leaves empty', () => {
  const { medicineDescription, otherDescription } = demoCatalogueTexts
  expect(medicineDescription('Novalgina 1g', 'Dipirona', '1 g, 10 comprimidos', 'Opella')).toBe(
    'Novalgina 1g contém dipirona. Apresentação: 1 g, 10 comprimidos. Fabricante: Opella. Siga a orientação do seu médico ou farmacêutico e leia a bula antes de usar.',
  )
  expect(medicineDescription('Novalgina 1g', '', '', '')).toBe(
    'Novalgina 1g. Siga a orientação do seu médico ou farmacêutico e leia a bula antes de usar.',
  )
  expect(otherDescription('Sabonete', '', '', 'Higiene')).toBe(
    'Sabonete. Você encontra este e outros produtos em Higiene. Leia as instruções da embalagem antes de usar.',
  )
})
