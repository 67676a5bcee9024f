import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import sirv from 'sirv'

const build = fileURLToPath(new URL('../../build/client', import.meta.url))
const demoPictures = fileURLToPath(new URL('../database/demo/pictures', import.meta.url))
const day = 24 * 60 * 60

/** Built assets (hashed names, compressed at build time, kept for a year), public files, product pictures. */
export function staticFiles(options: { dataDir: string; sandbox: boolean; development: boolean }) {
  const routes = Router()
  if (!options.development) {
    routes.use('/assets', sirv(join(build, 'assets'), { immutable: true, maxAge: 365 * day, brotli: true, gzip: true }))
    routes.use(sirv(build, { maxAge: day, brotli: true, gzip: true, extensions: [] }))
  }
  const pictures = join(options.dataDir, 'imagens')
  // Looked up at each request: an import adds to them while the server runs.
  routes.use('/imagens', sirv(pictures, { maxAge: 7 * day, dev: true, etag: true }))
  if (options.sandbox) routes.use('/imagens', sirv(demoPictures, { maxAge: 7 * day }))
  return routes
}

/** The built style sheets by their address, so that a page can carry its own in its head. Empty in development. */
export function readStylesheets(): ReadonlyMap<string, string> {
  const assets = join(build, 'assets')
  const names = existsSync(assets) ? readdirSync(assets).filter((name) => name.endsWith('.css')) : []
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(join(assets, name), 'utf8').trim()]))
}
