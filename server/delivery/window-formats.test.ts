import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatImportError, translateImportError } from '../../app/texts/import-errors.ts'
import {
  formatDeliveryWindows,
  formatSpecialDays,
  formatWeeklyHours,
  parseDeliveryWindows,
  parseSpecialDays,
  parseWeeklyHours,
} from './window-formats.ts'

const collectFaults = (parse: (text: string, addFault: (fault: string) => void) => unknown) => (text: string) => {
  const faults: string[] = []
  parse(text, (fault) => faults.push(fault))
  return faults
}
const windowFaults = collectFaults(parseDeliveryWindows)
const dayFaults = collectFaults(parseSpecialDays)
const weekFaults = collectFaults(parseWeeklyHours)
const read = (text: string) => {
  expect(windowFaults(text)).toEqual([])
  return formatDeliveryWindows(parseDeliveryWindows(text, () => undefined))
}

test('windows are written as they are read, days in a row together, Monday first', () => {
  const text = 'seg-qua 08:00-10:00 x20 -30 | sáb-dom 08:00-10:00 x20 -30 | seg-dom 14:00-16:00 x5 -60'
  expect(parseDeliveryWindows(text, () => undefined)).toHaveLength(12)
  expect(read(text)).toBe(text)
})

test.each([
  ['mon-sun 08:00-10:00 x1 -60', 'seg-dom 08:00-10:00 x1 -60'],
  ['sun-sat 08:00-10:00 x1 -60', 'seg-dom 08:00-10:00 x1 -60'],
  ['seg-dom 08:00-10:00 x1 -60', 'seg-dom 08:00-10:00 x1 -60'],
  ['Segunda-feira a Sábado 8h às 10h30 x 2', 'seg-sáb 08:00-10:30 x2 -30'],
  ['sex–seg  8:00 – 10:00  x12  - 60', 'seg 08:00-10:00 x12 -60 | sex-dom 08:00-10:00 x12 -60'],
  ['ter 22:00-00:00 x1 -0', 'ter 22:00-00:00 x1 -0'],
  ['qua 22:00-24:00 x1', 'qua 22:00-00:00 x1 -30'],
  ['thu 22:00-02:00 x1', 'qui 22:00-02:00 x1 -30'],
  ['mon 08:00-10:00 x1 |', 'seg 08:00-10:00 x1 -30'],
])('%j is read', (text, meaning) => {
  expect(read(text)).toBe(meaning)
})

test.each([
  ['mon 08:00-10:00', 'não deu para ler ‘mon 08:00-10:00’: escreva como seg-sex 08:00-10:00 x20 -30'],
  ['xyz 08:00-10:00 x1', 'não tem o dia ‘xyz’: são seg, ter, qua, qui, sex, sáb, dom'],
  ['mon 25:00-26:00 x1', 'não tem o horário ‘25:00’: escreva como 07:00'],
  ['mon 08:00-10:00 x0', 'precisa aceitar de 1 a 9999 pedidos em ‘mon 08:00-10:00 x0’'],
  ['mon 08:00-10:00 x1 -9999', 'precisa fechar de 0 a 4320 minutos antes do início em ‘mon 08:00-10:00 x1 -9999’'],
  ['mon 10:00-08:00 x1', 'precisa terminar depois do começo em ‘mon 10:00-08:00 x1’'],
  ['mon 10:00-10:00 x1', 'precisa terminar depois do começo em ‘mon 10:00-10:00 x1’'],
  ['mon 8:00-10:00 x1 | seg 08:00-10:00 x2', 'tem ‘seg 08:00-10:00’ duas vezes'],
])('of %j people are told what is wrong', (text, sentence) => {
  const [fault = ''] = windowFaults(text)
  expect(formatImportError(fault)).toBe(sentence)
})

test('days are read as they are written, and in Portuguese', () => {
  const days = { '2026-12-25': null, '2026-12-24': ['07:00', '14:00'] }
  expect(parseSpecialDays('2026-12-25 closed|2026-12-24 07:00-14:00', () => undefined)).toEqual(days)
  expect(parseSpecialDays('25/12/2026 fechado | 24/12/2026  7h às 14h', () => undefined)).toEqual(days)
  expect(formatSpecialDays(parseSpecialDays('25/12/2026 Fechada', () => undefined))).toBe('25/12/2026 fechado')
})

test('a day without a year is one of every year, and is written so', () => {
  const text = '25/12 fechado | 24/12 08:00-13:00 | 29/02 fechado'
  expect(dayFaults(text)).toEqual([])
  const days = parseSpecialDays(text, () => undefined)
  expect(days).toEqual({ '12-25': null, '12-24': ['08:00', '13:00'], '02-29': null })
  expect(formatSpecialDays(days)).toBe(text)
  for (const wrong of ['30/02 fechado', '12/25 fechado', '0/12 fechado']) expect(dayFaults(wrong)).toHaveLength(1)
})

test.each([
  ['2026-02-30 closed', 'não tem o dia em ‘2026-02-30 closed’: escreva como 25/12/2026 fechado'],
  ['2026-12-25', 'não tem o dia em ‘2026-12-25’: escreva como 25/12/2026 fechado'],
  ['2026-12-25 open', 'não tem o horário em ‘2026-12-25 open’: escreva fechado ou 07:00-14:00'],
  ['2026-12-25 7-25', 'não tem o horário ‘25’: escreva como 07:00'],
  ['2026-12-25 closed | 25/12/2026 7h-14h', 'tem ‘2026-12-25’ duas vezes'],
])('of the day %j people are told what is wrong', (text, sentence) => {
  const [fault = ''] = dayFaults(text)
  expect(formatImportError(fault)).toBe(sentence)
})

const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((numbers) => numbers.map((number) => String(number).padStart(2, '0')).join(':'))
const anySlot = fc.record({
  weekday: fc.integer({ min: 0, max: 6 }),
  startTime: anyTime,
  endTime: anyTime,
  capacity: fc.integer({ min: 1, max: 9999 }),
  lastOrderMinutes: fc.integer({ min: 0, max: 4320 }),
})
type Slot = ReturnType<typeof parseDeliveryWindows>[number]
const sortSlots = (slots: Slot[]) => slots.map((slot) => JSON.stringify(Object.entries(slot).sort())).sort()

test('whatever windows a branch has, what is written is read as the same', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        anySlot.filter(({ startTime, endTime }) => startTime < endTime),
        { selector: ({ weekday, startTime, endTime }) => `${weekday} ${startTime} ${endTime}`, maxLength: 12 },
      ),
      (slots) => {
        const text = formatDeliveryWindows(slots)
        expect(windowFaults(text)).toEqual([])
        expect(sortSlots(parseDeliveryWindows(text, () => undefined))).toEqual(sortSlots(slots))
      },
    ),
  )
})

test('whatever is typed is read or refused with a sentence in Portuguese', () => {
  const anyPiece = fc.array(
    fc.constantFrom(
      'mon',
      'seg',
      'a',
      '-',
      '–',
      '8',
      '08:00',
      '8h',
      '99',
      'x',
      'x2',
      '|',
      'closed',
      '2026-12-25',
      '"',
      '‘',
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(anyPiece, fc.constantFrom('', ' '), (words, joiner) => {
      for (const fault of [...windowFaults(words.join(joiner)), ...dayFaults(words.join(joiner))])
        expect([fault, translateImportError(fault) === null]).toEqual([fault, false])
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['seg-sex 8:00-20:00 | sáb 8h às 18h | dom fechado', 'seg-sex 08:00-20:00 | sáb 08:00-18:00'],
  ['todos 24h', 'todos 24h'],
  ['todos 00:00-24:00', 'todos 24h'],
  ['seg-sex 8h-24h', 'seg-sex 08:00-00:00'],
  ['daily 07:00-22:00', 'todos 07:00-22:00'],
  ['mon-fri 08:00-12:00 | mon-fri 13:00-18:00', 'seg-sex 08:00-12:00 | seg-sex 13:00-18:00'],
  ['sex-sáb 18:00-02:00', 'sex-sáb 18:00-02:00'],
])('a week %j is read', (text, meaning) => {
  expect(weekFaults(text)).toEqual([])
  expect(formatWeeklyHours(parseWeeklyHours(text, () => undefined))).toBe(meaning)
})

test.each([
  ['seg 08:00-12:00 | seg 11:00-18:00', 'tem horários que se sobrepõem em ‘seg’'],
  ['seg 20:00-08:00 | ter 09:00-08:30', 'precisa terminar depois do começo em ‘ter 09:00-08:30’'],
  ['dom fechado', 'não tem horário: escreva como seg-sáb 08:00-20:00'],
  ['feriado 08:00-12:00', 'não tem o dia ‘feriado’: são seg, ter, qua, qui, sex, sáb, dom'],
  ['seg', 'não tem o horário'],
])('a week %j is refused in Portuguese', (text, sentence) => {
  expect(weekFaults(text).map(formatImportError).join('; ')).toContain(sentence)
})
