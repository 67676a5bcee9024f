import { expect, test } from 'vitest'
import { shortIdentifiers } from '../../vite.config.ts'

test('a style sheet’s class names are its path in four letters and a number, the same in every build', () => {
  const first = shortIdentifiers()
  const names = ['1hash0', '1hash1', '1hash10'].map((hash) => first({ hash, filePath: 'app/a.css.ts' }))
  expect(names.map((name) => name.replace(/^[a-z]{4}/, ''))).toEqual(['0', '1', '10'])
  expect(shortIdentifiers()({ hash: '1hash0', filePath: 'app/a.css.ts' })).toBe(names[0])
})

test('two style sheets with the same class names stop the build', () => {
  const identify = shortIdentifiers()
  const paths = Array.from({ length: 5000 }, (_, index) => `app/${index}.css.ts`)
  expect(() => paths.map((filePath) => identify({ hash: 'x0', filePath }))).toThrow('rename one')
})
