import type { Server } from 'node:http'
import { inspect } from 'node:util'
import { readConfig } from './config.ts'
import { OperatorError } from './platform/operator-error.ts'
import { startTracing, stopTracing } from './platform/tracing.ts'
import { type Development, type ServedShop, serve } from './serve.ts'
import type { Shop } from './shop.ts'
import { createProcessLog } from './web/process-log.ts'
import type { PagesBuild } from './web/remix.ts'

await start().catch((error) => exitWith(error instanceof OperatorError ? error.message : inspect(error)))

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (config.traceSampleRatio > 0) await startTracing(config.traceSampleRatio)
  const logger = await createProcessLog(config.logLevel, config.sandbox)
  const startDevelopment = process.argv.includes('--dev') ? startVite : undefined
  const served = await serve(config, { logger, startDevelopment })
  announce(served.shop, config.publicUrl ?? served.ownOrigin)

  const stop = () => void leave(served)
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // The starter (server/cli) that started this process has ended: stop too, as nothing else would.
  process.once('disconnect', stop)
  if (process.send && !process.connected) stop()
}

async function leave({ close }: ServedShop): Promise<void> {
  await close()
  await stopTracing()
  // Remix leaves a timer that would keep the process alive for seconds.
  process.exit(0)
}

function exitWith(reason: string): never {
  console.error(`Balcão cannot start: ${reason}`)
  process.exit(1)
}

async function startVite(server: Server): Promise<Development> {
  const { createServer: createViteServer } = await import('vite')
  const vite = await createViteServer({ server: { middlewareMode: true, hmr: { server } } })
  return {
    middlewares: vite.middlewares,
    loadPages: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<PagesBuild>,
  }
}

function announce(shop: Shop, origin: string): void {
  console.log(`${shop.profile.name} is open at ${origin}`)
  if (!shop.demo) return
  console.log('This is the sandbox: nothing is sold, sent or charged for real.')
  console.log(`Demo logins: ${shop.demo.logins.emails.join(', ')} with password ${shop.demo.logins.password}`)
  if (shop.backoffice.isEnabled)
    console.log(`The counter is at ${shop.backoffice.path}: ${shop.demo.logins.staff.join(', ')}, the same password`)
}
