import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'

/**
 * Counts the changes of what pages show to everybody, so that their cache need not be emptied by any other write. The state is
 * the sum of `changes` (`shown-changes.ts`).
 *
 * On SQLite, which has one writer at a time, the triggers count in one row. On PostgreSQL orders would wait for each other's
 * lock on it: there each transaction adds a row.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('shown_change')
    .addColumn('changes', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into shown_change (changes) values (1)`.execute(db)
  if (engine === 'postgres') await sql.raw(noteOncePerTransaction).execute(db)
  for (const trigger of triggers(engine)) await sql.raw(trigger).execute(db)
}

/** The setting is the transaction's own, and rolled back with what it says, by a savepoint too. */
const noteOncePerTransaction = `create function note_shown_change() returns trigger language plpgsql as $$
  begin
    if current_setting('balcao.shown_change', true) is distinct from pg_current_xact_id()::text then
      insert into shown_change (changes) values (1);
      perform set_config('balcao.shown_change', pg_current_xact_id()::text, true);
    end if;
    return null;
  end $$`

/** Of few rows, each of which is on many pages, or (the version) of the whole catalogue. */
const small = ['branch', 'category', 'subcategory', 'banner', 'product_picture', 'catalogue_version']

/** All that a page shows of a product, or finds it by; not its sales, by which lists are sorted. */
const ofProduct = [
  ...['sku', 'slug', 'name', 'brand', 'manufacturer', 'active_ingredient', 'presentation', 'description', 'kind'],
  ...['category_id', 'subcategory_id', 'prescription_class', 'requires_prescription', 'is_medicine', 'is_pbm'],
  ...['promo_allowed', 'show_image', 'sellable_online', 'discount_type', 'discount_value', 'ean'],
  ...['anvisa_registration', 'leaflet_url', 'search_text', 'name_key'],
]
const row = (name: string) => `(${ofProduct.map((column) => `${name}.${column}`).join(', ')})`

const changed = {
  product: `${row('old')} is distinct from ${row('new')} or (old.paused_until is null) <> (new.paused_until is null)`,
  // More than ten are shown as enough, however many they are.
  offer: `old.price_cents <> new.price_cents or (old.stock <> new.stock and (old.stock <= 10 or new.stock <= 10))`,
}

/** A product without an offer is on no page: a new one is shown once it has one. */
function triggers(engine: Engine): string[] {
  const statementwise = engine === 'postgres' ? 'for each statement' : ''
  const note =
    engine === 'postgres'
      ? 'execute function note_shown_change()'
      : 'begin update shown_change set changes = changes + 1; end'
  return [
    ...[...small, 'offer'].flatMap((table) =>
      ['insert', 'delete'].map(
        (event) => `create trigger ${table}_${event}_shown after ${event} on ${table} ${statementwise} ${note}`,
      ),
    ),
    ...small.map((table) => `create trigger ${table}_update_shown after update on ${table} ${statementwise} ${note}`),
    `create trigger product_update_shown after update of ${[...ofProduct, 'paused_until'].join(', ')} on product
      for each row when (${changed.product}) ${note}`,
    `create trigger offer_update_shown after update of price_cents, stock on offer
      for each row when (${changed.offer}) ${note}`,
  ]
}
