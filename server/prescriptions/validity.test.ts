import { expect, test } from 'vitest'
import type { PrescriptionClass } from '../database/schema.ts'
import { findStrictestClass } from './validity.ts'

test('of any two products of a prescription the stricter one’s rule counts: retained ones, the shorter first, before others', () => {
  const classes: PrescriptionClass[] = ['CONTROLADO', 'RX_RETENCAO_10D', 'RX_RETENCAO_90D', 'RX', 'MIP', 'NA']
  for (const [index, stricter] of classes.entries())
    for (const other of classes.slice(index)) expect(findStrictestClass([other, stricter])).toBe(stricter)
  expect(findStrictestClass([])).toBeNull()
})
