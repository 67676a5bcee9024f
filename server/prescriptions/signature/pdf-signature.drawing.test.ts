import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeSignedSamples, type SignedSamples } from '../../../tests/support/signed-pdf/samples.ts'
import { createPdfRenderer } from '../pdf-renderer.ts'
import { checkDocumentSignatures } from './check-document.ts'
import type { Pdfium } from './find-signatures.ts'
import {
  namesAnotherPerson,
  type PdfSignatures,
  readSigningOrder,
  type SignatureVerdict,
  toSignatureVerdict,
} from './pdf-signature.ts'
import { countCertificates, readTrustedRoots } from './trusted-roots.ts'

const pdfPictures = createPdfRenderer()
/** Once the samples are made: some of their certificates begin with the second in which they are. */
let now: Date
let samples: SignedSamples
const results = new Map<string, PdfSignatures>()

beforeAll(async () => {
  samples = makeSignedSamples()
  now = new Date()
  const library = await PDFiumLibrary.init()
  for (const [name, pdf] of samples.pdfs) results.set(name, await checkHere(library, pdf))
}, 120_000)

/** Without the program, which takes a moment to start; a small drawing tells as much. */
async function checkHere(library: PDFiumLibrary, pdf: Buffer): Promise<PdfSignatures> {
  const { module } = library as unknown as { module: Pdfium }
  const document = await library.loadDocument(pdf)
  const { documentIdx } = document as unknown as { documentIdx: number }
  try {
    const whole = await pixelsOf(document)
    return await checkDocumentSignatures(
      { pdfium: module, handle: documentIdx, pdf },
      { pem: samples.roots, now },
      async (revision) => {
        const earlier = await library.loadDocument(revision)
        return (await pixelsOf(earlier)).equals(whole)
      },
    )
  } finally {
    document.destroy()
  }
}

async function pixelsOf(document: PDFiumDocument): Promise<Buffer> {
  const { data } = await document.getPage(0).render({ scale: 0.5, renderFormFields: true })
  return Buffer.from(data)
}

function resultOf(name: string): PdfSignatures {
  const result = results.get(name)
  if (!result) throw new Error(`there is no sample ${name}`)
  return result
}

const good: SignatureVerdict[] = ['valid']

const kinds: [name: string, verdicts: SignatureVerdict[]][] = [
  ['unsigned', []],
  ['RSA', good],
  ['ECDSA, CAdES', good],
  ['RSA-PSS, CAdES', good],
  ['brainpool', good],
  ['object streams', good],
  ['a field within another', good],
  ['a field of inherited type', good],
  ['permissions', good],
  ['two signatures', ['valid', 'valid']],
  ['dispensed by another pharmacy', ['valid', 'valid']],
  ['two signatures, one broken', ['valid', 'unreadable']],
  ['half the file covered', good],
  ['contents replaced after signing', ['changed']],
  ['a note appended', good],
  ['rubbish appended', good],
  ['ranges of another signature', ['changed']],
  ['a byte changed', ['altered']],
  ['a signature cut off', ['unreadable']],
  ['rubbish as signature', ['unreadable']],
  ['an empty signature', ['unreadable']],
  ['no signed attributes', ['unreadable']],
  ['contents of its own', ['unreadable']],
  ['contents of its own, and the file changed', ['unreadable']],
  ['a gap too wide', ['unreadable']],
  ['a negative range', ['unreadable']],
  ['not from the beginning', ['unreadable']],
  ['expired', ['expired']],
  ['another root of the same name', ['unknown']],
  ['the authority between missing', ['incomplete']],
  ['a person as authority', ['unknown']],
  ['a certificate not for signing', ['unknown']],
  ['SHA-1', ['weak']],
  ['a certificate by SHA-1', ['weak']],
  ['an authority by SHA-1', ['weak']],
  ['another person', good],
  ['gov.br', ['advanced']],
  ['gov.br by a root that is not trusted', ['unknownGovernment']],
  ['an authority that claims ICP-Brasil', ['advanced']],
  ['5,000 fakes', ['unreadable']],
  ['5,000 times one', good],
  ['nested 4,000 deep', ['unreadable']],
  ['nested a million deep', ['unreadable']],
  ['4 MB of padding', good],
  ['4 MB of tiny values', ['unreadable']],
  ['60 authorities that sign one another', ['unknown']],
  ['an hour of another zone', good],
  ['an hour with a fraction', good],
  ['an hour that cannot be read', good],
  ['an hour twice', good],
  ['no hour', good],
  ['an odd certificate beside the others', good],
  ['a last line of CRLF', good],
  ['no last line end', good],
  ['a mail’s line before it', good],
  ['a mail’s line that was signed with it', good],
  ['its last line end missing', ['altered']],
]

test.each(kinds)('a PDF with the signature of this kind, %s, is judged so', (name, verdicts) => {
  expect(resultOf(name).signatures.map(toSignatureVerdict)).toEqual(verdicts)
})

test.each([
  'RSA',
  'contents replaced after signing',
  '5,000 fakes',
  'nested a million deep',
  '4 MB of tiny values',
  '60 authorities that sign one another',
])('the confined program tells the same of a PDF of this kind: %s', async (name) => {
  const { check } = await pdfPictures.checkSignatures(samples.pdfs.get(name) ?? Buffer.alloc(0), {
    pem: samples.roots,
    now,
  })
  expect(check).toEqual({ ...resultOf(name), hasUndrawnText: false })
})

test('every sample is judged', () => {
  expect([...samples.pdfs.keys()].sort()).toEqual(kinds.map(([name]) => name).sort())
})

test('it tells who signed, when, and by which root, with all personal numbers masked', () => {
  const [signature] = resultOf('RSA').signatures
  expect(signature).toMatchObject({
    signer: {
      name: 'DRA MARIA DA SILVA',
      cpf: '***.456.789-**',
      registration: 'CRM-SP 12****',
      issuer: 'AC Intermediaria de teste',
    },
    root: 'Raiz de teste',
    isAppended: false,
  })
  expect(Date.now() - Date.parse(signature?.claimedAt ?? '')).toBeLessThan(600_000)
  expect(resultOf('RSA').registration).toBe('CRM-SP 123456')
  expect(JSON.stringify([...results.values()])).not.toMatch(/12345678909|98765432100|19800/)
})

test('five thousand signatures are counted, and the last eight checked', () => {
  expect(resultOf('5,000 fakes').count).toBe(5000)
  expect(resultOf('5,000 times one').count).toBe(5000)
})

test('what follows a signature counts only where it is drawn', () => {
  expect(resultOf('two signatures').signatures.map(({ isAppended, drawsSame }) => [isAppended, drawsSame])).toEqual([
    [true, true],
    [false, null],
  ])
  const [changed] = resultOf('contents replaced after signing').signatures
  const [simple] = resultOf('RSA').signatures
  expect([changed?.drawsSame, changed?.end]).toEqual([false, samples.pdfs.get('RSA')?.length])
  expect(simple?.end).toBe(changed?.end)
})

test('a file that was appended to has the mark of its signature, so that it is the same prescription', () => {
  const [mark] = resultOf('RSA').marks
  expect(mark).toMatch(/^[0-9a-f]{64}$/)
  expect(resultOf('a note appended').marks).toHaveLength(1)
  expect(resultOf('rubbish as signature').marks).toEqual([])
})

test('without roots no chain is verified; an authority between may stand in the folder', async () => {
  const pdfOf = (name: string) => samples.pdfs.get(name) ?? Buffer.alloc(0)
  const verdictsOf = async (name: string, pem: string) =>
    (await pdfPictures.checkSignatures(pdfOf(name), { pem, now })).check.signatures.map(toSignatureVerdict)
  expect(await verdictsOf('RSA', '')).toEqual(['unchecked'])
  expect(await verdictsOf('expired', '')).toEqual(['expired'])
  expect(await verdictsOf('the authority between missing', samples.roots + samples.intermediate)).toEqual(good)
})

test('an hour is read in any zone and with any fraction; where it cannot be read, the file’s own is told, and validity is not judged', async () => {
  const hourOf = (name: string) => resultOf(name).signatures[0]
  for (const name of ['an hour of another zone', 'an hour with a fraction'])
    expect(Math.abs(Date.parse(hourOf(name)?.claimedAt ?? '') - now.getTime() + 3_600_000)).toBeLessThan(600_000)
  for (const name of ['an hour that cannot be read', 'an hour twice', 'no hour']) {
    expect(hourOf(name)).toMatchObject({ claimedAt: null, fileClaimedAt: '2026-11-20T13:30:00.000Z' })
    const later = { pem: samples.roots, now: new Date('2099-01-01') }
    const { check } = await pdfPictures.checkSignatures(samples.pdfs.get(name) ?? Buffer.alloc(0), later)
    expect(check.signatures.map(toSignatureVerdict)).toEqual(good)
  }
  expect(hourOf('a field within another')?.fileClaimedAt).toBe('2026-11-20T13:30:00.000Z')
})

test('what keeps a signature from being relied on is told as a kind', () => {
  const problemOf = (name: string) => resultOf(name).signatures[0]?.problem
  expect(
    [
      'its last line end missing',
      'a byte changed',
      'a signature cut off',
      'contents of its own',
      'no signed attributes',
      'a gap too wide',
      'a negative range',
      'RSA',
    ].map(problemOf),
  ).toEqual(['endMissing', null, 'notCms', 'ownContents', 'noAttributes', 'gap', 'ranges', null])
})

test('the steps of trust are told apart, and which authority a chain lacks', () => {
  const trustOf = (name: string) => {
    const [signature] = resultOf(name).signatures
    return [signature?.chain, signature?.level, signature?.missingAuthority]
  }
  expect(trustOf('RSA')).toEqual(['trusted', 'qualified', null])
  expect(trustOf('gov.br')).toEqual(['trusted', 'advanced', null])
  expect(trustOf('the authority between missing')).toEqual(['incomplete', 'qualified', 'AC Intermediaria de teste'])
  expect(trustOf('gov.br by a root that is not trusted')).toEqual(['incomplete', 'advanced', 'Outra Raiz do Governo'])
  expect(trustOf('another root of the same name')[0]).toBe('unknown')
})

test.each([
  ['two signatures', '', 'DRA MARIA DA SILVA', []],
  ['dispensed by another pharmacy', '', 'DRA MARIA DA SILVA', ['FARMACIA OUTRA']],
  ['dispensed by another pharmacy', 'Dra. Maria da Silva, CRM-SP 123456', 'DRA MARIA DA SILVA', ['FARMACIA OUTRA']],
  ['dispensed by another pharmacy', 'Farmácia Outra', 'FARMACIA OUTRA', []],
  ['gov.br', '', 'DRA MARIA DA SILVA', []],
  ['unsigned', '', undefined, []],
])('of %s by "%s", %s prescribed, and %j signed afterwards', (name, issuers, prescriberName, laterNames) => {
  const { prescriber, laterByOthers } = readSigningOrder(resultOf(name).signatures, issuers)
  expect(prescriber?.signer?.name).toBe(prescriberName)
  expect(laterByOthers.map(({ signer }) => signer?.name)).toEqual(laterNames)
})

test('whom the customer names beside another prescriber prescribed as well, though no certificate tells a registration', () => {
  const signedBy = (name: string, end: number) => ({
    end,
    signer: { name, cpf: null, registration: null, issuer: 'AC de teste', until: '' },
  })
  const signatures = [signedBy('MARIA DA SILVA', 1), signedBy('PAULO COSTA LIMA', 2)]
  const listLater = (issuers: string) =>
    readSigningOrder(signatures, issuers).laterByOthers.map(({ signer }) => signer.name)
  expect(listLater('Dra. Maria da Silva e Dr. Paulo Costa Lima')).toEqual([])
  expect(listLater('Dra. Maria da Silva')).toEqual(['PAULO COSTA LIMA'])
})

test('a folder of certificates is read whole; one without a root is refused with a sentence that names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-roots-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(() => readTrustedRoots(join(folder, 'missing'))).toThrow(/PRESCRIPTION_ROOTS: the folder .*missing cannot be/)
  writeFileSync(join(folder, 'inter.crt'), samples.intermediate)
  expect(() => readTrustedRoots(folder)).toThrow(/PRESCRIPTION_ROOTS: .* holds no root certificate/)
  writeFileSync(join(folder, 'roots.pem'), samples.roots)
  writeFileSync(join(folder, 'again.pem'), samples.roots)
  const found = readTrustedRoots(folder)
  expect(countCertificates(found, new Date())).toEqual({
    rootCount: 4,
    intermediateCount: 1,
    expiredRootCount: 0,
    unreadableRootCount: 0,
  })
  expect(countCertificates(found, new Date('2099-01-01')).expiredRootCount).toBe(4)
  expect(new X509Certificate(found.pem).ca).toBe(true)
  expect(found.id).not.toBe(readTrustedRoots(undefined).id)
})

test.each([
  ['DRA MARIA DA SILVA', 'Dra. Maria da Silva, CRM-SP 123456', false],
  ['MARIA DA SILVA', 'Dra. Maria Aparecida da Silva', false],
  ['JOÃO FARMACÊUTICO', 'Dra. Maria da Silva, CRM-SP 123456', true],
  ['MARIA DA SILVA', 'Maria Antunes', true],
  ['MARIA DA SILVA', 'CRM-SP 123456', null],
  ['MARIA DA SILVA', 'Memed', null],
  ['MARIA DA SILVA', '', null],
])('a signature of %s on a prescription by "%s" is another’s: %s', (signer, typed, isAnother) => {
  expect(namesAnotherPerson(signer, typed)).toBe(isAnother)
})
