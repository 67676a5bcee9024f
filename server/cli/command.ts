import type { Language } from '../../app/texts/operator/sentence.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connection.ts'
import type { StorageConfig } from '../database/storage-config.ts'
import type { Shop } from '../shop.ts'
import type { ParsedArguments } from './usage.ts'

/** In the usage of a command that an owner runs: it speaks Portuguese unless English is asked for, any other English. */
export const languageUsage = '[--lang LANGUAGE]'

/**
 * A command of the operator's command line: `npm run shop -- orders list`. Help loads the files of all, so what one needs
 * beyond the shop is loaded when it runs: `maintenance.ts` declares the commands, `maintenance-run.ts` runs them.
 */
export interface Command {
  /** Its arguments, as the help shows them and `usage.ts` reads them: `ID [REASON…] [--dry-run]`. */
  usage: string
  /** In English; in Portuguese by its name in `app/texts/operator/help.ts`. */
  description: string
  /** Of the file that it takes. */
  columns?: string
  /** @throws UsageError for invalid arguments, ShopError when the shop refuses */
  run(args: string[], context: CommandContext): Promise<void>
}

/** By full name: `orders list`. */
export type Commands = Record<string, Command>

export interface CommandContext extends Omit<ParsedArguments, 'positionals'> {
  storageConfig: StorageConfig
  /** Of what the command says, its errors too. */
  language: Language
  print(line: string): void
  /** All settings. @throws Error with one line that names the variable */
  readConfig(): Config
  /**
   * Opens the shop once, even while a server is running; it is closed when the command is done.
   * @throws OperatorError for an older shop's database, which is not migrated beside its servers
   */
  openShop(): Promise<Shop>
  /** Opens the database alone, as it is; it is closed when the command is done. */
  openDatabase(): Promise<Database>
}

/** Lines of a table with aligned columns; the last column is not padded. */
export function formatTable(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
