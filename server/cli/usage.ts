import { parseArgs } from 'node:util'
import { isShopDay } from '../platform/calendar.ts'

/** Invalid arguments: the command's usage is shown. */
export class UsageError extends Error {}

/** What was typed after a command's name, as its `takes` declares it. */
export interface Arguments {
  words: string[]
  hasFlag(flag: string): boolean
  value(option: string): string | undefined
}

/** What a word or an option's value of that name in `takes` must be; any other may be anything but empty. */
const forms: Record<string, { says: string; fits(text: string): boolean }> = {
  ID: { says: 'is a number above zero', fits: isCount },
  N: { says: 'is a number above zero', fits: isCount },
  UNITS: { says: 'is a number above zero', fits: isCount },
  DAY: { says: 'is a day such as 2026-03-10', fits: isShopDay },
  EMAIL: { says: 'is an e-mail address', fits: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) },
}

/** `--branch N`, `[--force]`, `--by NAME`; the name of a value, if there is one, follows after a space. */
const optionForm = /--([a-z][a-z-]*)(?: ([^-[|\s][^\s\]]*))?/g

/**
 * Reads arguments by what a command says of itself: `takes`, the text that its help shows, is `EMAIL [REASON…] [--branch N]`,
 * where brackets hold what may be left out, | stands between alternatives and … follows the last of several words.
 * @throws UsageError for anything that `takes` does not name, lacks, or that is none of its kind
 */
export function readArguments(takes: string, args: string[]): Arguments {
  const options = new Map(Array.from(takes.matchAll(optionForm), ([, name = '', value]) => [name, value]))
  const { values, positionals } = parse(args, options)
  for (const name of requiredOptions(takes)) if (!values[name]) throw new UsageError(`--${name} is missing`)
  for (const [name, [text, ...more] = []] of Object.entries(values)) {
    if (more.length > 0) throw new UsageError(`--${name} is given twice`)
    if (typeof text === 'string') assertForm(`--${name}`, options.get(name) ?? '', text)
  }
  assertWords(takes.replace(optionForm, '').match(/\[[^\s\]]+\]|[^\s[\]|]\S*/g) ?? [], positionals)
  const valuesOf = (name: string) => {
    if (!options.has(name)) throw new TypeError(`the command does not declare --${name}`)
    return values[name]?.[0]
  }
  return {
    words: positionals,
    hasFlag: (flag) => valuesOf(flag) === true,
    value: (option) => valuesOf(option) as string | undefined,
  }
}

/** Those that stand neither in brackets nor behind an alternative's |. */
function requiredOptions(takes: string): string[] {
  return Array.from(takes.matchAll(optionForm))
    .filter(({ index }) => {
      const before = takes.slice(0, index)
      return !before.endsWith('|') && before.split('[').length === before.split(']').length
    })
    .map(([, name = '']) => name)
}

function parse(args: string[], options: Map<string, string | undefined>) {
  const config = Object.fromEntries(
    Array.from(options, ([name, value]) => {
      const type = value === undefined ? ('boolean' as const) : ('string' as const)
      return [name, { type, multiple: true as const }]
    }),
  )
  try {
    return parseArgs({ args, options: config, allowPositionals: true })
  } catch (error) {
    // What follows the first sentence advises programmers.
    throw new UsageError((error as Error).message.split(/\. |\.?\n/)[0])
  }
}

/** @param declared as in `takes`: `ID`, `[STATUS]`, `WORDS…`, `[REASON…]`, `FILE|` before an option in its place */
function assertWords(declared: string[], words: string[]): void {
  for (const [at, name] of declared.entries()) {
    const text = words[at]
    const plain = name.replace(/[[\]…]|\|$/g, '')
    if (text?.trim()) assertForm(plain, plain, text)
    else if (text !== undefined || !/^\[|\|$/.test(name)) throw new UsageError(`${plain} is missing`)
  }
  const extra = words.slice(declared.length)
  if (extra.length > 0 && !declared.at(-1)?.includes('…')) throw new UsageError(`${extra.join(' ')} is not wanted here`)
}

function assertForm(where: string, kind: string, text: string): void {
  const form = Object.hasOwn(forms, kind) ? forms[kind] : undefined
  if (form && !form.fits(text)) throw new UsageError(`${where} ${form.says}, not "${text}"`)
  if (text.trim() === '') throw new UsageError(`${where} has no value`)
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

/** @throws UsageError for anything but a whole number above zero */
export function idIn(text: string | undefined): number {
  if (text === undefined || !isCount(text)) throw new UsageError('ID is a number above zero')
  return Number(text)
}
