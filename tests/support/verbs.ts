import { readConfig } from '../../server/config.ts'
import { openShop, type Shop } from '../../server/shop.ts'
import { openingInstant, type RunningServer } from './server.ts'

/** A second server's shop on a running server's data, for what a test needs done that is not its subject. Whoever opens it closes it. */
export function openShopOf({ dataDir }: Pick<RunningServer, 'dataDir'>): Promise<Shop> {
  const config = readConfig({ SANDBOX: '1', DATA_DIR: dataDir, SANDBOX_CLOCK: openingInstant })
  const log = { info: () => {}, warn: () => {} }
  return openShop(config, { log, getLocalOrigin: () => 'http://127.0.0.1:9' })
}

/** Runs verbs on such a shop. */
export async function onShop<Value>(
  server: Pick<RunningServer, 'dataDir'>,
  run: (shop: Shop) => Promise<Value>,
): Promise<Value> {
  const shop = await openShopOf(server)
  try {
    return await run(shop)
  } finally {
    await shop.close()
  }
}
