import pino from 'pino'
import { readConfig, readStorage } from '../config.ts'
import { type Database, openDatabase } from '../database/connection.ts'
import { ShopError } from '../errors.ts'
import { openShop, type Shop } from '../shop.ts'
import { branchesCommands } from './branches.ts'
import { catalogueCommands } from './catalogue.ts'
import { type Command, type Commands, UsageError } from './command.ts'
import { couponsCommands } from './coupons.ts'
import { customersCommands } from './customers.ts'
import { gainsCommands } from './gains.ts'
import { ordersCommands } from './orders.ts'
import { prescriptionsCommands } from './prescriptions.ts'
import { upkeepCommands } from './upkeep.ts'

/** The operator's command line, `npm run shop -- <command>`: every command by its full name, in the help's order. */
const commands: Commands = {
  ...catalogueCommands,
  ...branchesCommands,
  ...ordersCommands,
  ...prescriptionsCommands,
  ...couponsCommands,
  ...customersCommands,
  ...gainsCommands,
  ...upkeepCommands,
}

process.exitCode = await runCommand(process.argv.slice(2))

/** @returns the exit code: 0 done, 1 refused or failed, 2 invalid command or arguments */
async function runCommand(words: string[]): Promise<number> {
  const found = find(words)
  if (!found) {
    const isAsked = words.length === 0 || words[0] === 'help' || words[0] === '--help'
    if (!isAsked) console.error(`${words.slice(0, 2).join(' ')} is not a command.`)
    const say = isAsked ? console.log : console.error
    for (const line of help(isAsked ? words[1] : words[0])) say(line)
    return isAsked ? 0 : 2
  }
  const opened: { shop?: Promise<Shop>; database?: Database } = {}
  try {
    const storage = readStorage()
    await found.command.run(found.args, {
      storage,
      print: (line) => console.log(line),
      openShop: () => {
        opened.shop ??= openOwnShop()
        return opened.shop
      },
      openDatabase: () => {
        opened.database ??= openDatabase(storage.databaseLocation)
        return opened.database
      },
    })
    return 0
  } catch (error) {
    return explain(error, found)
  } finally {
    await (await opened.shop?.catch(() => null))?.close()
    await opened.database?.close()
  }
}

/** A command's name is one word or two; without its second word, `list` is meant. */
function find(words: string[]): { name: string; command: Command; args: string[] } | null {
  const [first] = words
  if (words.length === 1 && Object.hasOwn(commands, `${first} list`)) return find([`${first}`, 'list'])
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = words.length >= length && Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command) return { name, command, args: words.slice(length) }
  }
  return null
}

async function openOwnShop(): Promise<Shop> {
  const config = readConfig(process.env)
  return openShop(config, {
    log: pino({ level: config.logLevel }, pino.destination(2)),
    // Calls to the sandbox's bank are left to the server's next round of jobs.
    ownOrigin: () => `http://127.0.0.1:${config.port}`,
  })
}

/** Prints a refusal as one line, and a fault of ours with its stack trace. */
function explain(error: unknown, { name, command }: { name: string; command: Command }): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\nUsage: npm run shop -- ${name} ${command.takes}`.trimEnd())
    return 2
  }
  const isExpected = error instanceof ShopError || (error instanceof Error && error.constructor === Error)
  console.error(isExpected ? (error as Error).message : error)
  return 1
}

/** Help for the commands that begin with a word, or for all if none does. */
function help(first: string | undefined): string[] {
  const all = Object.entries(commands)
  const group = all.filter(([name]) => name.split(' ')[0] === first)
  const lines = (group.length > 0 ? group : all).map(
    ([name, { takes, does }]) => [`${name} ${takes}`.trimEnd(), does] as const,
  )
  const width = Math.max(...lines.map(([usage]) => usage.length))
  return ['Usage: npm run shop -- COMMAND', '', ...lines.map(([usage, does]) => `  ${usage.padEnd(width)}  ${does}`)]
}
