import type { Config } from '../config.ts'
import type { Database } from '../database/connection.ts'
import type { Storage } from '../database/storage.ts'
import type { Shop } from '../shop.ts'

/**
 * A command of the operator's command line: `npm run shop -- orders list`. Help loads the files of all, so what one needs
 * beyond the shop is loaded when it runs: `upkeep.ts` says what there is, `upkeep-run.ts` does it.
 */
export interface Command {
  /** Its arguments, as the help shows them: `ID [REASON]`. */
  takes: string
  does: string
  /** @throws UsageError for invalid arguments, ShopError when the shop refuses */
  run(args: string[], operator: Operator): Promise<void>
}

/** By full name: `orders list`. */
export type Commands = Record<string, Command>

/** The context of a command. */
export interface Operator {
  storage: Storage
  print(line: string): void
  /** All settings. @throws Error with one line that names the variable */
  readConfig(): Config
  /** Opens the shop once, even while a server is running; it is closed when the command is done. */
  openShop(): Promise<Shop>
  /** Opens the database alone, as it is; it is closed when the command is done. */
  openDatabase(): Promise<Database>
}

/** Invalid arguments: the command's usage is shown. */
export class UsageError extends Error {}

/** @throws UsageError for anything but a whole number above zero */
export function idIn(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw new UsageError('ID is a number above zero')
  return Number(text)
}

/**
 * Takes options out of the arguments: `--json`, and those with a value such as `--until 2026-03-10` (also `--add -2`).
 * @throws UsageError for any other word that begins with two hyphens
 */
export function optionsIn<Flag extends string, Valued extends string = never>(
  args: string[],
  flags: readonly Flag[],
  valued: readonly Valued[] = [],
) {
  const rest: string[] = []
  const given = new Set<Flag>()
  const values: Partial<Record<Valued, string>> = {}
  const words = [...args]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [name = '', inline] = word.startsWith('--') ? word.slice(2).split('=', 2) : ['']
    const flag = flags.find((flag) => flag === name)
    const option = valued.find((option) => option === name)
    if (!word.startsWith('--')) rest.push(word)
    else if (flag && inline === undefined) given.add(flag)
    else if (option) values[option] = inline ?? words.shift() ?? refuseOption(word, 'wants a value')
    else refuseOption(word, 'is not known here')
  }
  return { rest, has: (flag: Flag) => given.has(flag), values }
}

function refuseOption(word: string, reason: string): never {
  throw new UsageError(`${word} ${reason}`)
}

/** Lines of a table with aligned columns; the last column is not padded. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
