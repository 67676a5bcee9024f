import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvLine } from './csv-line.ts'
import { toWritableText } from './writable-text.ts'

test('what no format can carry is left out, and everything else stays', () => {
  expect(toWritableText('A\ufffe\uffff\ufdd0B\u0000\u000b\u001f\u0085\ud800C\t\r\n')).toBe('ABC\t\r\n')
  const kept = 'Ácido — 500 mg “®” 😀 \u00a0\u200d\ufffd'
  expect(toWritableText(kept)).toBe(kept)
  // What XML 1.0 allows: its production 2.
  const xmlPattern = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => xmlPattern.test(toWritableText(text))))
})

test('a line of CSV has none of it either', () => {
  expect(formatCsvLine(['a\ufffeb', 1], ';')).toBe('"ab";1\r\n')
})
