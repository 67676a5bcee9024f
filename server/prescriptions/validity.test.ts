import { expect, test } from 'vitest'
import type { PrescriptionClass } from '../database/schema.ts'
import { assertWithinValidity, computeValidity, findStrictestClass } from './validity.ts'

test('of any two products of a prescription the stricter one’s rule counts: retained ones, the shorter first, before others', () => {
  const classes: PrescriptionClass[] = ['CONTROLADO', 'RX_RETENCAO_10D', 'RX_RETENCAO_90D', 'RX', 'MIP', 'NA']
  for (const [index, stricter] of classes.entries())
    for (const other of classes.slice(index)) expect(findStrictestClass([other, stricter])).toBe(stricter)
  expect(findStrictestClass([])).toBeNull()
})

test.each<[of: PrescriptionClass, lastDay: string]>([
  ['RX_RETENCAO_10D', '2026-03-10'],
  ['RX_RETENCAO_90D', '2026-05-29'],
])(
  'a prescription of class %s holds until the last minute of %s, of which no day is left',
  (prescriptionClass, lastDay) => {
    const issuedAt = '2026-02-28'
    const lastMinuteAt = Date.parse(`${lastDay}T23:59:00-03:00`)
    const [lastMinute, nextDay] = [new Date(lastMinuteAt), new Date(lastMinuteAt + 60_000)]
    expect(computeValidity(issuedAt, [prescriptionClass], lastMinute)).toMatchObject({ lastDay, daysLeft: 0 })
    expect(() => assertWithinValidity(issuedAt, [prescriptionClass], lastMinute)).not.toThrow()
    expect(computeValidity(issuedAt, [prescriptionClass], nextDay)).toMatchObject({ lastDay, daysLeft: -1 })
    expect(() => assertWithinValidity(issuedAt, [prescriptionClass], nextDay)).toThrow()
  },
)
