import { constants, createHash, verify as verifySignature } from 'node:crypto'
import { type Asn1Node, decodeOid, decodeTime, findTaggedChild, getChildAt, parseAsn1 } from './asn1.ts'
import {
  type Certificate,
  maySign,
  readCertificate,
  readSigner,
  type TrustedCertificates,
  verifyChain,
} from './certificates.ts'
import type { SignatureDictionary } from './find-signatures.ts'
import type { PdfSignature } from './pdf-signature.ts'

const maxCmsBytes = 200_000
const maxCertificates = 100

const signedDataOid = '1.2.840.113549.1.7.2'
const messageDigestOid = '1.2.840.113549.1.9.4'
const signingTimeOid = '1.2.840.113549.1.9.5'
const signingCertificateOid = '1.2.840.113549.1.9.16.2.12'
const signingCertificateV2Oid = '1.2.840.113549.1.9.16.2.47'
const subjectKeyIdentifierOid = '2.5.29.14'
const rsaPssOid = '1.2.840.113549.1.1.10'
const edwardsCurveOids = ['1.3.101.112', '1.3.101.113']

const digestNameByOid: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.12': 'shake256',
}
/** Algorithms that name their digest, which must be the signer's (Ed25519 and Ed448: RFC 8419). */
const digestNameByAlgorithmOid: Record<string, string> = {
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
const algorithmOidsWithoutDigest = ['1.2.840.113549.1.1.1', '1.2.840.10045.2.1', rsaPssOid]

/**
 * Checks one signature, without its time stamps and without asking whether a certificate was revoked.
 * @param now where the signer's clock says a later time, or none
 */
export function checkSignature(
  pdf: Buffer,
  dictionary: SignatureDictionary,
  trustedCertificates: TrustedCertificates,
  now: Date,
): { signature: PdfSignature; digest: string | null } {
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
    const { end, gap } = parseSignedRange(pdf, dictionary.byteRange)
    signature.end = end
    signature.isAppended = pdf.subarray(end).some((byte) => !isSpace(byte))
    const cms = decodeContents(gap)
    if (dictionary.subFilter === 'ETSI.RFC3161') return { signature: { ...signature, seal: 'timestamp' }, digest: null }
    const coveredParts = [pdf.subarray(0, dictionary.byteRange[1]), pdf.subarray(dictionary.byteRange[2] ?? 0, end)]
    checkCms(cms, { coveredParts, subFilter: dictionary.subFilter, trustedCertificates, now }, signature)
    return { signature, digest: createHash('sha256').update(cms).digest('hex') }
  } catch (error) {
    signature.why = error instanceof Error ? error.message : String(error)
    signature.seal = 'unreadable'
    return { signature, digest: null }
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0
}

/** The ranges must be all of the file from its beginning, but for one gap. */
function parseSignedRange(pdf: Buffer, byteRange: number[]): { end: number; gap: Buffer } {
  const [start, gapStart = 0, gapEnd = 0, trailingLength = -1] = byteRange
  const end = gapEnd + trailingLength
  const isValidRange =
    byteRange.length === 4 &&
    start === 0 &&
    gapStart > 0 &&
    gapEnd > gapStart &&
    trailingLength >= 0 &&
    end <= pdf.length
  if (!isValidRange) throw new Error('its ranges do not fit')
  return { end, gap: pdf.subarray(gapStart, gapEnd) }
}

/** The gap must be the value of Contents and no more, in hexadecimal, filled up with zeros. */
function decodeContents(gap: Buffer): Buffer {
  const hex = gap.subarray(1, -1)
  const isHex = (byte: number) =>
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
  if (gap[0] !== 0x3c || gap.at(-1) !== 0x3e || hex.length % 2 !== 0 || !hex.every(isHex))
    throw new Error('its ranges leave out more than itself')
  if (hex.subarray(maxCmsBytes * 2).some((byte) => byte !== 0x30)) throw new Error('it is too large')
  return Buffer.from(hex.subarray(0, maxCmsBytes * 2).toString('latin1'), 'hex')
}

interface CmsContext {
  coveredParts: Buffer[]
  subFilter: string
  trustedCertificates: TrustedCertificates
  now: Date
}

/** Writes what a CMS tells into `signature`. @throws Error where it cannot be relied on */
function checkCms(
  cms: Buffer,
  { coveredParts, subFilter, trustedCertificates, now }: CmsContext,
  signature: PdfSignature,
): void {
  const signedDataNode = parseSignedData(cms)
  const embeddedCertificates = (findTaggedChild(signedDataNode, 0)?.children ?? [])
    .filter(({ isContextSpecific }) => !isContextSpecific)
    .slice(0, maxCertificates)
    .map(({ raw }) => readCertificate(raw))
  const signerInfo = parseSignerInfo(signedDataNode)
  const leaf = getSignerCertificate(embeddedCertificates, signerInfo.id)
  signature.signer = readSigner(leaf)
  signature.isWeak = signerInfo.digestName === 'sha1'
  const signingTimeNode = findAttribute(signerInfo.attributes, signingTimeOid)
  if (signingTimeNode) signature.claimedAt = decodeTime(signingTimeNode)
  signature.isWeak ||= referencesCertificateBySha1(signerInfo.attributes, leaf, subFilter)
  assertSignedBy(leaf, signerInfo)
  signature.seal = hashParts(signerInfo.digestName, coveredParts).equals(
    getChildAt(findAttribute(signerInfo.attributes, messageDigestOid)).content,
  )
    ? 'intact'
    : 'altered'
  const claimedAt = signature.claimedAt === null ? now : new Date(signature.claimedAt)
  const embeddedX509s = embeddedCertificates.map(({ x509 }) => x509)
  const chainResult = verifyChain(leaf.x509, embeddedX509s, trustedCertificates, claimedAt > now ? now : claimedAt)
  signature.isWeak ||= chainResult.isWeak
  signature.chain = maySign(leaf) ? chainResult.chain : 'unknown'
  signature.root = signature.chain === 'trusted' ? chainResult.root : null
}

function parseSignedData(cms: Buffer): Asn1Node {
  const content = parseAsn1(cms)
  if (decodeOid(getChildAt(content, 0)) !== signedDataOid) throw new Error('no signed data')
  const signedDataNode = getChildAt(content, 1, 0)
  // Then it is its own contents that are signed, whatever the file says.
  if (getChildAt(signedDataNode, 2).children.length > 1) throw new Error('it carries contents of its own')
  return signedDataNode
}

interface SignerInfo {
  id: Asn1Node
  digestName: string
  attributes: Asn1Node
  algorithmOid: string
  signature: Buffer
}

function parseSignerInfo(signedDataNode: Asn1Node): SignerInfo {
  const signerInfoNodes = getChildAt(signedDataNode, signedDataNode.children.length - 1).children
  if (signerInfoNodes.length !== 1) throw new Error('not one signer')
  const [, id, digestNode, attributes, algorithmNode, signatureNode] = getChildAt(signerInfoNodes[0]).children
  if (!attributes?.isContextSpecific) throw new Error('it signs no attributes')
  const digestName = digestNameByOid[decodeOid(getChildAt(digestNode, 0))]
  const algorithmOid = decodeOid(getChildAt(algorithmNode, 0))
  if (
    !digestName ||
    !(algorithmOidsWithoutDigest.includes(algorithmOid) || digestNameByAlgorithmOid[algorithmOid] === digestName)
  )
    throw new Error(`an algorithm that is not known: ${algorithmOid}`)
  return { id: getChildAt(id), digestName, attributes, algorithmOid, signature: getChildAt(signatureNode).content }
}

function getSignerCertificate(certificates: Certificate[], id: Asn1Node): Certificate {
  const leaf = certificates.find(({ issuer, serial, extensions }) =>
    id.isContextSpecific
      ? extensions.get(subjectKeyIdentifierOid)?.subarray(2).equals(id.content)
      : issuer.equals(getChildAt(id, 0).raw) && serial.equals(getChildAt(id, 1).content),
  )
  if (!leaf) throw new Error('the signer’s certificate is missing')
  return leaf
}

function findAttribute(attributes: Asn1Node, oid: string): Asn1Node | undefined {
  const matches = attributes.children.filter((item) => decodeOid(getChildAt(item, 0)) === oid)
  if (matches.length > 1) throw new Error('an attribute twice')
  return matches[0] && getChildAt(matches[0], 1, 0)
}

/** CAdES names the certificate inside what is signed: by a digest of a stated kind (version 2), of old by SHA-1. */
function referencesCertificateBySha1(attributes: Asn1Node, leaf: Certificate, subFilter: string): boolean {
  const referenceV2 = findAttribute(attributes, signingCertificateV2Oid)
  const certificateReference = referenceV2 ?? findAttribute(attributes, signingCertificateOid)
  if (!certificateReference) {
    if (subFilter === 'ETSI.CAdES.detached') throw new Error('it names no certificate')
    return false
  }
  const certificateId = getChildAt(certificateReference, 0, 0)
  const hasStatedDigest = referenceV2 !== undefined && certificateId.children[0]?.tag === 16
  const digestName = hasStatedDigest
    ? digestNameByOid[decodeOid(getChildAt(certificateId, 0, 0))]
    : referenceV2
      ? 'sha256'
      : 'sha1'
  const isSameCertificate =
    digestName &&
    hashParts(digestName, [leaf.x509.raw]).equals(getChildAt(certificateId, hasStatedDigest ? 1 : 0).content)
  if (!isSameCertificate) throw new Error('it names another certificate')
  return digestName === 'sha1'
}

function assertSignedBy({ x509 }: Certificate, { algorithmOid, attributes, digestName, signature }: SignerInfo): void {
  const signedBytes = Buffer.from(attributes.raw)
  // Signed as a SET OF, written as [0].
  signedBytes[0] = 0x31
  const padding =
    algorithmOid === rsaPssOid
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
      : {}
  const hash = edwardsCurveOids.includes(algorithmOid) ? null : digestName
  if (!verifySignature(hash, signedBytes, { key: x509.publicKey, dsaEncoding: 'der', ...padding }, signature))
    throw new Error('its signature does not fit its certificate')
}

function hashParts(digestName: string, parts: Uint8Array[]): Buffer {
  const hash = createHash(digestName, digestName === 'shake256' ? { outputLength: 64 } : {})
  for (const bytes of parts) hash.update(bytes)
  return hash.digest()
}
