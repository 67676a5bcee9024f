import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { toQrTexts } from './qr-codes.ts'

export type QrCodeReader = ReturnType<typeof createQrCodeReader>

/** A photo takes a second; one that is full of what looks like a code's corners would take twelve. */
const defaultTimeoutSeconds = 8
/** Of one picture; a prescription has one or two. */
const maxCodesPerPicture = 4
const maxHeapMegabytes = 64
/** Of 64 KiB each: 256 MB for a picture of the most pixels. */
const maxWasmPages = 4096

const projectRoot = join(import.meta.dirname, '..', '..')
const programPath = join(import.meta.dirname, 'read-qr-codes.ts')
/** The program that reads a stranger's code has no secrets (an environment of its own) and no rights: it reads only its own code. */
export const permissionFlags = [
  '--permission',
  ...[programPath, join(projectRoot, 'package.json'), join(projectRoot, 'node_modules', 'zxing-wasm', '*')].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  `--max-old-space-size=${maxHeapMegabytes}`,
  `--wasm-max-mem-pages=${maxWasmPages}`,
]

/** Reads QR codes from pictures that the shop has drawn itself. */
export const createQrCodeReader = () => createTimedQrCodeReader(defaultTimeoutSeconds)

export function createTimedQrCodeReader(timeoutSeconds: number) {
  const readingLimiter = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueueLength: 20,
    maxWaitMs: 10_000,
    createRefusal: () => new Error('too many pictures are being read'),
  })
  return { readQrCodes }

  /**
   * The texts of the codes in these pictures (JPEG). None where they could not be read, in time or at all: a code spares the
   * pharmacist typing, and nothing waits for one.
   */
  async function readQrCodes(pictures: Buffer[]): Promise<string[]> {
    try {
      return toQrTexts(await readingLimiter.run(() => runReadingProgram(pictures, timeoutSeconds)))
    } catch {
      return []
    }
  }
}

/** @throws Error when it fails */
async function runReadingProgram(pictures: Buffer[], timeoutSeconds: number): Promise<string[]> {
  const child = spawn(process.execPath, [...permissionFlags, programPath, String(maxCodesPerPicture)], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutSeconds * 1000,
    killSignal: 'SIGKILL',
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  for (const picture of pictures) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(picture.length)
    child.stdin.write(length)
    child.stdin.write(picture)
  }
  child.stdin.end()
  const [output, [exitCode]] = await Promise.all([buffer(child.stdout), once(child, 'close')])
  if (exitCode !== 0) throw new Error(`the program that reads QR codes ended with ${exitCode}`)
  return JSON.parse(output.toString())
}
