import { flushCompileCache } from 'node:module'

/**
 * Fills NODE_COMPILE_CACHE with what a start loads, TypeScript without its types: a step of the image's build, since the image
 * cannot be written to when it runs.
 */
await Promise.all([
  import('../config.ts'),
  import('../jobs.ts'),
  import('../shop.ts'),
  import('../web/drain-server.ts'),
  import('../web/metrics.ts'),
  import('../web/server.ts'),
  import(new URL('../../build/server/index.js', import.meta.url).href),
])
flushCompileCache()
process.exit()
