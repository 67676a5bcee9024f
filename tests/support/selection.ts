import { parseArgs } from 'node:util'

export const sectionNames = [
  'format',
  'types',
  'architecture',
  'unit',
  'build',
  'domain',
  'http',
  'e2e',
  'docker',
] as const
type Name = (typeof sectionNames)[number]

/** Where the tests of each section are; `format`, `types` and `build` have none. */
const folders: [start: RegExp, name: Name][] = [
  [/^tests\/architecture\//, 'architecture'],
  [/^tests\/domain\//, 'domain'],
  [/^tests\/(http|faults)\//, 'http'],
  [/^tests\/e2e\//, 'e2e'],
  [/^tests\/docker\//, 'docker'],
  [/^(app|server|tests\/support)\//, 'unit'],
]

/** What a run of `npm test` was asked for. */
interface Selection {
  sections: Name[]
  /** Parts of file names: of the sections' files, those that contain one of them. */
  words: string[]
  /** Paths of test files. */
  files: string[]
  /** Part of the tests' names. */
  testName: string | undefined
  watch: boolean
  long: boolean
}

/** Reads the arguments of `npm test --`; what cannot be run is a message and an exit code. */
export function readSelection(args: string[]): Selection | { message: string; exitCode: number } {
  const parsed = parse(args)
  if (typeof parsed === 'string') return { message: `${parsed}\n\n${usage}`, exitCode: 2 }
  const { values, positionals } = parsed
  if (values.help) return { message: usage, exitCode: 0 }

  const isSection = (word: string): word is Name => sectionNames.some((name) => name === word)
  const given = positionals.filter(isSection)
  const files = positionals.filter((word) => word.includes('/'))
  const words = positionals.filter((word) => !isSection(word) && !files.includes(word) && word !== 'long')
  const homes = files.map((file) => folders.find(([start]) => start.test(file))?.[1])
  const homeless = files.find((_, index) => homes[index] === undefined)
  if (homeless) return { message: `No section has tests in ${homeless}\n\n${usage}`, exitCode: 2 }

  const named = [...given, ...homes.filter((name) => name !== undefined)]
  if (words.length > 0 && named.length === 0) {
    return { message: `Which section? ${words.join(' ')} is none\n\n${usage}`, exitCode: 2 }
  }
  const isPart = named.length > 0
  // Both need the build, which must not be made twice at once.
  const needsBuild = named.includes('http') && named.includes('e2e')
  const sections = sectionNames.filter((name) => !isPart || named.includes(name) || (needsBuild && name === 'build'))
  const watch = values.watch ?? false
  if (watch && (sections.length !== 1 || sections[0] === 'e2e')) {
    return { message: `--watch is for one section, and not for e2e\n\n${usage}`, exitCode: 2 }
  }
  return { sections, words, files, testName: values.testNamePattern, watch, long: positionals.includes('long') }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        watch: { type: 'boolean' },
        testNamePattern: { type: 'string', short: 't' },
      },
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const usage = `Usage: npm test -- [SECTION…] [WORD…] [FILE…] [-t NAME] [--watch] [long]

  npm test                               everything
  npm test -- domain http                some sections: ${sectionNames.join(' ')}
  npm test -- domain wallet              the files of a section whose names contain a word
  npm test -- tests/http/web.test.ts     a file
  npm test -- http -t 'a form'           the tests whose names contain a text
  npm test -- unit price --watch         again whenever a file changes
  npm test -- long                       everything, with large storms, random seeds and the image's replay
  npm test -- long domain payments-storm the same for a part`
