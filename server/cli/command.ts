import type { Storage } from '../config.ts'
import type { Database } from '../database/connection.ts'
import type { Shop } from '../shop.ts'

/** A command of the operator's command line: `npm run shop -- orders list`. */
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
  /** Opens the shop once, even while a server is running; it is closed when the command is done. */
  openShop(): Promise<Shop>
  /** Opens the database alone, as it is; it is closed when the command is done. */
  openDatabase(): Database
}

/** Invalid arguments: the command's usage is shown. */
export class UsageError extends Error {}

/** @throws UsageError for anything but a whole number above zero */
export function idIn(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw new UsageError('ID is a number above zero')
  return Number(text)
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
