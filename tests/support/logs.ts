import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Checks that logs contain nothing personal: every server that tests start writes its log to a folder (TEST_LOGS, set by
 * `silent-logs.ts`), and tests record there what they typed; at the end the logs are searched for it. Without TEST_LOGS nothing is
 * checked.
 */
const folder = process.env.TEST_LOGS

/** Fields of forms and calls, and cookies, whose content no log may contain. */
const personal =
  /^(f_name|l_name|email|phone|birthday|(current_)?password|code|deleteToken|cpf|street|pacient|patients\[\d\]|order_note|form_token|token|access_token|clientToken)$/

/** Lengths to search for: shorter values occur in other words, longer ones are sent only by tests of limits. */
const length = { least: 6, most: 200 }

const noted = new Set<string>()

/** Stores what a server prints. */
export function keepLog(pid: number | undefined, printed: string): void {
  if (folder !== undefined) appendFileSync(join(folder, `${pid}.log`), printed)
}

/** Records the personal data in a form, or in the body of a call. */
export function noteTyped(sent: unknown, name = ''): void {
  if (folder === undefined || sent === null || sent === undefined) return
  if (sent instanceof URLSearchParams || sent instanceof FormData)
    for (const [field, value] of sent) noteTyped(value, field)
  else if (typeof sent === 'object') for (const [field, value] of Object.entries(sent)) noteTyped(value, field)
  else if (personal.test(name)) note(folder, String(sent).trim())
}

function note(folder: string, value: string): void {
  if (value.length < length.least || value.length > length.most || noted.has(value)) return
  noted.add(value)
  appendFileSync(join(folder, `${process.pid}.typed`), `${JSON.stringify(value)}\n`)
}

/** @returns a line for each personal value found in a folder's logs; also one if there were no values or no logs */
export function findLeaks(folder: string): string[] {
  const files = readdirSync(folder)
  const read = (ending: string) =>
    files
      .filter((name) => name.endsWith(ending))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const typed = read('.typed').flatMap((line) => (line === '' ? [] : [String(JSON.parse(line))]))
  // The sandbox prints its demo logins at the start.
  const lines = read('.log').filter((line) => line !== '' && !/^(Demo logins:|The counter is at)/.test(line))
  if (typed.length === 0 || lines.length === 0) return ['there are no logs, or nobody typed anything']
  return leaksIn(lines, [...new Set(typed)])
}

const alwaysPersonal: [what: string, pattern: RegExp][] = [
  ['an e-mail address', /[\w.+-]+@[\w-]+(\.[\w-]+)+/],
  ['a CPF', /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/],
  ['a phone number', /\(\d{2}\) ?9?\d{4}-\d{4}/],
  ['a password’s hash', /\$argon2/],
]

/** @param typed what must not be in the lines */
export function leaksIn(logged: string[], typed: string[]): string[] {
  // A process id may happen to equal an e-mailed code.
  const lines = logged.map((line) => line.replace(/"pid":\d+,/, ''))
  const text = lines.join('\n')
  const found = [
    ...typed
      .map((value): [string, RegExp] => [`what somebody typed, ${value}`, wordOf(value)])
      .filter(([, word]) => word.test(text)),
    ...alwaysPersonal,
  ]
  return lines.flatMap((line) =>
    found.filter(([, pattern]) => pattern.test(line)).map(([what]) => `A log holds ${what}: ${line.slice(0, 300)}`),
  )
}

/** Matches the value as a whole word, plain or JSON-escaped. */
function wordOf(value: string): RegExp {
  const spellings = [value, JSON.stringify(value).slice(1, -1)].map((text) =>
    text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
  )
  return new RegExp(`(?<![\\p{L}\\d])(${spellings.join('|')})(?![\\p{L}\\d])`, 'u')
}
