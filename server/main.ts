import type { Server } from 'node:http'
import { inspect } from 'node:util'
import { readConfig } from './config.ts'
import { restMessage } from './database/rest.ts'
import { OperatorError } from './platform/operator-error.ts'
import { startTracing, stopTracing } from './platform/tracing.ts'
import { type DevelopmentServer, type RunningServer, serve } from './serve.ts'
import type { Shop } from './shop.ts'
import { createProcessLogger } from './web/process-logger.ts'
import type { PagesBuild } from './web/remix.ts'

await start().catch((error) => exitWithError(error instanceof OperatorError ? error.message : inspect(error)))

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (config.traceSampleRatio > 0) await startTracing(config.traceSampleRatio)
  const logger = await createProcessLogger(config.logLevel, config.isSandbox)
  const startDevelopmentServer = process.argv.includes('--dev') ? startVite : undefined
  const runningServer = await serve(config, { logger, startDevelopmentServer })
  printStartMessage(runningServer.shop, config.publicUrl ?? runningServer.localOrigin)
  if (await runningServer.shop.isAtRest()) console.log(restMessage)

  const handleStop = () => void shutDown(runningServer)
  process.once('SIGTERM', handleStop)
  process.once('SIGINT', handleStop)
  // The starter (server/cli) that started this process has ended: stop too, as nothing else would.
  process.once('disconnect', handleStop)
  if (process.send && !process.connected) handleStop()
}

async function shutDown({ close }: RunningServer): Promise<void> {
  await close()
  await stopTracing()
  // Remix leaves a timer that would keep the process alive for seconds.
  process.exit(0)
}

function exitWithError(reason: string): never {
  console.error(`Balcão cannot start: ${reason}`)
  process.exit(1)
}

async function startVite(server: Server): Promise<DevelopmentServer> {
  const { createServer: createViteServer } = await import('vite')
  const vite = await createViteServer({ server: { middlewareMode: true, hmr: { server } } })
  return {
    middleware: vite.middlewares,
    loadPagesBuild: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<PagesBuild>,
  }
}

function printStartMessage(shop: Shop, origin: string): void {
  console.log(`${shop.profile.name} is open at ${origin}`)
  if (!shop.demo) return
  console.log('This is the sandbox: nothing is sold, sent or charged for real.')
  console.log(`Demo logins: ${shop.demo.logins.customerEmails.join(', ')} with password ${shop.demo.logins.password}`)
  if (shop.backoffice.isEnabled)
    console.log(
      `The counter is at ${shop.backoffice.path}: ${shop.demo.logins.staffEmails.join(', ')}, the same password`,
    )
}
