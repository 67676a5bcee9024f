import { readConfig } from '../../server/config.ts'
import { openShop, type Shop } from '../../server/shop.ts'
import { openingInstant, type RunningServer } from './server.ts'

/** Runs verbs on a running server's data, as a second server would: what a test needs done that is not its subject. */
export async function onShop<Value>(
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  run: (shop: Shop) => Promise<Value>,
): Promise<Value> {
  const config = readConfig({ SANDBOX: '1', DATA_DIR: dataDir, SANDBOX_CLOCK: openingInstant })
  const log = { info: () => {}, warn: () => {} }
  const shop = await openShop(config, { log, getLocalOrigin: () => 'http://127.0.0.1:9' })
  try {
    return await run(shop)
  } finally {
    await shop.close()
  }
}
