/**
 * A program of its own, which `pdf-pictures.ts` starts without rights to anything: it reads a PDF from standard input and
 * writes to standard output how many pages it has, then each page's width, height and pixels (RGBA). Numbers are 32 bits,
 * big-endian. A document with more pages than `maxPages` is not drawn. It fails when a page cannot be drawn.
 */
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const [maxPages = 0, maxSide = 0] = process.argv.slice(2).map(Number)
/** Pixels per point: 200 dpi. Larger pages are drawn smaller, at most `maxSide` pixels long. */
const maxScale = 200 / 72

const wasm = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer })
const document = await library.loadDocument(await buffer(process.stdin))
await write(numbers(document.getPageCount()))
if (document.getPageCount() <= maxPages) {
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = Math.min(maxScale, maxSide / Math.max(originalWidth, originalHeight))
    // The stamp of a digital signature is a form field.
    const { width, height, data } = await page.render({ scale, renderFormFields: true })
    await write(numbers(width, height))
    await write(data)
  }
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

function write(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}
