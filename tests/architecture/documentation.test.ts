import { expect, test } from 'vitest'
import {
  commentedParametersExist,
  documentedFilesExist,
  firstCells,
  isDocumentation,
  noTableListsFiles,
  settingsOf,
} from './documentation.ts'
import { isCode, listFiles, readSources, type Source } from './sources.ts'

const paths = listFiles({ untracked: true })
const documents = readSources(paths.filter(isDocumentation))
const read = (path: string): Source => readSources([path])[0] ?? { path, text: '' }

test('the README is a map of at most 110 lines', () => {
  expect(read('README.md').text.split('\n').length).toBeLessThanOrEqual(111)
})

test('each file and link that the documentation names exists', () => {
  expect(documentedFilesExist(documents, paths)).toEqual([])
})

test('the fence notices a file that is not there', () => {
  const text = 'See [a](bag.md), `server/bag/gone.ts` and [the listing](../bag).'
  expect(documentedFilesExist([{ path: 'server/bag/README.md', text }], ['server/bag/bag.ts'])).toHaveLength(2)
})

test('each parameter that a comment names exists', () => {
  expect(
    commentedParametersExist(readSources(paths.filter((path) => /^(app|server|tests)\//.test(path) && isCode(path)))),
  ).toEqual([])
})

test('the fence notices a parameter that was renamed, and finds what one is taken apart into', () => {
  const text = [
    '/** @param days how many @param gone what was */',
    'export function schedule({ days }: { days: number }) {}',
    '/** @param unit of the price */',
    'const format = (cents: number, options: { unit: string }) => options.unit + cents',
  ].join('\n')
  expect(commentedParametersExist([{ path: 'server/bag/bag.ts', text }])).toEqual([
    'server/bag/bag.ts:1 gone: no parameter of that name',
  ])
})

test('no table repeats the listing of a folder', () => {
  expect(noTableListsFiles(documents, paths)).toEqual([])
})

test('the fence notices a table of files', () => {
  const text = ['| file | holds |', '| - | - |', '| `a.ts`, `b.ts` | two |', '| `c.ts` | one |'].join('\n')
  const files = ['server/bag/a.ts', 'server/bag/b.ts', 'server/bag/c.ts']
  expect(noTableListsFiles([{ path: 'server/bag/README.md', text }], files)).toHaveLength(1)
})

test('the table of settings has each variable that the shop reads, and no other', () => {
  const files = ['server/config.ts', ...paths.filter((path) => /^server\/notify\/.*-environment\.ts$/.test(path))]
  const settings = files.flatMap((path) => settingsOf(read(path)))
  expect(settings.length).toBeGreaterThan(40)
  expect(firstCells(read('server/configuration.md').text).sort()).toEqual([...settings].sort())
})

test('each alert has its section: what it means, what to look at, what to do', () => {
  const alerts = [...read('server/web/monitoring/alerts.yaml').text.matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  )
  const [, ...sections] = read('server/cli/operations.md').text.split(/^## /m)
  expect(sections.map((section) => section.split('\n')[0])).toEqual(alerts)
  for (const section of sections) expect(section).toMatch(/\*\*Means:\*\*[\s\S]+\*\*Look at:\*\*[\s\S]+\*\*Do:\*\*/)
})

test('each decision has a date, its context, the choice and what was not chosen', () => {
  const decisions = documents.filter(({ path }) => path.startsWith('server/decisions/'))
  expect(decisions.length).toBeGreaterThanOrEqual(15)
  for (const { path, text } of decisions) {
    expect(text, path).toMatch(
      /^# .+\n\n\d{4}-\d\d-\d\d\. [\s\S]+\*\*Context\.\*\*[\s\S]+\*\*Choice\.\*\*[\s\S]+\*\*Not chosen\.\*\*/,
    )
  }
})
