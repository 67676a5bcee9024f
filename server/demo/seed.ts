import { demoBanners, demoCoupon } from '../../app/texts/demo.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { listTablesWithData } from '../database/table-contents.ts'
import type { Clock } from '../platform/clock.ts'
import { insertBranches } from './branches.ts'
import { importCatalogue } from './catalogue.ts'
import { demoPassword, seedDemoCustomers } from './customers.ts'
import { insertStaff } from './staff.ts'

/**
 * Seeds a migrated, empty database with the demo shop, all or nothing.
 * @returns false, changing nothing, when the database has data of a shop by then: another process may seed it, too
 */
export async function seedDemoShop(database: Database, clock: Clock): Promise<boolean> {
  const passwordHash = await hashPassword(demoPassword)
  return database.transact(async (tx) => {
    if ((await listTablesWithData(tx)).length > 0) return false
    await insertBranches(tx)
    await importCatalogue(tx, database.engine, clock)
    await insertBanners(tx)
    await insertCoupon(tx)
    await seedDemoCustomers(tx, passwordHash, clock.now())
    await insertStaff(tx, passwordHash, clock.now())
    return true
  })
}

async function insertBanners(tx: Transaction): Promise<void> {
  const beautyCategory = await tx
    .selectFrom('category')
    .select('id')
    .where('slug', '=', 'beleza')
    .executeTakeFirstOrThrow()
  const sunscreenSubcategory = await tx
    .selectFrom('subcategory')
    .select('id')
    .where('category_id', '=', beautyCategory.id)
    .where('slug', '=', 'protetor_solar')
    .executeTakeFirstOrThrow()
  const monitorProduct = await tx
    .selectFrom('product')
    .select('id')
    .where('slug', 'like', 'monitor-de-pressao%')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const banners = [
    { ...demoBanners.sun, category_id: beautyCategory.id, subcategory_id: sunscreenSubcategory.id, product_id: null },
    { ...demoBanners.pressure, category_id: null, product_id: monitorProduct.id },
    { ...demoBanners.shop, category_id: null, product_id: null },
  ]
  await tx
    .insertInto('banner')
    .values(
      banners.map(({ link, ...banner }, index) => ({ id: index + 1, ...banner, link_text: link, position: index })),
    )
    .execute()
}

async function insertCoupon(tx: Transaction): Promise<void> {
  await tx
    .insertInto('coupon')
    .values({
      ...demoCoupon,
      discount_type: 'percent',
      discount_value: 10,
      max_discount_cents: 2000,
      once_per_customer: 1,
    })
    .execute()
}
