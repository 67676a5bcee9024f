/**
 * A program of its own, which `qr-codes.ts` starts without rights to anything: it reads pictures (JPEG) from standard input, each
 * after its length (32 bits, big-endian), and writes to standard output the texts of their QR codes, as JSON.
 *
 * @param process.argv how many codes of a picture count
 */
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const [maxNumberOfSymbols = 1] = process.argv.slice(2).map(Number)

// By itself it would fetch its program from a server.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
const texts: string[] = []
for (const picture of splitPictures(await buffer(process.stdin))) {
  const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols, textMode: 'Plain' })
  texts.push(...codes.map(({ text }) => text))
}
process.stdout.write(JSON.stringify(texts))

function* splitPictures(bytes: Buffer) {
  for (let start = 0; start < bytes.length; ) {
    const end = start + 4 + bytes.readUInt32BE(start)
    yield bytes.subarray(start + 4, end)
    start = end
  }
}
