import { hash } from 'node:crypto'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, zstdCompressSync } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'

/**
 * A dictionary for pages (RFC 9842): browsers that have fetched it get pages as what differs from it (`Content-Encoding: dcz`),
 * a tenth of their size.
 */
export type CompressionDictionary = ReturnType<typeof createCompressionDictionary>

interface Options {
  /** Where it is kept: servers that share the folder, and the next start, send the same one. */
  folder: string
  /** Of the build: each has its own, since styles and markup change. */
  buildVersion: string
  /** Made when the first browser that could use it asks for a page, and again a minute after it could not be made. */
  buildText: () => Promise<string>
  logger: { warn(fields: object, message: string): void }
}

/** As it is sent, in brotli: what does not fit is cut off. */
const maxCompressedBytes = 14_000
const retryDelayMs = 60_000

/** Before the zstd frame: a skippable frame's head, then the dictionary's SHA-256 (RFC 9842, section 5). */
const frameHeader = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0])

interface LoadedDictionary {
  text: Buffer
  brotli: Buffer
  digest: Buffer
  /** Its name in `Available-Dictionary`. */
  availableDictionaryHeader: string
  path: string
}

export function createCompressionDictionary({ folder, buildVersion, buildText, logger }: Options) {
  let loadedDictionary: LoadedDictionary | null = null
  let lastAttemptMs = Number.NEGATIVE_INFINITY
  return { createHandler, advertise, isKnownTo, compress }

  /** Serves the dictionary's file. One of another version does not exist: a browser that names it gets pages without a dictionary. */
  function createHandler(): RequestHandler {
    return (request, response, next) => {
      if (!loadedDictionary || request.path !== loadedDictionary.path) return next()
      const acceptsBrotli = Boolean(request.acceptsEncodings('br'))
      response.set({
        'Content-Type': 'application/octet-stream',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Use-As-Dictionary': 'match="/*", match-dest=("document")',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept-Encoding',
        ...(acceptsBrotli && { 'Content-Encoding': 'br' }),
      })
      response.end(acceptsBrotli ? loadedDictionary.brotli : loadedDictionary.text)
    }
  }

  /**
   * Names it to a browser that may want it; the browser fetches it when it is idle. Never where data are to be saved. Only to
   * those who use it: Firefox fetches a dictionary, too, and never offers it.
   */
  function advertise(request: Request, response: Response): void {
    const { 'save-data': saveData, 'user-agent': userAgent = '' } = request.headers
    if (saveData === 'on' || userAgent.includes('Firefox/') || !request.acceptsEncodings('zstd') || isKnownTo(request))
      return
    if (loadedDictionary) response.append('Link', `<${loadedDictionary.path}>; rel="compression-dictionary"`)
    else void loadOrBuild()
  }

  function isKnownTo(request: Request): boolean {
    const knownDictionary = request.headers['available-dictionary']
    return (
      loadedDictionary !== null &&
      knownDictionary === loadedDictionary.availableDictionaryHeader &&
      Boolean(request.acceptsEncodings('dcz'))
    )
  }

  /** The page for a browser to which it is known. Level 10 takes two thirds longer than 5, for a twelfth fewer bytes; 11 would take ten times as long. */
  function compress(body: Buffer): Buffer {
    if (!loadedDictionary) throw new Error('there is no dictionary yet')
    const params = { [constants.ZSTD_c_compressionLevel]: 10 }
    return Buffer.concat([
      frameHeader,
      loadedDictionary.digest,
      zstdCompressSync(body, { dictionary: loadedDictionary.text, params }),
    ])
  }

  async function loadOrBuild(): Promise<void> {
    if (performance.now() - lastAttemptMs < retryDelayMs) return
    lastAttemptMs = performance.now()
    try {
      loadedDictionary =
        (await readStoredDictionary()) ?? (await storeIfAbsent(await compressToLimit(await buildText())))
    } catch (err) {
      logger.warn({ err }, 'no dictionary for pages')
    }
  }

  function getFilePath(): string {
    return join(folder, `page-dictionary-${buildVersion}.br`)
  }

  async function readStoredDictionary(): Promise<LoadedDictionary | null> {
    const brotli = await readFile(getFilePath()).catch(() => null)
    if (!brotli) return null
    try {
      return await decodeDictionary(brotli)
    } catch {
      // A power cut may have left half of it.
      await rm(getFilePath(), { force: true })
      return null
    }
  }

  /** @returns the dictionary of the server that stored it first */
  async function storeIfAbsent(brotli: Buffer): Promise<LoadedDictionary> {
    const temporaryFile = `${getFilePath()}.${process.pid}`
    try {
      await writeFile(temporaryFile, brotli, { mode: 0o600 })
      await link(temporaryFile, getFilePath()).catch(() => {})
      const storedFileNames = (await readdir(folder)).filter((name) => name.startsWith('page-dictionary-'))
      const outdatedPaths = storedFileNames.map((name) => join(folder, name)).filter((path) => path !== getFilePath())
      await Promise.all(outdatedPaths.map((path) => rm(path, { force: true })))
    } catch (err) {
      logger.warn({ err }, 'the dictionary for pages is not kept')
    }
    return (await readStoredDictionary()) ?? decodeDictionary(brotli)
  }
}

async function decodeDictionary(brotli: Buffer): Promise<LoadedDictionary> {
  const text = await promisify(brotliDecompress)(brotli)
  const digest = hash('sha256', text, 'buffer')
  return {
    text,
    brotli,
    digest,
    availableDictionaryHeader: `:${digest.toString('base64')}:`,
    path: `/assets/pages-${digest.toString('hex').slice(0, 16)}.dictionary`,
  }
}

/** As much of it from its start as fits. */
async function compressToLimit(text: string): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  let prefix = Buffer.from(text)
  for (;;) {
    const brotli = await promisify(brotliCompress)(prefix, { params })
    if (brotli.length <= maxCompressedBytes) return brotli
    prefix = prefix.subarray(0, -4 * (brotli.length - maxCompressedBytes) - 256)
  }
}
