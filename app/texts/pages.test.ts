import { expect, test } from 'vitest'
import { formatDeliveryEstimate } from './pages.ts'

test('an estimate is told in whole hours from 59 minutes on, rounded down, and never as none', () => {
  const told = { 1: '1 minuto', 30: '30 minutos', 58: '58 minutos', 59: '1 hora', 60: '1 hora', 119: '1 hora' }
  for (const [minutes, words] of Object.entries(told)) expect(formatDeliveryEstimate(Number(minutes))).toBe(words)
  expect([120, 179, 240].map(formatDeliveryEstimate)).toEqual(['2 horas', '2 horas', '4 horas'])
})
