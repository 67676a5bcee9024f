import type { Database } from './connection.ts'

class Rehearsed<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('rehearsed')
    this.result = result
  }
}

/** The same database, whose transactions are rolled back once they have said what they would have done. */
export function rehearsing<Real extends Pick<Database, 'transact'>>(database: Real): Real {
  return {
    ...database,
    async transact<Result>(work: Parameters<typeof database.transact<Result>>[0]): Promise<Result> {
      try {
        return await database.transact<Result>(async (tx) => {
          throw new Rehearsed(await work(tx))
        })
      } catch (error) {
        if (error instanceof Rehearsed) return error.result as Result
        throw error
      }
    },
  }
}
