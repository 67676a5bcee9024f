import { X509Certificate } from 'node:crypto'
import { type Asn1Node, decodeOid, decodeText, findTaggedChild, getChildAt, parseAsn1, readOptional } from './asn1.ts'
import type { PdfSignature, Signer, TrustLevel } from './pdf-signature.ts'

export interface Certificate {
  x509: X509Certificate
  serial: Buffer
  issuer: Buffer
  subject: Asn1Node
  /** The contents of its extensions, by their object identifiers. */
  extensions: Map<string, Buffer>
}

/** What leads from a signer to a root. */
export interface TrustedCertificates {
  roots: X509Certificate[]
  /** Authorities between, which signers may leave out. */
  intermediates: X509Certificate[]
}

const subjectAlternativeNameOid = '2.5.29.17'
const keyUsageOid = '2.5.29.15'
const commonNameOid = '2.5.4.3'
/** ICP-Brasil: birth (8 digits), CPF (11) and more of a person. */
const personNumbersOid = '2.16.76.1.3.1'
const councilNumberOid = '2.16.76.1.4.2.2.1'
const councilStateOid = '2.16.76.1.4.2.2.2'
/** A pharmacist's, at the council of pharmacy. */
const pharmacyCouncilNumberOid = '2.16.76.1.4.2.3.1'
const pharmacyCouncilStateOid = '2.16.76.1.4.2.3.2'
const maxChainDepth = 6

/** @throws Error for what is no certificate */
export function readCertificate(der: Buffer): Certificate {
  const certificateBody = getChildAt(parseAsn1(der), 0)
  const fields = certificateBody.children[0]?.isContextSpecific
    ? certificateBody.children.slice(1)
    : certificateBody.children
  const extensionNodes = findTaggedChild(certificateBody, 3)?.children[0]?.children ?? []
  return {
    x509: new X509Certificate(der),
    serial: getChildAt(fields[0]).content,
    issuer: getChildAt(fields[2]).raw,
    subject: getChildAt(fields[4]),
    extensions: new Map(extensionNodes.flatMap((item) => readOptional(() => [readExtension(item)]) ?? [])),
  }
}

function readExtension(item: Asn1Node): [oid: string, content: Buffer] {
  return [decodeOid(getChildAt(item, 0)), getChildAt(item, item.children.length - 1).content]
}

/** Those of a text of PEM that OpenSSL can read: one that signs itself is a root. */
export function parseTrustedCertificates(pem: string): TrustedCertificates {
  const certificates = splitPem(pem).flatMap((block) => readOptional(() => new X509Certificate(block)) ?? [])
  return {
    roots: certificates.filter(isSelfIssued),
    intermediates: certificates.filter((certificate) => !isSelfIssued(certificate)),
  }
}

function isSelfIssued(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer
}

export function splitPem(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}

/** The certificate's person, with all numbers masked. What cannot be read is left out. */
export function readSigner({ subject, extensions, x509 }: Certificate): Signer {
  const otherNameValues = readOtherNames(extensions.get(subjectAlternativeNameOid))
  const commonNamePair = subject.children
    .flatMap(({ children }) => children)
    .find((pair) => readOptional(() => decodeOid(getChildAt(pair, 0))) === commonNameOid)
  const name = (commonNamePair && readOptional(() => decodeText(getChildAt(commonNamePair, 1)))) ?? ''
  const cpf = /^\d{8}(\d{11})/.exec(otherNameValues.get(personNumbersOid) ?? '')?.[1] ?? /:(\d{11})$/.exec(name)?.[1]
  const formatRegistration = (council: string, numberOid: string, stateOid: string) => {
    const number = otherNameValues.get(numberOid)
    return number ? `${council}-${otherNameValues.get(stateOid) ?? ''} ${maskRegistrationNumber(number)}` : null
  }
  return {
    name: name.replace(/:\d{11,14}$/, ''),
    cpf: cpf ? `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**` : null,
    registration:
      formatRegistration('CRM', councilNumberOid, councilStateOid) ??
      formatRegistration('CRF', pharmacyCouncilNumberOid, pharmacyCouncilStateOid),
    issuer: readCommonName(x509.issuer),
    until: readOptional(() => x509.validToDate.toISOString()) ?? '',
  }
}

/** The first two digits, then stars. */
function maskRegistrationNumber(number: string): string {
  return number.slice(0, 2) + '*'.repeat(Math.max(0, number.length - 2))
}

function readOtherNames(extension: Buffer | undefined): Map<string, string> {
  const items = (extension && readOptional(() => parseAsn1(extension).children)) ?? []
  const otherNames = items.filter(({ isContextSpecific, tag }) => isContextSpecific && tag === 0)
  return new Map(otherNames.flatMap((item) => readOptional(() => [readOtherName(item)]) ?? []))
}

function readOtherName(item: Asn1Node): [oid: string, value: string] {
  let value = getChildAt(item, 1)
  while (value.children.length === 1) value = getChildAt(value, 0)
  return [decodeOid(getChildAt(item, 0)), decodeText(value)]
}

export function readCommonName(distinguishedName: string): string {
  return readNamePart(distinguishedName, 'CN').replace(/:\d{11,14}$/, '')
}

function readNamePart(distinguishedName: string, part: 'CN' | 'O'): string {
  const prefix = `${part}=`
  const line = distinguishedName.split('\n').find((text) => text.startsWith(prefix)) ?? prefix
  return line.slice(prefix.length).replaceAll(/\p{C}/gu, '')
}

/** Only ICP-Brasil's signatures are qualified ones, gov.br's are advanced (Lei 14.063/2020); null for any other. */
function readClaimedLevel(distinguishedName: string): TrustLevel | null {
  const organization = readNamePart(distinguishedName, 'O')
  if (/^ICP-Brasil\b/i.test(organization)) return 'qualified'
  return /^Gov-?Br\b/i.test(organization) ? 'advanced' : null
}

export function isWeakCertificate({ publicKey, signatureAlgorithm }: X509Certificate): boolean {
  const keyBits = publicKey.asymmetricKeyType === 'rsa' ? (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) : 2048
  return /sha1|md5/i.test(signatureAlgorithm ?? '') || keyBits < 2048
}

/** Whether it is for signing: one without a word on its usage is, one whose word cannot be read is not. */
export function maySign({ extensions }: Certificate): boolean {
  const keyUsage = extensions.get(keyUsageOid)
  if (keyUsage === undefined) return true
  return ((readOptional(() => parseAsn1(keyUsage).content[1]) ?? 0) & 0xc0) !== 0
}

type ChainResult = Pick<PdfSignature, 'chain' | 'root' | 'level' | 'missingAuthority' | 'isWeak'>

/**
 * From the signer's certificate up to a trusted one. Each authority is tried once, so that a crowd that signs one another
 * costs little.
 * @param signedAt null where no time is known: then nobody can tell whether a certificate was valid, so that is not asked
 */
export function verifyChain(
  leaf: X509Certificate,
  embeddedCertificates: X509Certificate[],
  { roots, intermediates }: TrustedCertificates,
  signedAt: Date | null,
): ChainResult {
  const issuerCandidates = [...embeddedCertificates, ...intermediates]
  const triedFingerprints = new Set<string>()
  let isExpired = false
  /** Of the certificates that were reached, the first whose issuer is nobody that is known. */
  let lastCertificate: X509Certificate | null = null

  /** What is above it, the root last; null where no root is. */
  function findIssuerChain(child: X509Certificate, depth = 0): X509Certificate[] | null {
    if (signedAt !== null && (signedAt < child.validFromDate || signedAt > child.validToDate)) isExpired = true
    else {
      const root = roots.find(
        (candidateRoot) => candidateRoot.fingerprint256 === child.fingerprint256 || isIssuer(candidateRoot, child),
      )
      if (root) return [root]
      if (isSelfIssued(child) || ![...issuerCandidates, ...roots].some(({ subject }) => subject === child.issuer))
        lastCertificate ??= child
      if (depth <= maxChainDepth) return findChainByIntermediates(child, depth)
    }
    return null
  }

  function findChainByIntermediates(child: X509Certificate, depth: number): X509Certificate[] | null {
    for (const candidate of issuerCandidates) {
      if (triedFingerprints.has(candidate.fingerprint256) || !isIssuer(candidate, child)) continue
      triedFingerprints.add(candidate.fingerprint256)
      const issuerChain = findIssuerChain(candidate, depth + 1)
      if (issuerChain) return [candidate, ...issuerChain]
    }
    return null
  }

  const chain = findIssuerChain(leaf)
  const root = chain?.at(-1)
  if (!chain || !root) {
    const status = toUntrustedStatus(lastCertificate, { isExpired, hasRoots: roots.length > 0 })
    return { ...status, root: null, isWeak: isWeakCertificate(leaf) }
  }
  return {
    chain: 'trusted',
    root: readCommonName(root.subject),
    level: readClaimedLevel(root.subject) ?? 'advanced',
    missingAuthority: null,
    // Nobody relies on the root's own signature.
    isWeak: [leaf, ...chain.slice(0, -1)].some(isWeakCertificate),
  }
}

/** @param lastCertificate where the chain ends: its issuer is missing, or it is a root of its own */
function toUntrustedStatus(
  lastCertificate: X509Certificate | null,
  { isExpired, hasRoots }: { isExpired: boolean; hasRoots: boolean },
): Pick<ChainResult, 'chain' | 'level' | 'missingAuthority'> {
  const claim = {
    level: lastCertificate && readClaimedLevel(lastCertificate.issuer),
    missingAuthority: lastCertificate && readCommonName(lastCertificate.issuer),
  }
  if (isExpired) return { chain: 'expired', ...claim }
  if (!hasRoots) return { chain: 'unchecked', ...claim }
  return { chain: lastCertificate && !isSelfIssued(lastCertificate) ? 'incomplete' : 'unknown', ...claim }
}

function isIssuer(parent: X509Certificate, child: X509Certificate): boolean {
  try {
    return parent.ca && child.checkIssued(parent) && child.verify(parent.publicKey)
  } catch {
    // A key that OpenSSL cannot read.
    return false
  }
}
