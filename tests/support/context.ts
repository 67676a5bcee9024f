import { DummyDriver, Kysely, type KyselyPlugin, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type Context, createContext, type Providers, type TransactionContext } from '../../server/context.ts'
import type { Database } from '../../server/database/connection.ts'
import type { Tables } from '../../server/database/schema.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { createFolderStorage } from '../../server/platform/files/folder-storage.ts'
import { createProfileFile } from '../../server/platform/profile-file.ts'
import { createSecurityLog } from '../../server/platform/security-log.ts'
import { readShopProfile } from '../../server/platform/shop-profile.ts'
import type { Settings } from '../../server/ports/settings.ts'
import { readTrustedRoots } from '../../server/prescriptions/signature/trusted-roots.ts'

const demoProfile = readShopProfile('server/demo/shop.json')

export const testKey = 'a-key-that-is-known-to-the-tests-alone'

interface Parts extends Partial<Omit<Context, 'settings' | 'providers' | 'engine' | 'db' | 'transact' | 'memory'>> {
  settings?: Partial<Settings>
  providers?: Partial<Providers>
  /** What stands in for what verbs keep in the memory, by its `create`. */
  substitutes?: Iterable<[create: unknown, value: unknown]>
}

/** A context on a database, with nothing outside of it but what a test gives. */
export function contextOn(
  database: Parameters<typeof createContext>[0],
  { settings, providers, substitutes, log = { info() {}, warn() {} }, ...parts }: Parts = {},
): Context {
  return createContext(
    database,
    {
      clock: { now: () => new Date() },
      encryption: createEncryption([testKey]),
      log,
      securityLog: createSecurityLog(log, testKey),
      files: createFolderStorage('no files here'),
      providers: { payments: [], programme: null, mailServer: null, findStreet: async () => null, ...providers },
      settings: {
        profile: demoProfile,
        profileFile: createProfileFile({ dataDir: 'no files here', isLive: false, initialProfile: demoProfile, log }),
        isSandbox: true,
        hmacSecret: testKey,
        signingSecrets: [testKey],
        getPublicOrigin: () => 'http://localhost',
        getBackofficeOrigin: () => 'http://localhost',
        rateLimitFactor: 1000,
        listingCacheSeconds: 0,
        paymentTimeoutMinutes: 30,
        offeredProviderNames: [],
        pixProviderName: 'pix',
        createProviderDeadline: () => AbortSignal.timeout(6_000),
        databaseLocation: '',
        uploadFolder: '',
        trustedRoots: readTrustedRoots(undefined),
        keepsSentEmails: true,
        getChannelEnvironment: () => ({}),
        secondFactorExemptEmails: [],
        analytics: { measurementId: undefined, apiSecret: undefined, collectorUrl: '' },
        isShopUrl: () => true,
        isAllowedWebhookAddress: () => false,
        ...settings,
      },
      ...parts,
    },
    substitutes,
  )
}

/** For verbs that read and write nothing: no query has a row. */
export function contextWithoutDatabase(parts: Parts = {}): Context {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const transact: Database['transact'] = (work) => work(db)
  return contextOn({ engine: 'sqlite', db, transact, truncateWal: async () => {} }, parts)
}

/** The same context, in which something happens once, just before the first transaction. */
export function beforeTransaction(ctx: Context, happen: () => Promise<unknown>): Context {
  let hasHappened = false
  return {
    ...ctx,
    async transact(work) {
      if (!hasHappened) await happen()
      hasHappened = true
      return ctx.transact(work)
    },
  }
}

/** The same context, in which something happens once within a transaction, as soon as it has read a table. */
export function afterReading(ctx: Context, table: string, happen: () => Promise<unknown>): Context {
  let isNext = false
  let hasHappened = false
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      isNext = JSON.stringify(node).includes(table)
      return node
    },
    async transformResult({ result }) {
      if (isNext && !hasHappened) {
        hasHappened = true
        await happen()
      }
      return result
    },
  }
  return {
    ...ctx,
    transact: (work) =>
      ctx.transact((tx) => {
        const reading: TransactionContext = { ...tx, db: tx.db.withPlugin(plugin) }
        return work(reading)
      }),
  }
}
