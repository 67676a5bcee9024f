import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDecimalSchema, createIntegerSchema, FormIdSchema, maxId } from './values.ts'

test('an id is a number or its plain digits, and nothing else that JavaScript makes a number of', () => {
  for (const value of [7, '7', ' 7 ', '007']) expect(FormIdSchema.parse(value), String(value)).toBe(7)
  expect(FormIdSchema.parse(String(maxId))).toBe(maxId)
  for (const value of [
    true,
    [7],
    ['7'],
    {},
    null,
    '',
    undefined,
    '0x10',
    '1e1',
    '7.0',
    '+7',
    '７',
    0,
    -7,
    7.5,
    '0',
    `${maxId}0`,
  ])
    expect(FormIdSchema.safeParse(value).success, JSON.stringify(value)).toBe(false)
})

test('an amount has decimals behind a point; an empty field is zero where zero may be', () => {
  const amount = createDecimalSchema(z.number().min(0))
  expect(['12.90', 12.9, '0', '', null].map((value) => amount.parse(value))).toEqual([12.9, 12.9, 0, 0, 0])
  for (const value of [true, [1], '1e3', '12,90', '0x1', 'Infinity'])
    expect(amount.safeParse(value).success).toBe(false)
  expect(createIntegerSchema(z.number()).parse('-3')).toBe(-3)
})
