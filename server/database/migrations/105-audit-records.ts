import { type Kysely, sql } from 'kysely'
import { text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** What a line of the audit trail is about, in columns beside the words that people read. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema.alterTable('audit_entry').addColumn('record_type', text).execute()
  await schema.alterTable('audit_entry').addColumn('record_id', text).execute()
  const triggers = appendOnlyTriggers[engine]
  for (const { drop } of triggers) await sql.raw(drop).execute(db)
  const spacePosition = sql.raw(engine === 'sqlite' ? `instr(record, ' ')` : `strpos(record, ' ')`)
  await sql`update audit_entry set record_type = substr(record, 1, ${spacePosition} - 1), record_id = substr(record, ${spacePosition} + 1)
    where record not in ('access log', 'all branches')`.execute(db)
  await sql`update audit_entry set record_type = 'access log' where record = 'access log'`.execute(db)
  await sql`update audit_entry set record_type = 'branch' where record = 'all branches'`.execute(db)
  // These were written by a name: an e-mail is one person's, a key's name may be that of several.
  await sql`update audit_entry set record_id = (select cast(id as text) from staff where email = record_id)
    where record_type = 'staff'`.execute(db)
  await sql`update audit_entry
    set record_id = (select cast(min(id) as text) from api_key where name = record_id having count(*) = 1)
    where record_type = 'key'`.execute(db)
  for (const { create } of triggers) await sql.raw(create).execute(db)
  await schema.dropIndex('audit_entry_by_record').execute()
  await schema
    .createIndex('audit_entry_by_record')
    .on('audit_entry')
    .columns(['record_type', 'record_id', 'id'])
    .execute()
}

/** The triggers that refuse changes: they make way for the update above, within its transaction. */
const appendOnlyTriggers = {
  sqlite: ['update', 'delete'].map((event) => ({
    drop: `drop trigger audit_entry_no_${event}`,
    create: `create trigger audit_entry_no_${event} before ${event} on audit_entry begin select raise(abort, 'audit entries are never changed'); end`,
  })),
  postgres: [
    {
      drop: 'drop trigger audit_entry_append_only on audit_entry',
      create: `create trigger audit_entry_append_only before update or delete or truncate on audit_entry
        for each statement execute function refuse_audit_change()`,
    },
  ],
}
