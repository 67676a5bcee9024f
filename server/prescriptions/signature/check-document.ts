import { parseTrustedCertificates } from './certificates.ts'
import { checkSignature } from './check-signature.ts'
import { findSignatures, type Pdfium, readDocumentInfo } from './find-signatures.ts'
import type { PdfSignature, PdfSignatures } from './pdf-signature.ts'

/** Earlier revisions that are drawn, to see whether what followed changed something. */
const maxRevisions = 3
/** Where ITI's guide for developers has a doctor's number and state: in the document's information. */
const councilNumberKey = '2.16.76.1.4.2.2.1'
const councilStateKey = '2.16.76.1.4.2.2.2'

interface OpenedPdf {
  pdfium: Pdfium
  /** PDFium's handle. */
  handle: number
  pdf: Buffer
}

/**
 * Checks all signatures of a document.
 * @param pem the certificates that the shop trusts
 * @param hasSameRendering whether a revision's pages are drawn as those of the whole document
 */
export async function checkDocumentSignatures(
  { pdfium, handle, pdf }: OpenedPdf,
  { pem, now }: { pem: string; now: Date },
  hasSameRendering: (revision: Buffer) => Promise<boolean>,
): Promise<PdfSignatures> {
  const { count, dictionaries } = findSignatures(pdfium, handle, pdf)
  const trustedCertificates = parseTrustedCertificates(dictionaries.length > 0 ? pem : '')
  const checkResults = dictionaries.map((dictionary) => checkSignature(pdf, dictionary, trustedCertificates, now))
  const signatures = checkResults.map(({ signature }) => signature)
  await compareRevisions(pdf, signatures, hasSameRendering)
  const registrationNumber = readDocumentInfo(pdfium, handle, councilNumberKey)
  const registrationState = readDocumentInfo(pdfium, handle, councilStateKey)
  return {
    count,
    signatures,
    marks: checkResults.flatMap(({ digest }) => digest ?? []),
    registration: registrationNumber === '' ? null : `CRM-${registrationState} ${registrationNumber}`.slice(0, 40),
  }
}

async function compareRevisions(
  pdf: Buffer,
  signatures: PdfSignature[],
  hasSameRendering: (revision: Buffer) => Promise<boolean>,
): Promise<void> {
  const appendedSignatures = signatures.filter(({ seal, isAppended }) => seal === 'intact' && isAppended)
  const revisionEnds = [...new Set(appendedSignatures.map(({ end }) => end))]
    .sort((a, b) => b - a)
    .slice(0, maxRevisions)
  for (const end of revisionEnds) {
    const drawsSame = await hasSameRendering(pdf.subarray(0, end)).catch(() => false)
    for (const signature of appendedSignatures) if (signature.end === end) signature.drawsSame = drawsSame
  }
}
