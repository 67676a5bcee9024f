import type { Database } from './connection.ts'

class DryRunRollback<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('dry run rolled back')
    this.result = result
  }
}

/** The same database, whose transactions are rolled back once they have returned what they would have done. */
export function createDryRunDatabase<Db extends Pick<Database, 'transact'>>(database: Db): Db {
  return {
    ...database,
    async transact<Result>(work: Parameters<typeof database.transact<Result>>[0]): Promise<Result> {
      try {
        return await database.transact<Result>(async (tx) => {
          throw new DryRunRollback(await work(tx))
        })
      } catch (error) {
        if (error instanceof DryRunRollback) return error.result as Result
        throw error
      }
    },
  }
}
