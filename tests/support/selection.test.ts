import { expect, test } from 'vitest'
import { readSelection, sectionNames } from './selection.ts'

const nothing = { words: [], files: [], testName: undefined, watch: false, long: false }

test('without arguments everything is run, and long adds to it', () => {
  expect(readSelection([])).toEqual({ ...nothing, sections: [...sectionNames] })
  expect(readSelection(['long'])).toEqual({ ...nothing, sections: [...sectionNames], long: true })
})

test('words choose among the files of a section, a text among its tests', () => {
  expect(readSelection(['domain', 'coupons', '-t', 'once'])).toEqual({
    ...nothing,
    sections: ['domain'],
    words: ['coupons'],
    testName: 'once',
  })
})

test.each([
  ['tests/http/web.test.ts', 'http'],
  ['tests/faults/power-cut.test.ts', 'http'],
  ['tests/domain/search.test.ts', 'domain'],
  ['tests/e2e/listing.spec.ts', 'e2e'],
  ['app/http/ids.test.ts', 'unit'],
])('%s is run in its section, %s', (file, section) => {
  expect(readSelection([file])).toEqual({ ...nothing, sections: [section], files: [file] })
})

test('two sections that need the build have it made once, before them', () => {
  expect(readSelection(['e2e', 'http'])).toMatchObject({ sections: ['build', 'http', 'e2e'] })
})

test.each([
  [['coupons'], 'Which section? coupons is none'],
  [['docs/web.test.ts'], 'No section has tests in docs/web.test.ts'],
  [['--wach'], "Unknown option '--wach'"],
  [['--watch'], '--watch is for one section'],
])('%j is refused with a reason and the usage', (args, reason) => {
  const refused = readSelection(args)
  expect(refused).toEqual({ exitCode: 2, message: expect.stringContaining(reason) })
  expect(refused).toEqual({ exitCode: 2, message: expect.stringContaining('Usage: npm test --') })
})

test('the help is no fault', () => {
  expect(readSelection(['--help'])).toEqual({ exitCode: 0, message: expect.stringContaining('Usage: npm test --') })
})
