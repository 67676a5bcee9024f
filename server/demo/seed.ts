import { demoBanners, demoCoupon, demoPromotion } from '../../app/texts/demo.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { addBagPromotion } from '../catalogue/bag-promotions/bag-promotions.ts'
import type { Context, TransactionContext } from '../context.ts'
import { listTablesWithData } from '../database/table-contents.ts'
import { insertBranches } from './branches.ts'
import { importCatalogue } from './catalogue.ts'
import { demoPassword, seedDemoCustomers } from './customers.ts'
import { insertStaff } from './staff.ts'

/**
 * Seeds a migrated, empty database with the demo shop, all or nothing.
 * @returns false, changing nothing, when the database has data of a shop by then: another process may seed it, too
 */
export async function seedDemoShop(ctx: Context): Promise<boolean> {
  const passwordHash = await hashPassword(demoPassword)
  return ctx.transact(async (ctx) => {
    if ((await listTablesWithData(ctx.db)).length > 0) return false
    await insertBranches(ctx)
    await importCatalogue(ctx)
    await insertBanners(ctx)
    await insertCoupon(ctx)
    await promoteSunscreen(ctx)
    await seedDemoCustomers(ctx, passwordHash, ctx.clock.now())
    await insertStaff(ctx, passwordHash, ctx.clock.now())
    return true
  })
}

async function insertBanners(ctx: TransactionContext): Promise<void> {
  const beautyCategory = await ctx.db
    .selectFrom('category')
    .select('id')
    .where('slug', '=', 'beleza')
    .executeTakeFirstOrThrow()
  const sunscreenSubcategory = await ctx.db
    .selectFrom('subcategory')
    .select('id')
    .where('categoryId', '=', beautyCategory.id)
    .where('slug', '=', 'protetor_solar')
    .executeTakeFirstOrThrow()
  const monitorProduct = await ctx.db
    .selectFrom('product')
    .select('id')
    .where('slug', 'like', 'monitor-de-pressao%')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const banners = [
    { ...demoBanners.sun, categoryId: beautyCategory.id, subcategoryId: sunscreenSubcategory.id, productId: null },
    { ...demoBanners.pressure, categoryId: null, productId: monitorProduct.id },
    { ...demoBanners.shop, categoryId: null, productId: null },
  ]
  await ctx.db
    .insertInto('banner')
    .values(
      banners.map(({ link, ...banner }, index) => ({ id: index + 1, ...banner, linkText: link, position: index })),
    )
    .execute()
}

/** 'Leve 3, pague 2' on one brand of sunscreen. */
async function promoteSunscreen(ctx: TransactionContext): Promise<void> {
  const products = await ctx.db
    .selectFrom('product')
    .innerJoin('subcategory', 'subcategory.id', 'product.subcategoryId')
    .select('product.id')
    .where('subcategory.slug', '=', 'protetor_solar')
    .where('brand', '=', demoPromotion.brand)
    .execute()
  const productIds = products.map(({ id }) => id)
  const period = { startsAt: ctx.clock.now(), endsAt: null }
  await addBagPromotion(ctx, { rule: demoPromotion.rule, productIds, ...period })
}

async function insertCoupon(ctx: TransactionContext): Promise<void> {
  await ctx.db
    .insertInto('coupon')
    .values({
      ...demoCoupon,
      discountType: 'percent',
      discountValue: 10,
      maxDiscountCents: 2000,
      isOncePerCustomer: true,
    })
    .execute()
}
