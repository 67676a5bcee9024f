import { expect, test } from 'vitest'
import { shortIdentifiers } from '../../vite.config.ts'

const sheets = () => [
  'app/a.css.ts',
  'app/b.css.ts',
  ...Array.from({ length: 100 }, (_, index) => `app/c/${index}.css.ts`),
]

test('a style sheet’s class names are a letter, a digit and a number, the same in every build', () => {
  const identify = shortIdentifiers(sheets())
  const names = ['1hash0', '1hash1', '1hash10'].map((hash) => identify({ hash, filePath: 'app/b.css.ts' }))
  expect(names).toEqual(['k10', 'k11', 'k110'])
  expect(shortIdentifiers(sheets())({ hash: '1hash0', filePath: 'app/b.css.ts' })).toBe(names[0])
})

test('no two style sheets have the same class names, nor one that was added while developing', () => {
  const identify = shortIdentifiers(sheets())
  const names = [...sheets(), 'app/new.css.ts'].map((filePath) => identify({ hash: 'x0', filePath }))
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^[k-z]\d0$/.test(name))).toBe(true)
})
