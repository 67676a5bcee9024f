import { join } from 'node:path'
import { inspect } from 'node:util'
import { commandDescriptions, helpTexts } from '../../app/texts/operator/help.ts'
import { toSentence } from '../../app/texts/operator/operator-errors.ts'
import type { Language } from '../../app/texts/operator/sentence.ts'
import { toUsageSentence } from '../../app/texts/operator/usage-errors.ts'
import { readConfig, readStorageConfig } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { explainDatabaseError } from '../database/database-errors.ts'
import { ShopError } from '../platform/errors.ts'
import { explainFileStorageError } from '../platform/files/shop-file-storage.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import { apiKeysCommands } from './api-keys.ts'
import { auditCommands } from './audit.ts'
import { bannersCommands } from './banners.ts'
import { branchesCommands } from './branches.ts'
import { catalogueCommands } from './catalogue.ts'
import { type Command, type Commands, languageUsage } from './command.ts'
import { customersCommands } from './customers.ts'
import { doctorCommands } from './doctor.ts'
import { filesCommands } from './files.ts'
import { gainsCommands } from './gains.ts'
import { initCommands } from './init.ts'
import { maintenanceCommands } from './maintenance.ts'
import { offersCommands } from './offers.ts'
import { ordersCommands } from './orders.ts'
import { promotionsCommands } from './promotions.ts'
import { reencryptCommands } from './reencrypt.ts'
import { staffCommands } from './staff.ts'
import { readArguments, UsageError } from './usage.ts'
import { webhookCommands } from './webhooks.ts'

/** The operator's command line, `npm run shop -- <command>`: every command by its full name, in the help's order. */
export const commands: Commands = {
  ...initCommands,
  ...doctorCommands,
  ...catalogueCommands,
  ...bannersCommands,
  ...offersCommands,
  ...promotionsCommands,
  ...branchesCommands,
  ...ordersCommands,
  ...customersCommands,
  ...gainsCommands,
  ...staffCommands,
  ...auditCommands,
  ...apiKeysCommands,
  ...webhookCommands,
  ...maintenanceCommands,
  ...filesCommands,
  ...reencryptCommands,
}

/** What a command takes from the process, and where it prints. */
interface ProcessContext {
  env: Record<string, string | undefined>
  print(line: string): void
  printError(line: string): void
}

/** @returns the exit code: 0 done, 1 refused or failed, 2 invalid command or arguments */
export async function runCommand(argv: string[], { env, ...output }: ProcessContext): Promise<number> {
  const print = (line: string) => output.print(replaceControlChars(line))
  const printError = (line: string) => output.printError(replaceControlChars(line))
  if (isHelpRequested(argv)) {
    const { words, language } = takeLanguage(argv.filter((word) => !helpWords.includes(word)))
    return printHelp(words, language, { print, printError })
  }
  const matchedCommand = findCommand(argv)
  if (!matchedCommand) return printUnknownCommand(argv, printError)
  const openResources: { shop?: Promise<Shop>; database?: Promise<Database> } = {}
  const language = findLanguage(matchedCommand)
  try {
    const parsedArguments = readArguments(matchedCommand.command.usage, matchedCommand.args)
    const storageConfig = readStorageConfig(env)
    await matchedCommand.command.run(parsedArguments.positionals, {
      ...parsedArguments,
      storageConfig,
      language,
      print,
      readConfig: () => readConfig(env),
      openShop: () => {
        openResources.shop ??= openShopOnDemand(env)
        return openResources.shop
      },
      openDatabase: () => {
        openResources.database ??= openDatabaseOnDemand(storageConfig.databaseLocation)
        return openResources.database
      },
    })
    return 0
  } catch (error) {
    return printFailure(toOperatorError(error, env), matchedCommand, { printError, language })
  } finally {
    await (await openResources.shop?.catch(() => null))?.close()
    await (await openResources.database?.catch(() => null))?.close()
  }
}

const helpWords = ['help', '--help', '-h']

/** What follows `--` is never an option. */
function isHelpRequested(argv: string[]): boolean {
  const separatorIndex = argv.indexOf('--')
  const optionWords = separatorIndex === -1 ? argv : argv.slice(0, separatorIndex)
  return argv.length === 0 || argv[0] === 'help' || optionWords.some((word) => word === '--help' || word === '-h')
}

/** Help is in Portuguese, with `--lang en` in English. */
function takeLanguage(argv: string[]): { words: string[]; language: Language } {
  const index = argv.indexOf('--lang')
  if (index === -1) return { words: argv, language: 'pt' }
  return { words: argv.toSpliced(index, 2), language: argv[index + 1] === 'en' ? 'en' : 'pt' }
}

/** @returns the exit code: 2 where there is no such command */
function printHelp(words: string[], language: Language, { print, printError }: Omit<ProcessContext, 'env'>): number {
  const [firstWord] = words
  const isCommandGroup =
    words.length === 1 && listGroupCommands(firstWord).length > 0 && !Object.hasOwn(commands, `${firstWord}`)
  const command = findCommand(words)
  if (!command && words.length > 0 && !isCommandGroup) return printUnknownCommand(words, printError)
  const lines = command && !isCommandGroup ? formatCommandHelp(command, language) : formatOverview(firstWord, language)
  for (const line of lines) print(line)
  return 0
}

/** @returns the exit code */
function printUnknownCommand(words: string[], printError: ProcessContext['printError']): number {
  printError(`${words.slice(0, 2).join(' ')} is not a command.`)
  for (const line of formatOverview(words[0], 'pt')) printError(line)
  return 2
}

/** Shoppers' and suppliers' texts must not move the operator's cursor, nor hide or reverse what else is shown. */
function replaceControlChars(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\ufffd')
}

/** A command's name is one word or two; without its second word, `list` is meant. */
function findCommand(words: string[]): { name: string; command: Command; args: string[] } | null {
  const [firstWord] = words
  if (words.length === 1 && Object.hasOwn(commands, `${firstWord} list`)) return findCommand([`${firstWord}`, 'list'])
  for (const wordCount of [2, 1]) {
    const name = words.slice(0, wordCount).join(' ')
    const command = words.length >= wordCount && Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command) return { name, command, args: words.slice(wordCount) }
  }
  return null
}

// Loaded here, so that help and wrong arguments need neither shop nor database.

async function openDatabaseOnDemand(location: string): Promise<Database> {
  const { openDatabase } = await import('../database/connection.ts')
  return openDatabase(location)
}

async function openShopOnDemand(env: ProcessContext['env']): Promise<Shop> {
  const config = readConfig(env)
  const [{ default: pino }, { openShop }] = await Promise.all([import('pino'), import('../shop.ts')])
  return openShop(config, {
    // What was done stands in the audit trail: a line of JSON between a command's sentences would tell nobody more.
    log: pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel }, pino.destination(2)),
    // Calls to the sandbox's bank are left to the server's next round of jobs.
    getLocalOrigin: () => `http://127.0.0.1:${config.port}`,
    refusesOlderDatabase: true,
  })
}

/** An error of the database, its disk, a named file or the store of files as a one-line OperatorError; any other error as it is. */
function toOperatorError(error: unknown, env: ProcessContext['env']): unknown {
  const location = env.DATABASE_URL || join(env.DATA_DIR || './data', 'balcao.db')
  const message = explainFileStorageError(error) ?? explainDatabaseError(error, location) ?? explainFileError(error)
  return message === null ? error : new OperatorError(message)
}

/** The file system's own words name the file: `ENOENT: no such file or directory, open '/backups/shop.backup'`. */
function explainFileError(error: unknown): string | null {
  const isFileError = error instanceof Error && 'syscall' in error && 'path' in error
  return isFileError ? error.message : null
}

/** Of what a command says: found among its words, since its options may not be readable. */
function findLanguage({ command, args }: { command: Command; args: string[] }): Language {
  return !command.usage.includes(languageUsage) || /--lang[ =]en\b/.test(args.join(' ')) ? 'en' : 'pt'
}

/** Prints a refusal as one line, and a fault of ours with its stack trace. */
function printFailure(
  error: unknown,
  { name, command }: { name: string; command: Command },
  { printError, language }: Pick<ProcessContext, 'printError'> & { language: Language },
): number {
  if (error instanceof UsageError) {
    const usage = `${helpTexts.commandUsage[language]}: npm run shop -- ${name} ${command.usage}`.trimEnd()
    printError(`${toUsageSentence(error.message)[language]}\n${usage}`)
    return 2
  }
  printError(
    error instanceof ShopError || error instanceof OperatorError ? toSentence(error.message)[language] : inspect(error),
  )
  return 1
}

function formatCommandHelp({ name, command }: { name: string; command: Command }, language: Language): string[] {
  const usage = `${helpTexts.commandUsage[language]}: npm run shop -- ${name} ${command.usage}`.trimEnd()
  return [usage, '', formatDescription(name, command, language)]
}

function formatDescription(name: string, { description, columns }: Command, language: Language): string {
  const text = language === 'pt' ? (commandDescriptions[name] ?? description) : description
  return columns === undefined ? text : `${text} (${helpTexts.columns[language]} ${columns})`
}

function formatOverview(firstWord: string | undefined, language: Language): string[] {
  const groupCommands = listGroupCommands(firstWord)
  const lines = (groupCommands.length > 0 ? groupCommands : Object.entries(commands)).map(
    ([name, command]) => [`${name} ${command.usage}`.trimEnd(), formatDescription(name, command, language)] as const,
  )
  const width = Math.max(...lines.map(([usage]) => Math.min(usage.length, 60)))
  return [
    helpTexts.usage[language],
    '',
    ...lines.map(([usage, description]) => `  ${usage.padEnd(width)}  ${description}`),
  ]
}

function listGroupCommands(firstWord: string | undefined): [string, Command][] {
  return Object.entries(commands).filter(([name]) => name.split(' ')[0] === firstWord)
}
