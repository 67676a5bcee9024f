import { createRequire } from 'node:module'
import type driver from 'pg'

/** PostgreSQL's driver. With SQLite it is never loaded, which saves 10 MB and some hundredths of a second of each start. */
export function loadPg(): typeof driver {
  return createRequire(import.meta.url)('pg')
}
