import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'

/** Pages, counts and searches are remembered for some seconds, so nothing counts their changes any more. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  if (engine === 'postgres') {
    await run('drop function note_shown_change, note_sale, note_changed_offer cascade')
    await run('drop function name_change')
  } else {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'trigger' and sql like '%shown_change%'`.execute(db)
    for (const { name } of rows) await run(`drop trigger ${name}`)
  }
  await run('drop table shown_change')
}
