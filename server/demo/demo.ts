import { fileURLToPath } from 'node:url'
import { readShopProfile } from '../platform/shop-profile.ts'
import { demoEmails, demoPassword } from './customers.ts'
import { fillWithDemoShop } from './fill.ts'
import { insertOrders } from './orders.ts'
import { demoStaff } from './staff.ts'
import { openDemoStreets } from './streets.ts'

/** What the sandbox has instead of an operator's own. `shop.ts` loads it there alone: an image may lack this folder. */
export const demo = {
  /** For a sandbox without a shop.json of its own. */
  profile: () => readShopProfile(fileURLToPath(new URL('./shop.json', import.meta.url))),
  fill: fillWithDemoShop,
  fillCounter: insertOrders,
  openStreets: openDemoStreets,
  logins: { emails: Object.values(demoEmails), staff: Object.values(demoStaff), password: demoPassword },
  /** The folders of its products' pictures. */
  pictures: [fileURLToPath(new URL('./pictures', import.meta.url))],
}

export type Demo = typeof demo
