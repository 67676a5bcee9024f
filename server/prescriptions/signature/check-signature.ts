import { constants, createHash, verify as isVerified } from 'node:crypto'
import { type Asn1Node, childAt, decodeOid, decodeTime, parseAsn1, taggedChild } from './asn1.ts'
import {
  type Certificate,
  findChain,
  maySign,
  readCertificate,
  signerOf,
  type TrustedCertificates,
} from './certificates.ts'
import type { SignatureDictionary } from './find-signatures.ts'
import type { PdfSignature } from './pdf-signature.ts'

const maxCmsBytes = 200_000
const maxCertificates = 100

const signedData = '1.2.840.113549.1.7.2'
const messageDigest = '1.2.840.113549.1.9.4'
const signingTime = '1.2.840.113549.1.9.5'
const signingCertificate = '1.2.840.113549.1.9.16.2.12'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
const subjectKeyIdentifier = '2.5.29.14'
const rsaPss = '1.2.840.113549.1.1.10'
const edwardsCurves = ['1.3.101.112', '1.3.101.113']

const digests: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.12': 'shake256',
}
/** Algorithms that name their digest, which must be the signer's (Ed25519 and Ed448: RFC 8419). */
const digestOfAlgorithm: Record<string, string> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': 'sha512',
  '1.3.101.113': 'shake256',
}
/** Algorithms that do not: RSA, EC, RSA-PSS. */
const withoutDigest = ['1.2.840.113549.1.1.1', '1.2.840.10045.2.1', rsaPss]

/**
 * Checks one signature, without its time stamps and without asking whether a certificate was revoked.
 * @param now where the signer's clock says a later time, or none
 */
export function checkSignature(
  pdf: Buffer,
  dictionary: SignatureDictionary,
  trusted: TrustedCertificates,
  now: Date,
): { signature: PdfSignature; mark: string | null } {
  const signature: PdfSignature = {
    seal: 'unreadable',
    why: null,
    isAppended: true,
    end: 0,
    drawsSame: null,
    signer: null,
    claimedAt: null,
    chain: 'unknown',
    root: null,
    isWeak: false,
  }
  try {
    const { end, gap } = coveredBy(pdf, dictionary.byteRange)
    signature.end = end
    signature.isAppended = pdf.subarray(end).some((byte) => !isSpace(byte))
    const cms = contentsIn(gap)
    if (dictionary.subFilter === 'ETSI.RFC3161') return { signature: { ...signature, seal: 'timestamp' }, mark: null }
    const covered = [pdf.subarray(0, dictionary.byteRange[1]), pdf.subarray(dictionary.byteRange[2] ?? 0, end)]
    checkCms(cms, { covered, subFilter: dictionary.subFilter, trusted, now }, signature)
    return { signature, mark: createHash('sha256').update(cms).digest('hex') }
  } catch (error) {
    signature.why = error instanceof Error ? error.message : String(error)
    signature.seal = 'unreadable'
    return { signature, mark: null }
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0
}

/** The ranges must be all of the file from its beginning, but for one gap. */
function coveredBy(pdf: Buffer, byteRange: number[]): { end: number; gap: Buffer } {
  const [start, length = 0, second = 0, rest = -1] = byteRange
  const end = second + rest
  const fits = byteRange.length === 4 && start === 0 && length > 0 && second > length && rest >= 0 && end <= pdf.length
  if (!fits) throw new Error('its ranges do not fit')
  return { end, gap: pdf.subarray(length, second) }
}

/** The gap must be the value of Contents and no more, in hexadecimal, filled up with zeros. */
function contentsIn(gap: Buffer): Buffer {
  const hex = gap.subarray(1, -1)
  const isHex = (byte: number) =>
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
  if (gap[0] !== 0x3c || gap.at(-1) !== 0x3e || hex.length % 2 !== 0 || !hex.every(isHex))
    throw new Error('its ranges leave out more than itself')
  if (hex.subarray(maxCmsBytes * 2).some((byte) => byte !== 0x30)) throw new Error('it is too large')
  return Buffer.from(hex.subarray(0, maxCmsBytes * 2).toString('latin1'), 'hex')
}

interface Circumstances {
  covered: Buffer[]
  subFilter: string
  trusted: TrustedCertificates
  now: Date
}

/** Writes what a CMS tells into `signature`. @throws Error where it cannot be relied on */
function checkCms(cms: Buffer, { covered, subFilter, trusted, now }: Circumstances, signature: PdfSignature): void {
  const signed = signedDataIn(cms)
  const embedded = (taggedChild(signed, 0)?.children ?? [])
    .filter(({ isContextSpecific }) => !isContextSpecific)
    .slice(0, maxCertificates)
    .map(({ raw }) => readCertificate(raw))
  const info = signerInfoIn(signed)
  const leaf = signersCertificate(embedded, info.id)
  signature.signer = signerOf(leaf)
  signature.isWeak = info.digest === 'sha1'
  const claimed = attributeOf(info.attributes, signingTime)
  if (claimed) signature.claimedAt = decodeTime(claimed)
  signature.isWeak ||= namesCertificateBySha1(info.attributes, leaf, subFilter)
  assertSignedBy(leaf, info)
  signature.seal = hashOf(info.digest, covered).equals(childAt(attributeOf(info.attributes, messageDigest)).content)
    ? 'intact'
    : 'altered'
  const claimedAt = signature.claimedAt === null ? now : new Date(signature.claimedAt)
  const others = embedded.map(({ x509 }) => x509)
  const chain = findChain(leaf.x509, others, trusted, claimedAt > now ? now : claimedAt)
  signature.isWeak ||= chain.isWeak
  signature.chain = maySign(leaf) ? chain.chain : 'unknown'
  signature.root = signature.chain === 'trusted' ? chain.root : null
}

function signedDataIn(cms: Buffer): Asn1Node {
  const content = parseAsn1(cms)
  if (decodeOid(childAt(content, 0)) !== signedData) throw new Error('no signed data')
  const signed = childAt(content, 1, 0)
  // Then it is its own contents that are signed, whatever the file says.
  if (childAt(signed, 2).children.length > 1) throw new Error('it carries contents of its own')
  return signed
}

interface SignerInfo {
  id: Asn1Node
  digest: string
  attributes: Asn1Node
  algorithm: string
  signature: Buffer
}

function signerInfoIn(signed: Asn1Node): SignerInfo {
  const infos = childAt(signed, signed.children.length - 1).children
  if (infos.length !== 1) throw new Error('not one signer')
  const [, id, digestNode, attributes, algorithmNode, value] = childAt(infos[0]).children
  if (!attributes?.isContextSpecific) throw new Error('it signs no attributes')
  const digest = digests[decodeOid(childAt(digestNode, 0))]
  const algorithm = decodeOid(childAt(algorithmNode, 0))
  if (!digest || !(withoutDigest.includes(algorithm) || digestOfAlgorithm[algorithm] === digest))
    throw new Error(`an algorithm that is not known: ${algorithm}`)
  return { id: childAt(id), digest, attributes, algorithm, signature: childAt(value).content }
}

function signersCertificate(certificates: Certificate[], id: Asn1Node): Certificate {
  const leaf = certificates.find(({ issuer, serial, extensions }) =>
    id.isContextSpecific
      ? extensions.get(subjectKeyIdentifier)?.subarray(2).equals(id.content)
      : issuer.equals(childAt(id, 0).raw) && serial.equals(childAt(id, 1).content),
  )
  if (!leaf) throw new Error('the signer’s certificate is missing')
  return leaf
}

function attributeOf(attributes: Asn1Node, name: string): Asn1Node | undefined {
  const all = attributes.children.filter((item) => decodeOid(childAt(item, 0)) === name)
  if (all.length > 1) throw new Error('an attribute twice')
  return all[0] && childAt(all[0], 1, 0)
}

/** CAdES names the certificate inside what is signed: by a digest of a stated kind (version 2), of old by SHA-1. */
function namesCertificateBySha1(attributes: Asn1Node, leaf: Certificate, subFilter: string): boolean {
  const v2 = attributeOf(attributes, signingCertificateV2)
  const naming = v2 ?? attributeOf(attributes, signingCertificate)
  if (!naming) {
    if (subFilter === 'ETSI.CAdES.detached') throw new Error('it names no certificate')
    return false
  }
  const essence = childAt(naming, 0, 0)
  const isStated = v2 !== undefined && essence.children[0]?.tag === 16
  const digest = isStated ? digests[decodeOid(childAt(essence, 0, 0))] : v2 ? 'sha256' : 'sha1'
  const isNamed = digest && hashOf(digest, [leaf.x509.raw]).equals(childAt(essence, isStated ? 1 : 0).content)
  if (!isNamed) throw new Error('it names another certificate')
  return digest === 'sha1'
}

function assertSignedBy({ x509 }: Certificate, { algorithm, attributes, digest, signature }: SignerInfo): void {
  const signed = Buffer.from(attributes.raw)
  // Signed as a SET OF, written as [0].
  signed[0] = 0x31
  const padding =
    algorithm === rsaPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO } : {}
  const hash = edwardsCurves.includes(algorithm) ? null : digest
  if (!isVerified(hash, signed, { key: x509.publicKey, dsaEncoding: 'der', ...padding }, signature))
    throw new Error('its signature does not fit its certificate')
}

function hashOf(digest: string, parts: Uint8Array[]): Buffer {
  const hash = createHash(digest, digest === 'shake256' ? { outputLength: 64 } : {})
  for (const bytes of parts) hash.update(bytes)
  return hash.digest()
}
