import { createRequire } from 'node:module'
import { pipeline } from 'node:stream/promises'
import type driver from 'pg'
import type { PoolClient } from 'pg'
import type copyStreams from 'pg-copy-streams'

const require = createRequire(import.meta.url)

/** PostgreSQL's driver. With SQLite it is never loaded, which saves 10 MB and some hundredths of a second of each start. */
export function loadPg(): typeof driver {
  return require('pg')
}

/**
 * Runs `copy … from stdin`.
 * @param copyText rows in the text format of COPY
 */
export async function copyFromStdin(client: PoolClient, statement: string, copyText: string): Promise<void> {
  const { from }: typeof copyStreams = require('pg-copy-streams')
  await pipeline([copyText], client.query(from(statement)))
}
