/**
 * Signed PDFs of all kinds, honest and hostile, with certificates of their own. As a program it writes them into a folder:
 * node tests/support/signed-pdf/samples.ts FOLDER
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, createAuthority } from './authority.ts'
import {
  baseObjects,
  cades,
  catalogueWith,
  detached,
  latin,
  pageText,
  revision,
  seal,
  signatureDictionary,
  signatureField,
  unsigned,
  withSignature,
} from './document.ts'
import { editCms, oddCertificate, signingTime } from './edit-cms.ts'

export const doctor = 'DRA MARIA DA SILVA:12345678909'

export interface SignedSamples {
  /** By what is the matter with it. */
  pdfs: Map<string, Buffer>
  /** PEM: the roots, and one authority between. */
  roots: string
  intermediate: string
}

/** Makes all samples: it takes some seconds. */
export function makeSignedSamples(): SignedSamples {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-signed-'))
  try {
    const authority = createAuthority(folder)
    const chains = makeCertificates(authority)
    const sign =
      (signer: string, options: Parameters<Authority['sign']>[2] = {}) =>
      (content: Buffer) =>
        authority.sign(content, signer, { chain: chains[signer] ?? [], ...options })
    const simple = seal(withSignature(detached), sign('doctor'))
    const pdfs = new Map([
      ...honest(sign, simple),
      ...appended(sign, simple),
      ...broken(sign, simple),
      ...distrusted(sign),
      ...heavy(sign),
      ...asOthersWrite(sign, authority.key('doctor')),
    ])
    return {
      pdfs,
      roots: ['root', 'bp-root', 'gov-root', 'clinic-root'].map(authority.pem).join(''),
      intermediate: authority.pem('inter'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns by each person, the certificates that a signer sends along */
function makeCertificates({ certificate, crowd }: Authority): Record<string, string[]> {
  const authorityOf = { extensions: 'authority', from: -4000, to: 4000 } as const
  for (const [prefix, kind] of [['', 'rsa'] as const, ['bp-', 'brainpool'] as const]) {
    certificate(`${prefix}root`, { ...authorityOf, kind, commonName: 'Raiz de teste' })
    const commonName = 'AC Intermediaria de teste'
    certificate(`${prefix}inter`, { ...authorityOf, kind, commonName, issuer: `${prefix}root` })
  }
  const government = { ...authorityOf, organization: 'Gov-Br' }
  certificate('gov-root', { ...government, commonName: 'Raiz do Governo de teste' })
  certificate('gov-inter', { ...government, commonName: 'AC Final do Governo de teste', issuer: 'gov-root' })
  certificate('gov-other-root', { ...government, commonName: 'Outra Raiz do Governo' })
  certificate('clinic-root', { ...authorityOf, organization: 'Clinica', commonName: 'Raiz da Clinica de teste' })
  // Its name claims ICP-Brasil, as that of any authority may.
  certificate('clinic-inter', { ...authorityOf, commonName: 'AC da Clinica de teste', issuer: 'clinic-root' })
  certificate('other-root', { ...authorityOf, commonName: 'Raiz de teste' })
  certificate('other-inter', { ...authorityOf, commonName: 'AC Intermediaria de teste', issuer: 'other-root' })
  certificate('sha1-inter', { ...authorityOf, commonName: 'AC Antiga de teste', issuer: 'root', digest: 'sha1' })
  const person = { commonName: doctor, issuer: 'inter', key: 'doctor', from: -1000 } as const
  certificate('doctor', person)
  certificate('doctor-ec', { ...person, key: 'doctor-ec', kind: 'p256' })
  certificate('doctor-bp', { ...person, key: 'doctor-bp', kind: 'brainpool', issuer: 'bp-inter' })
  certificate('doctor-old', { ...person, from: -900, to: -30 })
  certificate('doctor-other', { ...person, issuer: 'other-inter' })
  certificate('doctor-sha1', { ...person, digest: 'sha1' })
  certificate('doctor-sha1-inter', { ...person, issuer: 'sha1-inter' })
  certificate('doctor-tls', { ...person, extensions: 'encipherment' })
  certificate('impostor', { ...person, key: 'impostor', issuer: 'doctor' })
  const citizen = { ...person, organization: 'Gov-Br', commonName: 'DRA MARIA DA SILVA', isDoctor: false }
  certificate('citizen', { ...citizen, issuer: 'gov-inter' })
  // What its authority is, a person's own name need not tell.
  certificate('citizen-other', { ...citizen, organization: 'Pessoa', issuer: 'gov-other-root' })
  certificate('doctor-clinic', { ...person, issuer: 'clinic-inter' })
  const dispenser = { ...person, isDoctor: false, cpf: '98765432100' }
  certificate('dispenser', { ...dispenser, commonName: 'FARMACIA OUTRA:98765432100' })
  certificate('pharmacist', { ...person, commonName: 'JOAO FARMACEUTICO:98765432100', cpf: '98765432100' })
  return {
    doctor: ['inter'],
    'doctor-ec': ['inter'],
    'doctor-bp': ['bp-inter'],
    'doctor-old': ['inter'],
    'doctor-other': ['other-inter', 'other-root'],
    'doctor-sha1': ['inter'],
    'doctor-sha1-inter': ['sha1-inter'],
    'doctor-tls': ['inter'],
    impostor: ['doctor', 'inter'],
    pharmacist: ['inter'],
    citizen: ['gov-inter'],
    'citizen-other': [],
    'doctor-clinic': ['clinic-inter'],
    dispenser: ['inter'],
    'crowd-doctor': crowd(60, 'crowd-doctor', doctor),
  }
}

type Sign = (signer: string, options?: Parameters<Authority['sign']>[2]) => (content: Buffer) => Buffer
type Named = [name: string, pdf: Buffer][]

const nothing = Buffer.alloc(0)

function honest(sign: Sign, simple: Buffer): Named {
  const packed = { ...baseObjects, 1: catalogueWith([51]), 51: signatureField(1), 101: signatureDictionary(cades) }
  const pss = { cades: true, more: ['-keyopt', 'rsa_padding_mode:pss'] }
  const nested = (field: string, parent: string) =>
    revision(unsigned, { 1: catalogueWith([60]), 60: parent, 51: field, 101: signatureDictionary(detached) })
  const kid = signatureField(1).replace('/FT', '/Parent 60 0 R /FT')
  const heir = signatureField(1).replace('/FT /Sig', '/Parent 60 0 R')
  return [
    ['unsigned', unsigned],
    ['RSA', simple],
    ['ECDSA, CAdES', seal(withSignature(cades), sign('doctor-ec', { cades: true }))],
    ['RSA-PSS, CAdES', seal(withSignature(cades), sign('doctor', pss))],
    ['brainpool', seal(withSignature(cades), sign('doctor-bp', { cades: true, digest: 'sha512' }))],
    ['object streams', seal(revision(nothing, packed, [1, 2, 3, 5, 51]), sign('doctor', { cades: true }))],
    ['a field within another', seal(nested(kid, '<< /T (Pai) /Kids [51 0 R] >>'), sign('doctor'))],
    ['a field of inherited type', seal(nested(heir, '<< /T (Pai) /FT /Sig /Kids [51 0 R] >>'), sign('doctor'))],
    ['permissions', seal(withSignature(detached, { more: '/Perms << /DocMDP 101 0 R >>' }), sign('doctor'))],
  ]
}

function appended(sign: Sign, simple: Buffer): Named {
  const second = { before: simple, n: 2, others: [51] }
  const ranges = /\/ByteRange \[([\d ]+)\]/.exec(simple.toString('latin1'))?.[1]
  const borrowing = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${detached} /ByteRange [${ranges}] /Contents <3003020101> >>`
  return [
    ['two signatures', seal(withSignature(cades, second), sign('pharmacist', { cades: true }))],
    ['dispensed by another pharmacy', seal(withSignature(cades, second), sign('dispenser', { cades: true }))],
    ['two signatures, one broken', seal(withSignature(cades, second), () => Buffer.alloc(3000, 0x5a))],
    [
      'half the file covered',
      seal(withSignature(detached), sign('doctor'), { range: ([a, b, c, d]) => [a, b, c, Math.floor(d / 2)] }),
    ],
    ['contents replaced after signing', revision(simple, { 4: pageText('Morfina 10 mg, 210 comprimidos') })],
    ['a note appended', revision(simple, { 7: '<< /Type /Note >>' })],
    ['rubbish appended', Buffer.concat([simple, latin('\nlixo\n')])],
    ['ranges of another signature', revision(simple, { 101: borrowing, 4: pageText('Morfina') })],
  ]
}

function broken(sign: Sign, simple: Buffer): Named {
  const changed = (pdf: Buffer, from: string | RegExp, to: string) => latin(pdf.toString('latin1').replace(from, to))
  const attached = seal(withSignature(detached, { hexDigits: 80_000 }), sign('doctor', { more: ['-nodetach'] }))
  return [
    ['a byte changed', changed(simple, '21 capsulas', '91 capsulas')],
    ['a signature cut off', seal(withSignature(detached), (content) => sign('doctor')(content).subarray(0, 900))],
    ['rubbish as signature', seal(withSignature(detached), () => Buffer.alloc(3000, 0x5a))],
    ['an empty signature', seal(withSignature(detached), () => nothing)],
    ['no signed attributes', seal(withSignature(detached), sign('doctor', { more: ['-noattr'] }))],
    ['contents of its own', attached],
    ['contents of its own, and the file changed', changed(attached, '21 capsulas', '91 capsulas')],
    ['a gap too wide', seal(withSignature(detached), sign('doctor'), { gap: 10 })],
    ['a negative range', changed(simple, /\/ByteRange \[0 \d/, '/ByteRange [0 -')],
    [
      'not from the beginning',
      seal(withSignature(detached), sign('doctor'), { range: ([, b, c, d]) => [9, b - 9, c, d] }),
    ],
  ]
}

function distrusted(sign: Sign): Named {
  const by = (...args: Parameters<Sign>) => seal(withSignature(detached), sign(...args))
  return [
    ['expired', by('doctor-old')],
    ['another root of the same name', by('doctor-other')],
    ['the authority between missing', by('doctor', { chain: [] })],
    ['a person as authority', by('impostor')],
    ['a certificate not for signing', by('doctor-tls')],
    ['SHA-1', by('doctor', { digest: 'sha1' })],
    ['a certificate by SHA-1', by('doctor-sha1')],
    ['an authority by SHA-1', by('doctor-sha1-inter')],
    ['another person', by('pharmacist')],
    ['gov.br', by('citizen')],
    ['gov.br by a root that is not trusted', by('citizen-other')],
    ['an authority that claims ICP-Brasil', by('doctor-clinic')],
  ]
}

/** What is odd, and means nothing bad. */
function asOthersWrite(sign: Sign, key: string): Named {
  const hours = (...attributes: Buffer[]) =>
    seal(withSignature(detached), (content) => editCms(sign('doctor')(content), key, { hours: attributes }))
  const digits = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().replace(/[-:T]|\.\d+Z/g, '')
  const inBrasilia = `${digits(-180 - 60).slice(2)}-0300`
  const good = signingTime(0x17, `${digits(-60).slice(2)}Z`)
  const ending = (end: string) =>
    seal(Buffer.concat([withSignature(detached).subarray(0, -1), latin(end)]), sign('doctor'))
  return [
    ['an hour of another zone', hours(signingTime(0x17, inBrasilia))],
    ['an hour with a fraction', hours(signingTime(0x18, `${digits(-60)}.123Z`))],
    ['an hour that cannot be read', hours(signingTime(0x18, 'ontem'))],
    ['an hour twice', hours(good, good)],
    ['no hour', hours()],
    [
      'an odd certificate beside the others',
      seal(withSignature(detached), (content) =>
        editCms(sign('doctor')(content), key, { certificates: [oddCertificate] }),
      ),
    ],
    ['a last line of CRLF', ending('\r\n')],
    ['no last line end', ending('')],
    ['a mail’s line before it', Buffer.concat([latin('Content-Type: application/pdf\r\n\r\n'), ending('\r\n')])],
    ['a mail’s line that was signed with it', signedWithLine(sign)],
    ['its last line end missing', ending('\r\n').subarray(0, -1)],
  ]
}

/** The line belongs to what was signed, and the ranges count from it. */
function signedWithLine(sign: Sign): Buffer {
  return seal(Buffer.concat([latin('X\r\n'), withSignature(detached)]), sign('doctor'))
}

/** What would cost much, read carelessly. */
function heavy(sign: Sign): Named {
  const many = Array.from({ length: 5000 }, (_, index) => index + 1)
  const fake = (n: number) =>
    `<< /FT /Sig /T (F${n}) /V << /Type /Sig /Filter /X /SubFilter /${detached} /ByteRange [0 10 20 30] /Contents <3080> >> >>`
  const fakes = Object.fromEntries(many.map((n) => [100 + n, fake(n)]))
  const same = { 1: catalogueWith(many.map(() => 51)), 51: signatureField(1), 101: signatureDictionary(detached) }
  const deep = (depth: number) => Buffer.alloc(depth * 2, Buffer.from([0x30, 0x80]))
  const large = (makeCms: (content: Buffer) => Buffer) =>
    seal(withSignature(detached, { hexDigits: 8_000_000 }), makeCms)
  const tiny = Buffer.concat([
    Buffer.from([0x30, 0x83, 0x3d, 0x08, 0xfa]),
    Buffer.alloc(3_999_994, Buffer.from([5, 0])),
  ])
  const crowded = withSignature(detached, { hexDigits: 120_000 })
  return [
    ['5,000 fakes', revision(nothing, { ...baseObjects, 1: catalogueWith(many.map((n) => 100 + n)), ...fakes })],
    ['5,000 times one', seal(revision(nothing, { ...baseObjects, ...same }), sign('doctor'))],
    ['nested 4,000 deep', seal(withSignature(detached), () => deep(4000))],
    ['nested a million deep', large(() => deep(1_000_000))],
    ['4 MB of padding', large(sign('doctor'))],
    ['4 MB of tiny values', large(() => tiny)],
    ['60 authorities that sign one another', seal(crowded, sign('crowd-doctor'))],
  ]
}

const [folder] = process.argv.slice(2)
if (import.meta.main && folder !== undefined) {
  mkdirSync(folder, { recursive: true })
  const { pdfs, roots, intermediate } = makeSignedSamples()
  for (const [name, pdf] of pdfs) writeFileSync(join(folder, `${name}.pdf`), pdf)
  writeFileSync(join(folder, 'roots.pem'), roots + intermediate)
}
