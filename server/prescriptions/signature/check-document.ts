import { readTrusted } from './certificates.ts'
import { checkSignature } from './check-signature.ts'
import { findSignatures, type Pdfium, readDocumentInfo } from './find-signatures.ts'
import type { PdfSignature, PdfSignatures } from './pdf-signature.ts'

/** Earlier revisions that are drawn, to see whether what followed changed something. */
const maxRevisions = 3
/** Where ITI's guide for developers has a doctor's number and state: in the document's information. */
const councilNumber = '2.16.76.1.4.2.2.1'
const councilState = '2.16.76.1.4.2.2.2'

interface Document {
  pdfium: Pdfium
  /** PDFium's handle. */
  handle: number
  pdf: Buffer
}

/**
 * Checks all signatures of a document.
 * @param trust the certificates that the shop trusts (PEM), and what time it is
 * @param drawsAs whether a revision's pages are drawn as those of the whole document
 */
export async function checkSignatures(
  { pdfium, handle, pdf }: Document,
  { pem, now }: { pem: string; now: Date },
  drawsAs: (revision: Buffer) => Promise<boolean>,
): Promise<PdfSignatures> {
  const { count, dictionaries } = findSignatures(pdfium, handle, pdf)
  const trusted = readTrusted(dictionaries.length > 0 ? pem : '')
  const checked = dictionaries.map((dictionary) => checkSignature(pdf, dictionary, trusted, now))
  const signatures = checked.map(({ signature }) => signature)
  await compareRevisions(pdf, signatures, drawsAs)
  const number = readDocumentInfo(pdfium, handle, councilNumber)
  const state = readDocumentInfo(pdfium, handle, councilState)
  return {
    count,
    signatures,
    marks: checked.flatMap(({ mark }) => mark ?? []),
    registration: number === '' ? null : `CRM-${state} ${number}`.slice(0, 40),
  }
}

async function compareRevisions(
  pdf: Buffer,
  signatures: PdfSignature[],
  drawsAs: (revision: Buffer) => Promise<boolean>,
): Promise<void> {
  const appended = signatures.filter(({ seal, isAppended }) => seal === 'intact' && isAppended)
  const ends = [...new Set(appended.map(({ end }) => end))].sort((a, b) => b - a).slice(0, maxRevisions)
  for (const end of ends) {
    const drawsSame = await drawsAs(pdf.subarray(0, end)).catch(() => false)
    for (const signature of appended) if (signature.end === end) signature.drawsSame = drawsSame
  }
}
