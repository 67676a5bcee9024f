/**
 * A program of its own, which `pdf-renderer.ts` starts without rights to anything: it reads a PDF from standard input and
 * writes to standard output how many pages it has, then each page's width, height and pixels (RGBA). Numbers are 32 bits,
 * big-endian. A document with more pages than `maxPages` is not drawn. It fails when a page cannot be drawn.
 *
 * With two more arguments, it is checked too: that many bytes of trusted certificates (PEM) stand before the PDF, so many
 * milliseconds the time is; what the signatures tell, and whether all text could be drawn, follows the pages as JSON, after its
 * length.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { computeDrawingScale } from './drawing-scale.ts'
import type { Pdfium } from './signature/find-signatures.ts'

const [maxPages = 0, maxDocumentPixels = 0, pemBytes = -1, nowMs = 0] = process.argv.slice(2).map(Number)

const wasm = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
const pdfium = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer })
const stdinBytes = await buffer(process.stdin)
const pdf = stdinBytes.subarray(Math.max(0, pemBytes))
const document = await pdfium.loadDocument(pdf)
await writeOutput(encodeUint32s(document.getPageCount()))
if (document.getPageCount() <= maxPages) {
  const pageHashes: string[] = []
  for await (const { width, height, data } of drawPages(document)) {
    await writeOutput(encodeUint32s(width, height))
    await writeOutput(data)
    if (pemBytes >= 0) pageHashes.push(hashPixels(data))
  }
  if (pemBytes >= 0) await writeFindings(pageHashes)
}

async function* drawPages(pdfDocument: PDFiumDocument) {
  for (const page of pdfDocument.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const pagePixels = maxDocumentPixels / pdfDocument.getPageCount()
    const scale = computeDrawingScale(originalWidth, originalHeight, pagePixels)
    // The stamp of a digital signature is a form field.
    yield await page.render({ scale, renderFormFields: true })
  }
}

async function writeFindings(pageHashes: string[]): Promise<void> {
  const { checkDocumentSignatures } = await import('./signature/check-document.ts')
  // Private by their types alone.
  const { module } = pdfium as unknown as { module: Pdfium }
  const { documentIdx } = document as unknown as { documentIdx: number }
  const pem = stdinBytes.subarray(0, pemBytes).toString('latin1')
  const verificationContext = { pem, now: new Date(nowMs) }
  const checkedSignatures = await checkDocumentSignatures(
    { pdfium: module, handle: documentIdx, pdf },
    verificationContext,
    async (revisionPdf) => {
      const revisionDocument = await pdfium.loadDocument(revisionPdf)
      try {
        return await rendersSamePages(revisionDocument, pageHashes)
      } finally {
        revisionDocument.destroy()
      }
    },
  )
  const json = Buffer.from(
    JSON.stringify({ ...checkedSignatures, hasUndrawnText: await findUndrawnText(module, documentIdx) }),
  )
  await writeOutput(encodeUint32s(json.length))
  await writeOutput(json)
}

/** @returns null where the text cannot be looked at */
async function findUndrawnText(module: Pdfium, documentIdx: number): Promise<boolean | null> {
  const { hasUndrawnText } = await import('./undrawn-text.ts')
  const pageIndexes = Array.from({ length: document.getPageCount() }, (_, index) => index)
  try {
    return pageIndexes.some((pageIndex) => hasUndrawnText(module, documentIdx, pageIndex))
  } catch {
    return null
  }
}

async function rendersSamePages(revisionDocument: PDFiumDocument, pageHashes: string[]): Promise<boolean> {
  if (revisionDocument.getPageCount() !== pageHashes.length) return false
  const expectedHashes = pageHashes.values()
  for await (const { data } of drawPages(revisionDocument))
    if (hashPixels(data) !== expectedHashes.next().value) return false
  return true
}

function hashPixels(pixels: Uint8Array): string {
  return createHash('sha256').update(pixels).digest('hex')
}

function encodeUint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function writeOutput(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}
