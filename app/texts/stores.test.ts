import { expect, test } from 'vitest'
import { formatWeek } from './stores.ts'

const day: [string, string][] = [['08:00', '20:00']]

test('a week is told in lines of days with the same hours', () => {
  expect(formatWeek(Array(7).fill(day))).toEqual(['Todos os dias, das 8h às 20h'])
  expect(formatWeek([[], day, day, day, day, day, [['08:00', '18:00']]])).toEqual([
    'Segunda a sexta, das 8h às 20h',
    'Sábado, das 8h às 18h',
    'Domingo, fechada',
  ])
  expect(formatWeek(Array(7).fill([['00:00', '00:00']]))).toEqual(['Todos os dias, 24 horas'])
  const broken: [string, string][] = [
    ['08:00', '12:00'],
    ['14:00', '18:00'],
  ]
  expect(formatWeek([day, broken, broken, day, day, day, day])[0]).toBe(
    'Segunda e terça, das 8h às 12h e das 14h às 18h',
  )
})
