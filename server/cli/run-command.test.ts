import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commandDescriptions } from '../../app/texts/operator/help.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { commands, runCommand } from './run-command.ts'

const samples: Record<string, string> = { ID: '93', N: '1', UNITS: '1', DAY: '2026-03-10', EMAIL: 'ana@example.com' }

test.each(Object.keys(commands))('%s refuses what it does not name, before anything happens', async (name) => {
  const { usage } = commands[name] ?? { usage: '' }
  const enough = usage
    .replace(/\[.*?\]+/g, '')
    .split(/[\s|]+/)
    .filter(Boolean)
    .map((word) => (word.startsWith('--') ? word : (samples[word] ?? '/nowhere/word')))
  const undeclared = ['--bogus', '--dry-run', '-x', '--no-dry-run'].filter((option) => !usage.includes(option))
  const tooMany = usage.includes('…') ? [] : [Array(9).fill('more')]
  for (const more of [...undeclared.map((option) => [option]), ...tooMany]) {
    const { code, output, isUntouched } = await run(...name.split(' '), ...enough, ...more)
    expect([code, isUntouched], `${name} ${more}: ${output}`).toEqual([2, true])
    const word = usage.includes('--lang') ? 'Uso' : 'Usage'
    expect(output).toContain(`${word}: npm run shop -- ${name}`)
  }
})

test.each(Object.keys(commands))(
  '%s --help prints its one screen in Portuguese or English, and does nothing',
  async (name) => {
    const { usage = '', description = '', columns } = commands[name] ?? {}
    const call = `npm run shop -- ${name} ${usage}`.trimEnd()
    const [inPortuguese, inEnglish] = [
      `Uso: ${call}\n\n${commandDescriptions[name]}${columns ? ` (colunas ${columns})` : ''}`,
      `Usage: ${call}\n\n${description}${columns ? ` (columns ${columns})` : ''}`,
    ]
    for (const [words, expected] of [
      [[...name.split(' '), '93', '--help'], inPortuguese],
      [['help', ...name.split(' ')], inPortuguese],
      [['help', ...name.split(' '), '--lang', 'en'], inEnglish],
    ] as const) {
      const { code, output, isUntouched } = await run(...words)
      expect([code, output, isUntouched]).toEqual([0, expected, true])
    }
  },
)

test('help lists all commands, or those of a word; of another word it says that there is none', async () => {
  expect(await run('help')).toMatchObject({ code: 0, output: expect.stringContaining('orders show') })
  expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('orders show') })
  const group = await run('orders', '--help')
  expect(group).toMatchObject({ code: 0, output: expect.stringContaining('orders show') })
  expect(group.output).not.toContain('customers')
  for (const words of [
    ['help', 'bogus'],
    ['bogus', '--help'],
    ['orders', 'bogus'],
    ['--dry-run', 'orders', 'list'],
  ])
    expect(await run(...words)).toMatchObject({ code: 2, output: expect.stringContaining('is not a command') })
})

test.each([
  [['orders', 'show', '0'], 'ID é um número acima de zero'],
  [['orders', 'show', '0', '--lang', 'en'], 'ID is a number above zero, not "0"'],
  [['orders', 'show', 'abc', '--lang=en'], 'ID is a number above zero'],
  [['orders', 'show', ''], 'falta ID'],
  [['orders', 'show'], 'falta ID'],
  [['orders', 'show', '1', '2'], '“2” não cabe aqui'],
  [['orders', 'list', '--neste'], 'opção desconhecida: --neste'],
  [['orders', 'list', 'packed'], 'STATUS é um destes: pending_payment, paid'],
  [['orders', 'list', '--lang', 'fr'], '--lang é pt ou en, e não “fr”'],
  [['payments', 'unknown', '--since', 'ontem'], '--since é um dia como 2026-03-10, e não “ontem”'],
  [['staff', 'add', 'ana@example.com', 'chefe'], 'ROLE é um destes: owner, pharmacist, clerk'],
  [['staff', 'add', 'ana@example.com', 'clerk', '--crf', 'x'], '--crf é o estado e o número, como SP-12345'],
  [['keys', 'add', 'erp', '--for', 'tudo'], '--for é um destes, ou mais: orders,stock,prices'],
  [['audit', 'export', 'a.txt'], 'termina em .csv'],
  [['customers', 'erase', 'ana'], 'EMAIL é um e-mail, e não “ana”'],
  [['webhook', 'add', 'https://erp.example', '--branch'], '--branch'],
  [['webhook', 'add', 'https://erp.example', '--branch', '1', '--branch=2'], '--branch está duas vezes'],
  [['keys', 'add', 'erp'], 'falta --for'],
  [['backup', 'file', '--force=yes'], '--force'],
])('%j is refused with a sentence that says what is wanted', async (words, sentence) => {
  const { code, output, isUntouched } = await run(...words)
  expect([code, isUntouched, output]).toEqual([2, true, expect.stringContaining(sentence)])
})

test('what the program did not foresee is printed with its stack trace, what the operator can mend as a sentence', async () => {
  const throwing = (error: Error) => ({ usage: '', description: '', run: () => Promise.reject(error) })
  commands['fail here'] = throwing(new Error('a slip'))
  commands['refuse here'] = throwing(new OperatorError('Do this.'))
  onTestFinished(() => {
    delete commands['fail here']
    delete commands['refuse here']
  })
  expect(await run('fail', 'here')).toMatchObject({ code: 1, output: expect.stringMatching(/^Error: a slip\n +at /) })
  expect(await run('refuse', 'here')).toMatchObject({ code: 1, output: 'Do this.' })
})

async function run(...words: string[]) {
  const place = mkdtempSync(join(tmpdir(), 'balcao-command-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const dataDir = join(place, 'data')
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const env = { SANDBOX: '1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const code = await runCommand(words, { env, print, printError: print })
  return { code, output: lines.join('\n'), isUntouched: !existsSync(dataDir) }
}
