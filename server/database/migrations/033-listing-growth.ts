import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'

/**
 * For listings of very many products. Sales are counted beside the changes of what pages show (migration 017): listings are
 * sorted by them, while no page shows them. The index by name has the subcategory, so that those before a page are skipped
 * without reading the table.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table shown_change add column sales bigint not null default 0')
  if (engine === 'postgres') await run(noteOncePerTransaction)
  const note =
    engine === 'postgres' ? 'execute function note_sale()' : 'begin update shown_change set sales = sales + 1; end'
  await run(`create trigger product_sold after update of units_sold on product
    for each row when (old.units_sold <> new.units_sold) ${note}`)
  await run('drop index product_by_name')
  await run('create index product_by_name on product (category_id, name_key, id, subcategory_id)')
}

/** As `note_shown_change` of migration 017. */
const noteOncePerTransaction = `create function note_sale() returns trigger language plpgsql as $$
  begin
    if current_setting('balcao.sale', true) is distinct from pg_current_xact_id()::text then
      insert into shown_change (changes, sales) values (0, 1);
      perform set_config('balcao.sale', pg_current_xact_id()::text, true);
    end if;
    return null;
  end $$`
