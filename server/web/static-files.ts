import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'
import sirv from 'sirv'
import { pictureFolder, placeholderPictureFolder } from '../catalogue/import/pictures.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { hstsValue } from './security.ts'
import { serveStoredPictures } from './stored-pictures.ts'

const clientBuildDir = fileURLToPath(new URL('../../build/client', import.meta.url))
const secondsPerDay = 24 * 60 * 60
/** Texts that are served as files, by their endings; the middleware would leave their charset to the browser. */
const contentTypeByExtension: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

const fileSecurityHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }
/** On files that no page of the build names. */
export const fileHeaders = { ...fileSecurityHeaders, 'Strict-Transport-Security': hstsValue }
const pictureHeaders = {
  ...fileHeaders,
  'Cache-Control': `public, max-age=${7 * secondsPerDay}`,
}

/**
 * Built assets (hashed names, compressed at build time, cached for a year), public files, product pictures. Mounted before
 * the security headers, whose 700 bytes of policy matter only for documents.
 */
export function createStaticRouter(options: {
  /** Where pictures are, unless they are in a store. */
  dataDir: string
  pictureStore: FileStorage | null
  demoPictureFolders: string[]
  isDevelopment: boolean
}) {
  const router = Router()
  const setHeaders = (response: ServerResponse, path: string) => {
    // For browsers that know no SVG; the middleware has no type for it.
    if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
    const [, extension = ''] = /\.(js|css|svg)$/.exec(path) ?? []
    if (extension) response.setHeader('Content-Type', `${contentTypeByExtension[extension]}; charset=utf-8`)
    for (const [name, value] of Object.entries(fileSecurityHeaders)) response.setHeader(name, value)
    // A file that cannot be read (gone with an older build, no file handle left) ends its answer, not the process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
  }
  // Not on built files: the page that asks for them has it, and twenty files would carry a kilobyte of it.
  const setHeadersWithHsts = (response: ServerResponse, path: string) => {
    setHeaders(response, path)
    response.setHeader('Strict-Transport-Security', hstsValue)
  }
  if (!options.isDevelopment) {
    // `sirv` sends wrong bytes for some ranges, and cuts the connection for others. A server may send the whole (RFC 9110, section 14.2).
    router.use((request, _response, next) => {
      if (!request.path.startsWith('/imagens/')) delete request.headers.range
      next()
    })
    const encodingOptions = { brotli: true, gzip: true }
    const assetOptions = { ...encodingOptions, setHeaders, immutable: true, maxAge: 365 * secondsPerDay }
    router.use('/assets', sirv(join(clientBuildDir, 'assets'), assetOptions))
    router.use(
      sirv(clientBuildDir, {
        ...encodingOptions,
        setHeaders: setHeadersWithHsts,
        maxAge: secondsPerDay,
        extensions: [],
      }),
    )
  }
  const picturesDir = join(options.dataDir, pictureFolder)
  // Looked up on each request, since an import adds files while the server runs.
  const serveFolder = (folder: string) =>
    express.static(folder, {
      maxAge: 7 * secondsPerDay * 1000,
      // The time of its last change tells the same, and a listing has a dozen pictures.
      etag: false,
      index: false,
      redirect: false,
      setHeaders: setHeadersWithHsts,
    })
  router.use(
    '/imagens',
    options.pictureStore ? serveStoredPictures(options.pictureStore, pictureHeaders) : serveFolder(picturesDir),
  )
  for (const folder of [...options.demoPictureFolders, placeholderPictureFolder]) {
    router.use('/imagens', serveFolder(folder))
  }
  return router
}

/**
 * The built style sheets by URL, so that a page can inline its own. Empty in development. With escapes for characters beyond
 * Latin-1: one of them, and V8 keeps two bytes for each of the page's characters, which costs a twentieth of its making.
 */
export function readStylesheets(): ReadonlyMap<string, string> {
  const assetsDir = join(clientBuildDir, 'assets')
  const cssFileNames = existsSync(assetsDir) ? readdirSync(assetsDir).filter((name) => name.endsWith('.css')) : []
  return new Map(
    cssFileNames.map((name) => [
      `/assets/${name}`,
      readFileSync(join(assetsDir, name), 'utf8')
        .trim()
        .replace(/[\u0100-\uffff]/g, escapeCssCharacter),
    ]),
  )
}

/** As CSS escapes it; the space ends the number (CSS Syntax 3, section 4.3.7). */
function escapeCssCharacter(character: string): string {
  return `\\${character.charCodeAt(0).toString(16)} `
}
