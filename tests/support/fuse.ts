import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../server/database/connection.ts'

/** How a server is cut off: the process is killed, or everything in progress fails. */
export type Ending = 'die' | 'stop'

/** The error with which all work ends once the fuse has blown. */
export class FuseBlown extends Error {}

/**
 * Cuts a server off at an await, before or after one of its database statements, so that every point between two statements
 * (commits, calls to the bank) can be hit. Whatever is not committed by then is lost.
 */
export function openFuse() {
  let left = Number.POSITIVE_INFINITY
  let ending: Ending = 'stop'
  return { light, isBlown: () => left < 0, mend, guard }

  /** Cuts the server off after `steps` half statements. */
  function light(steps: number, how: Ending): void {
    left = steps
    ending = how
  }

  function mend(): void {
    left = Number.POSITIVE_INFINITY
  }

  /** The same database, until the fuse blows. */
  function guard(database: Database): Database {
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        burn()
        return node
      },
      async transformResult({ result }) {
        burn()
        return result
      },
    }
    return {
      ...database,
      db: database.db.withPlugin(plugin),
      transact: (work) => database.transact((tx) => work(tx.withPlugin(plugin))),
    }
  }

  function burn(): void {
    left -= 1
    if (left >= 0) return
    if (ending === 'die') process.kill(process.pid, 'SIGKILL')
    throw new FuseBlown()
  }
}
