import type { Kysely } from 'kysely'
import type { Database, Engine } from './database/connection.ts'
import type { Tables } from './database/schema.ts'
import type { Clock } from './platform/clock.ts'
import type { Encryption } from './platform/encryption.ts'
import type { FileStorage } from './platform/files/file-storage.ts'
import type { SecurityLog } from './platform/security-log.ts'
import type { LaboratoryProgramme } from './ports/laboratory-programme.ts'
import type { MailServer } from './ports/mail-server.ts'
import type { PaymentProvider } from './ports/payment-provider.ts'
import type { Settings } from './ports/settings.ts'
import type { StreetLookup } from './ports/street-lookup.ts'

/** What every verb of the shop works with: its first parameter. */
export interface Context {
  readonly engine: Engine
  /** The database; inside `transact` the transaction, and nothing else: on SQLite any other query would wait for its end. */
  readonly db: Kysely<Tables>
  /** Runs `work` on a context of a transaction; within one, `work` joins it. Retried as a whole where the engine aborted it. */
  transact<Result>(work: (ctx: TransactionContext) => Promise<Result>): Promise<Result>
  /** Empties SQLite's write-ahead log, which still contains what has been deleted. @throws when other processes keep reading */
  truncateWal(): Promise<void>
  readonly clock: Clock
  readonly encryption: Encryption
  readonly log: Log
  readonly securityLog: SecurityLog
  readonly files: FileStorage
  /** Whoever the shop calls: what others do for it. */
  readonly providers: Providers
  readonly settings: Settings
  /** What this process keeps beside the database, one of each, which contexts made of one another share: `ctx.memory(createCatalogueCache)`. */
  memory<Kept>(create: (settings: Settings) => Kept): Kept
}

/** Of a verb that must run within its caller's transaction: outside of one it does not compile. */
export interface TransactionContext extends Context {
  readonly isTransaction: true
}

/** Of a verb whose work must not be undone with its caller's, such as a counted attempt: within a transaction it does not compile. */
export interface OutsideTransaction extends Context {
  readonly isTransaction?: never
}

/** The shop's own log: no line holds what somebody typed. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface Providers {
  payments: readonly PaymentProvider[]
  /** Null where no laboratory takes part. */
  programme: LaboratoryProgramme | null
  /** Null where e-mails are only kept: in the sandbox. */
  mailServer: MailServer | null
  findStreet: StreetLookup
}

function joinTransaction<Result>(
  this: TransactionContext,
  work: (ctx: TransactionContext) => Promise<Result>,
): Promise<Result> {
  return work(this)
}

type Ports = Omit<Context, 'engine' | 'db' | 'transact' | 'truncateWal' | 'memory'>

/** @param substitutes what stands in for what `memory` would create: tests draw each document once */
export function createContext(
  { engine, db, transact, truncateWal }: Pick<Database, 'engine' | 'db' | 'transact' | 'truncateWal'>,
  ports: Ports,
  substitutes: Iterable<[create: unknown, value: unknown]> = [],
): Context {
  const valueByCreate = new Map(substitutes)
  const context: Context = {
    ...ports,
    engine,
    db,
    truncateWal,
    memory<Kept>(this: Context, create: (settings: Settings) => Kept): Kept {
      if (!valueByCreate.has(create)) valueByCreate.set(create, create(this.settings))
      return valueByCreate.get(create) as Kept
    },
    // By `this`, so that a context of which a port was replaced keeps it within transactions.
    transact(this: Context, work) {
      return transact((tx) => work({ ...this, db: tx, isTransaction: true, transact: joinTransaction }))
    },
  }
  return context
}

/** What of a context works without a shop around it: imports run in a process of their own. Every `Context` is one. */
export interface BareContext {
  readonly engine: Engine
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly securityLog: SecurityLog
  transact<Result>(work: (ctx: BareContext) => Promise<Result>): Promise<Result>
}

export function createBareContext(
  { engine, db, transact }: Pick<Database, 'engine' | 'db' | 'transact'>,
  ports: Pick<BareContext, 'clock' | 'securityLog'>,
): BareContext {
  const context: BareContext = {
    ...ports,
    engine,
    db,
    transact: (work) =>
      transact((tx) => {
        const joined: BareContext = { ...context, db: tx, transact: (work) => work(joined) }
        return work(joined)
      }),
  }
  return context
}

class DryRunRollback<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('dry run rolled back')
    this.result = result
  }
}

/** The same context, whose transactions are rolled back once they have returned what they would have done. */
export function createDryRunContext<Ctx extends Pick<BareContext, 'transact'> & { isTransaction?: never }>(
  ctx: Ctx,
): Ctx {
  return {
    ...ctx,
    async transact<Result>(work: Parameters<typeof ctx.transact<Result>>[0]): Promise<Result> {
      try {
        return await ctx.transact<Result>(async (ctx) => {
          throw new DryRunRollback(await work(ctx))
        })
      } catch (error) {
        if (error instanceof DryRunRollback) return error.result
        throw error
      }
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any verb's own parameters
type Verb = (ctx: Context, ...args: any[]) => unknown

/** The verbs of a module, without their context: what pages, calls and commands see of it. Others of its exports are left out. */
export type Bound<Module> = {
  [Name in keyof Module as Module[Name] extends Verb ? Name : never]: Module[Name] extends (
    ctx: Context,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never
}

/** `bindContext(ctx, { ...branches, ...coverage })`, from `import * as branches`. */
export function bindContext<Module extends object>(ctx: Context, module: Module): Bound<Module> {
  const verbs = Object.entries(module).filter(([, value]) => typeof value === 'function')
  return Object.fromEntries(verbs.map(([name, verb]) => [name, verb.bind(null, ctx)])) as Bound<Module>
}
