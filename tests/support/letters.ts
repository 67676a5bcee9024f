import type { Database } from '../../server/database/connection.ts'

/** The e-mails in the outbox, waiting or sent, the oldest first, with what they say. */
export async function readLetters({ db }: Pick<Database, 'db'>) {
  const rows = await db.selectFrom('outbox').selectAll().where('channel', '=', 'email').orderBy('id').execute()
  return rows.map((row) => {
    const { subject, text = '', html = '' } = JSON.parse(row.payloadJson) as Record<string, string>
    return { ...row, subject: subject ?? '', textBody: text, htmlBody: html }
  })
}
