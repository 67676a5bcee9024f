import { fileURLToPath } from 'node:url'
import type { Context } from '../context.ts'
import { listTablesWithData } from '../database/table-contents.ts'
import { readShopProfile } from '../platform/shop-profile.ts'
import { demoCustomerEmails, demoPassword } from './customers.ts'
import { createSimulators } from './simulators/simulators.ts'
import { demoStaffEmails } from './staff.ts'
import { createDemoStreetLookup } from './streets.ts'

/** What the sandbox has instead of an operator's own. `shop.ts` loads it there alone: an image may lack this folder. */
export const demo = {
  /** For a sandbox without a shop.json of its own. */
  readProfile: () => readShopProfile(fileURLToPath(new URL('./shop.json', import.meta.url))),
  seedIfEmpty,
  insertDemoOrders: async (ctx: Context) => (await import('./orders.ts')).insertDemoOrders(ctx),
  createStreetLookup: createDemoStreetLookup,
  createSimulators,
  logins: {
    customerEmails: Object.values(demoCustomerEmails),
    staffEmails: Object.values(demoStaffEmails),
    password: demoPassword,
  },
  pictureFolders: [fileURLToPath(new URL('./pictures', import.meta.url))],
}

export type Demo = typeof demo

/** @returns false, changing nothing, when the database has data of a shop already */
async function seedIfEmpty(ctx: Context): Promise<boolean> {
  if ((await listTablesWithData(ctx.db)).length > 0) return false
  const { seedDemoShop } = await import('./seed.ts')
  return seedDemoShop(ctx)
}
