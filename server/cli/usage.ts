import { parseArgs } from 'node:util'
import { isValidDay } from '../platform/calendar.ts'

/** Invalid arguments: the command's usage is shown. */
export class UsageError extends Error {}

/** What was typed after a command's name, as its `usage` declares it. */
export interface ParsedArguments {
  positionals: string[]
  hasFlag(flag: string): boolean
  getOptionValue(option: string): string | undefined
}

/** The format of a word or an option's value with that name in `usage`; any other may be anything but empty. */
const formatRuleByValueName: Record<string, { requirement: string; isValid(text: string): boolean }> = {
  ID: { requirement: 'is a number above zero', isValid: isPositiveInteger },
  N: { requirement: 'is a number above zero', isValid: isPositiveInteger },
  UNITS: { requirement: 'is a number above zero', isValid: isPositiveInteger },
  DAY: { requirement: 'is a day such as 2026-03-10', isValid: isValidDay },
  LANGUAGE: { requirement: 'is pt or en', isValid: (text) => text === 'pt' || text === 'en' },
  EMAIL: { requirement: 'is an e-mail address', isValid: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) },
}

/** `--branch N`, `[--force]`, `--by NAME`; the name of a value, if there is one, follows after a space. */
const optionPattern = /--([a-z][a-z-]*)(?: ([^-[|\s][^\s\]]*))?/g

/**
 * Reads arguments by a command's own declaration: `usage`, the text that its help shows, is `EMAIL [REASON…] [--branch N]`,
 * where brackets hold what may be left out, | stands between alternatives and … follows the last of several words.
 * @throws UsageError for an argument that `usage` does not name, that is missing, or that has another format
 */
export function readArguments(usage: string, args: string[]): ParsedArguments {
  const options = new Map(Array.from(usage.matchAll(optionPattern), ([, name = '', value]) => [name, value]))
  const { values, positionals } = parseOptions(args, options)
  for (const name of listRequiredOptions(usage)) if (!values[name]) throw new UsageError(`--${name} is missing`)
  for (const [name, [text, ...repeatedValues] = []] of Object.entries(values)) {
    if (repeatedValues.length > 0) throw new UsageError(`--${name} is given twice`)
    if (typeof text === 'string') assertFormat(`--${name}`, options.get(name) ?? '', text)
  }
  assertPositionals(usage.replace(optionPattern, '').match(/\[[^\s\]]+\]|[^\s[\]|]\S*/g) ?? [], positionals)
  const readOption = (name: string) => {
    if (!options.has(name)) throw new TypeError(`the command does not declare --${name}`)
    return values[name]?.[0]
  }
  return {
    positionals,
    hasFlag: (flag) => readOption(flag) === true,
    getOptionValue: (option) => readOption(option) as string | undefined,
  }
}

/** Those that stand neither in brackets nor behind an alternative's |. */
function listRequiredOptions(usage: string): string[] {
  return Array.from(usage.matchAll(optionPattern))
    .filter(({ index }) => {
      const prefix = usage.slice(0, index)
      return !prefix.endsWith('|') && prefix.split('[').length === prefix.split(']').length
    })
    .map(([, name = '']) => name)
}

function parseOptions(args: string[], options: Map<string, string | undefined>) {
  const optionsConfig = Object.fromEntries(
    Array.from(options, ([name, value]) => {
      const type = value === undefined ? ('boolean' as const) : ('string' as const)
      return [name, { type, multiple: true as const }]
    }),
  )
  try {
    return parseArgs({ args, options: optionsConfig, allowPositionals: true })
  } catch (error) {
    // What follows the first sentence advises programmers.
    throw new UsageError((error as Error).message.split(/\. |\.?\n/)[0])
  }
}

/** @param declaredNames as in `usage`: `ID`, `[STATUS]`, `WORDS…`, `[REASON…]`, `FILE|` before an option in its place */
function assertPositionals(declaredNames: string[], positionals: string[]): void {
  for (const [index, name] of declaredNames.entries()) {
    const text = positionals[index]
    const valueName = name.replace(/[[\]…]|\|$/g, '')
    if (text?.trim()) assertFormat(valueName, valueName, text)
    else if (text !== undefined || !/^\[|\|$/.test(name)) throw new UsageError(`${valueName} is missing`)
  }
  const extraPositionals = positionals.slice(declaredNames.length)
  if (extraPositionals.length > 0 && !declaredNames.at(-1)?.includes('…'))
    throw new UsageError(`${extraPositionals.join(' ')} is not wanted here`)
}

function assertFormat(label: string, valueName: string, text: string): void {
  const formatRule = Object.hasOwn(formatRuleByValueName, valueName) ? formatRuleByValueName[valueName] : undefined
  if (formatRule && !formatRule.isValid(text)) throw new UsageError(`${label} ${formatRule.requirement}, not "${text}"`)
  if (text.trim() === '') throw new UsageError(`${label} has no value`)
}

function isPositiveInteger(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

/** @throws UsageError for anything but a whole number above zero */
export function parseIdArgument(text: string | undefined): number {
  if (text === undefined || !isPositiveInteger(text)) throw new UsageError('ID is a number above zero')
  return Number(text)
}
