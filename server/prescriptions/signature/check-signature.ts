import { constants, createHash, verify as verifySignature } from 'node:crypto'
import {
  type Asn1Node,
  decodeOid,
  decodeTime,
  encodeAsSet,
  findTaggedChild,
  getChildAt,
  parseAsn1,
  readOctets,
  readOptional,
} from './asn1.ts'
import {
  type Certificate,
  maySign,
  readCertificate,
  readSigner,
  type TrustedCertificates,
  verifyChain,
} from './certificates.ts'
import { parsePdfTime, type SignatureDictionary } from './find-signatures.ts'
import type { PdfSignature, SealProblem } from './pdf-signature.ts'

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

/** What keeps a signature from being relied on. */
class SealError extends Error {
  readonly problem: SealProblem

  constructor(problem: SealProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Checks one signature, without its time stamps and without asking whether a certificate was revoked.
 * @param now where the signer's clock says a later time
 */
export function checkSignature(
  pdf: Buffer,
  dictionary: SignatureDictionary,
  trustedCertificates: TrustedCertificates,
  now: Date,
): { signature: PdfSignature; digest: string | null } {
  const signature: PdfSignature = {
    seal: 'unreadable',
    problem: null,
    isAppended: true,
    end: 0,
    drawsSame: null,
    signer: null,
    claimedAt: null,
    fileClaimedAt: parsePdfTime(dictionary.time),
    chain: 'unknown',
    root: null,
    level: null,
    missingAuthority: null,
    isWeak: false,
  }
  try {
    const { start, end, gap, coveredParts } = parseSignedRange(pdf, dictionary.byteRange)
    signature.end = start + end
    signature.isAppended = pdf.subarray(signature.end).some((byte) => !isSpace(byte))
    const cms = decodeContents(gap)
    if (dictionary.subFilter === 'ETSI.RFC3161') return { signature: { ...signature, seal: 'timestamp' }, digest: null }
    checkCms(cms, { coveredParts, subFilter: dictionary.subFilter, trustedCertificates, now }, signature)
    // The hash of what is there says nothing of it.
    if (signature.end > pdf.length && signature.seal === 'altered') signature.problem = 'endMissing'
    return { signature, digest: createHash('sha256').update(cms).digest('hex') }
  } catch (error) {
    signature.problem = error instanceof SealError ? error.problem : 'notCms'
    signature.seal = 'unreadable'
    return { signature, digest: null }
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0
}

interface SignedRange {
  /** Where the document begins in the file, from which the ranges count. */
  start: number
  /** Counted from there; beyond the file where its end is missing. */
  end: number
  gap: Buffer
  coveredParts: Buffer[]
}

/**
 * The ranges must be all of the document from its beginning, but for one gap. A line that a mail server left before the document
 * shifts them, unless it was signed with it.
 */
function parseSignedRange(pdf: Buffer, byteRange: number[]): SignedRange {
  const [start, gapStart = 0, gapEnd = 0, trailingLength = -1] = byteRange
  const end = gapEnd + trailingLength
  const isValidRange = byteRange.length === 4 && start === 0 && gapStart > 0 && gapEnd > gapStart && trailingLength >= 0
  const isGapAt = (offset: number) => pdf[offset + gapStart] === 0x3c && pdf[offset + gapEnd - 1] === 0x3e
  const headerOffset = Math.max(0, pdf.indexOf('%PDF-'))
  const documentStart = [headerOffset, 0].find(isGapAt) ?? headerOffset
  const document = pdf.subarray(documentStart)
  if (!isValidRange || gapEnd > document.length) throw new SealError('ranges')
  return {
    start: documentStart,
    end,
    gap: document.subarray(gapStart, gapEnd),
    coveredParts: [document.subarray(0, gapStart), document.subarray(gapEnd, end)],
  }
}

/** The gap must be the value of Contents and no more, in hexadecimal, filled up with zeros. */
function decodeContents(gap: Buffer): Buffer {
  const hex = gap.subarray(1, -1)
  const isHex = (byte: number) =>
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
  if (gap[0] !== 0x3c || gap.at(-1) !== 0x3e || hex.length % 2 !== 0 || !hex.every(isHex)) throw new SealError('gap')
  if (hex.subarray(maxCmsBytes * 2).some((byte) => byte !== 0x30)) throw new SealError('tooLarge')
  return Buffer.from(hex.subarray(0, maxCmsBytes * 2).toString('latin1'), 'hex')
}

interface CmsContext {
  coveredParts: Buffer[]
  subFilter: string
  trustedCertificates: TrustedCertificates
  now: Date
}

/** Writes what a CMS tells into `signature`. @throws SealError where it cannot be relied on */
function checkCms(
  cms: Buffer,
  { coveredParts, subFilter, trustedCertificates, now }: CmsContext,
  signature: PdfSignature,
): void {
  const signedDataNode = parseSignedData(cms)
  const embeddedCertificates = (findTaggedChild(signedDataNode, 0)?.children ?? [])
    .filter(({ isContextSpecific }) => !isContextSpecific)
    .slice(0, maxCertificates)
    // An odd one of the chain is missing there, and spoils nothing else.
    .flatMap(({ raw }) => readOptional(() => readCertificate(raw)) ?? [])
  const signerInfo = parseSignerInfo(signedDataNode)
  const leaf = getSignerCertificate(embeddedCertificates, signerInfo.id)
  signature.signer = readSigner(leaf)
  signature.isWeak = signerInfo.digestName === 'sha1'
  signature.claimedAt = readOptional(() => decodeTime(getAttribute(signerInfo.attributes, signingTimeOid)))
  signature.isWeak ||= referencesCertificateBySha1(signerInfo.attributes, leaf, subFilter)
  assertSignedBy(leaf, signerInfo)
  const messageDigest = readOctets(getAttribute(signerInfo.attributes, messageDigestOid))
  signature.seal = hashParts(signerInfo.digestName, coveredParts).equals(messageDigest) ? 'intact' : 'altered'
  const signedAt =
    signature.claimedAt === null ? null : new Date(Math.min(Date.parse(signature.claimedAt), now.getTime()))
  const embeddedX509s = embeddedCertificates.map(({ x509 }) => x509)
  const { isWeak, ...chainResult } = verifyChain(leaf.x509, embeddedX509s, trustedCertificates, signedAt)
  signature.isWeak ||= isWeak
  if (maySign(leaf)) Object.assign(signature, chainResult)
}

function parseSignedData(cms: Buffer): Asn1Node {
  const content = parseAsn1(cms)
  if (decodeOid(getChildAt(content, 0)) !== signedDataOid) throw new SealError('notCms')
  const signedDataNode = getChildAt(content, 1, 0)
  // Then it is its own contents that are signed, whatever the file says.
  if (getChildAt(signedDataNode, 2).children.length > 1) throw new SealError('ownContents')
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
  if (signerInfoNodes.length !== 1) throw new SealError('signers')
  const [, id, digestNode, attributes, algorithmNode, signatureNode] = getChildAt(signerInfoNodes[0]).children
  if (!attributes?.isContextSpecific) throw new SealError('noAttributes')
  const digestName = digestNameByOid[decodeOid(getChildAt(digestNode, 0))]
  const algorithmOid = decodeOid(getChildAt(algorithmNode, 0))
  if (
    !digestName ||
    !(algorithmOidsWithoutDigest.includes(algorithmOid) || digestNameByAlgorithmOid[algorithmOid] === digestName)
  )
    throw new SealError('algorithm')
  return { id: getChildAt(id), digestName, attributes, algorithmOid, signature: readOctets(getChildAt(signatureNode)) }
}

function getSignerCertificate(certificates: Certificate[], id: Asn1Node): Certificate {
  const leaf = certificates.find(({ issuer, serial, extensions }) =>
    id.isContextSpecific
      ? extensions.get(subjectKeyIdentifierOid)?.subarray(2).equals(id.content)
      : issuer.equals(getChildAt(id, 0).raw) && serial.equals(getChildAt(id, 1).content),
  )
  if (!leaf) throw new SealError('noCertificate')
  return leaf
}

function listAttributes(attributes: Asn1Node, oid: string): Asn1Node[] {
  const matches = attributes.children.filter((item) => readOptional(() => decodeOid(getChildAt(item, 0))) === oid)
  return matches.map((item) => getChildAt(item, 1, 0))
}

/** @throws SealError where it is not there once */
function getAttribute(attributes: Asn1Node, oid: string): Asn1Node {
  const [node, ...others] = listAttributes(attributes, oid)
  if (!node) throw new SealError('noAttributes')
  if (others.length > 0) throw new SealError('attributeTwice')
  return node
}

/** CAdES names the certificate inside what is signed: by a digest of a stated kind (version 2), of old by SHA-1. */
function referencesCertificateBySha1(attributes: Asn1Node, leaf: Certificate, subFilter: string): boolean {
  const referencesV2 = listAttributes(attributes, signingCertificateV2Oid)
  const references = referencesV2.length > 0 ? referencesV2 : listAttributes(attributes, signingCertificateOid)
  if (references.length === 0 && subFilter === 'ETSI.CAdES.detached') throw new SealError('otherCertificate')
  const digestNames = references.map((reference) => {
    const certificateId = getChildAt(reference, 0, 0)
    const hasStatedDigest = referencesV2.length > 0 && certificateId.children[0]?.tag === 16
    const defaultDigestName = referencesV2.length > 0 ? 'sha256' : 'sha1'
    const digestName = hasStatedDigest ? digestNameByOid[decodeOid(getChildAt(certificateId, 0, 0))] : defaultDigestName
    const isSameCertificate =
      digestName &&
      hashParts(digestName, [leaf.x509.raw]).equals(readOctets(getChildAt(certificateId, hasStatedDigest ? 1 : 0)))
    if (!isSameCertificate) throw new SealError('otherCertificate')
    return digestName
  })
  return digestNames.includes('sha1')
}

function assertSignedBy({ x509 }: Certificate, { algorithmOid, attributes, digestName, signature }: SignerInfo): void {
  const padding =
    algorithmOid === rsaPssOid
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
      : {}
  const hash = edwardsCurveOids.includes(algorithmOid) ? null : digestName
  const isSigned = (bytes: Buffer) =>
    verifySignature(hash, bytes, { key: x509.publicKey, dsaEncoding: 'der', ...padding }, signature)
  if (!listSignedForms(attributes).some(isSigned)) throw new SealError('mismatch')
}

/** Attributes are signed as a SET in DER and written as [0], in BER too; some programs sign them as they write them. */
function listSignedForms(attributes: Asn1Node): Buffer[] {
  const asWritten = Buffer.from(attributes.raw)
  asWritten[0] = 0x31
  return [encodeAsSet(attributes), asWritten]
}

function hashParts(digestName: string, parts: Uint8Array[]): Buffer {
  const hash = createHash(digestName, digestName === 'shake256' ? { outputLength: 64 } : {})
  for (const bytes of parts) hash.update(bytes)
  return hash.digest()
}
