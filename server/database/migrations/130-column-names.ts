import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'

/** A flag's name begins with `is_`, an instant's ends with `_at`, and a column has the words of the code. */
export const namesByTable: Record<string, Record<string, string>> = {
  branch: { shipping_later: 'is_shipping_scheduled' },
  product: {
    promo_allowed: 'is_promo_allowed',
    show_image: 'is_image_shown',
    sellable_online: 'is_sellable_online',
    paused_until: 'pause_ends_at',
  },
  staged_product: {
    promo_allowed: 'is_promo_allowed',
    show_image: 'is_image_shown',
    sellable_online: 'is_sellable_online',
  },
  offer: { out_of_stock: 'is_out_of_stock' },
  stock_notice: { asked_at: 'requested_at' },
  coverage_notice: { asked_at: 'requested_at' },
  end_request: { asked_at: 'requested_at', asked_by: 'requested_by', asked_status: 'requested_status' },
  orders: {
    delivery_charge_cents: 'delivery_fee_cents',
    removed_cents: 'short_picked_cents',
    new_promise_at: 'revised_promise_at',
    promised_from: 'promise_starts_at',
    promised_to: 'promise_ends_at',
    pickup_until: 'pickup_ends_at',
  },
  order_proposal: { answer_until: 'answer_due_at' },
  charge: { unclear_since: 'unclear_at' },
  coupon: { once_per_customer: 'is_once_per_customer' },
  laboratory_opt_in_product: { discount_hundredths: 'discount_basis_points' },
  laboratory_authorisation: { discount_hundredths: 'discount_basis_points' },
  sandbox_authorisation: { discount_hundredths: 'discount_basis_points' },
  prescription_part: { issued_at: 'issued_on' },
  staff: { totp_confirmed: 'is_totp_confirmed' },
  call_key: { claimed_until: 'claim_ends_at' },
  audit_entry: { act: 'action' },
  database_kind: { resting_since: 'restored_at' },
}

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const [table, names] of Object.entries(namesByTable))
    for (const [before, after] of Object.entries(names))
      await sql`alter table ${sql.id(table)} rename column ${sql.id(before)} to ${sql.id(after)}`.execute(db)
  if (engine === 'postgres') await renameInFunctions(db)
}

/** PostgreSQL keeps a function's text as it was written: triggers' columns follow a rename, those within it do not. */
async function renameInFunctions(db: Kysely<unknown>): Promise<void> {
  const names: Record<string, string> = { ...namesByTable['product'], ...namesByTable['offer'] }
  const pattern = `\\y(${Object.keys(names).join('|')})\\y`
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = current_schema()::regnamespace and prokind = 'f' and prosrc ~ ${pattern}`.execute(db)
  for (const { definition } of rows)
    await sql.raw(definition.replace(/\w+/g, (word) => names[word] ?? word)).execute(db)
}
