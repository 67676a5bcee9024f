import type { Kysely } from 'kysely'

/** All mailed codes are in `mailbox_code`. Those of the last 15 minutes are mailed again when somebody asks for them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropTable('email_code').execute()
}
