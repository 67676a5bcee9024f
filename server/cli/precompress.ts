/**
 * Writes `.br` and `.gz` beside every compressible file of build/client, at the highest quality: the web server sends them
 * as they are, so no request costs compression time.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Bytes below which a response fits one packet anyway. */
const minCompressibleBytes = 1024
const compressibleExtensions = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
])

const clientBuildFolder = join(import.meta.dirname, '..', '..', 'build', 'client')
const entries = await readdir(clientBuildFolder, { recursive: true, withFileTypes: true })
const files = entries
  .filter((entry) => entry.isFile() && compressibleExtensions.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name))

const compressionResults = await Promise.all(files.map(compressFile))
console.log(`Compressed ${compressionResults.filter(Boolean).length} of ${files.length} files`)

async function compressFile(path: string): Promise<boolean> {
  const content = await readFile(path)
  if (content.length < minCompressibleBytes) return false
  const [brotliContent, gzipContent] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  if (brotliContent.length < content.length) await writeFile(`${path}.br`, brotliContent)
  if (gzipContent.length < content.length) await writeFile(`${path}.gz`, gzipContent)
  return true
}
