import { X509Certificate } from 'node:crypto'
import { type Asn1Node, decodeOid, decodeText, findTaggedChild, getChildAt, parseAsn1 } from './asn1.ts'
import type { PdfSignature, Signer } from './pdf-signature.ts'

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
    extensions: new Map(
      extensionNodes.map((item) => [
        decodeOid(getChildAt(item, 0)),
        getChildAt(item, item.children.length - 1).content,
      ]),
    ),
  }
}

/** Those of a text of PEM that OpenSSL can read: one that signs itself is a root. */
export function parseTrustedCertificates(pem: string): TrustedCertificates {
  const certificates = splitPem(pem).flatMap((block) => {
    try {
      return [new X509Certificate(block)]
    } catch {
      return []
    }
  })
  const isSelfIssued = (certificate: X509Certificate) => certificate.subject === certificate.issuer
  return {
    roots: certificates.filter(isSelfIssued),
    intermediates: certificates.filter((certificate) => !isSelfIssued(certificate)),
  }
}

export function splitPem(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}

/** The certificate's person, with all numbers masked. */
export function readSigner({ subject, extensions, x509 }: Certificate): Signer {
  const otherNameValues = readOtherNames(extensions.get(subjectAlternativeNameOid))
  const commonNamePair = subject.children
    .flatMap(({ children }) => children)
    .find((pair) => decodeOid(getChildAt(pair, 0)) === commonNameOid)
  const name = commonNamePair ? decodeText(getChildAt(commonNamePair, 1)) : ''
  const cpf = /^\d{8}(\d{11})/.exec(otherNameValues.get(personNumbersOid) ?? '')?.[1] ?? /:(\d{11})$/.exec(name)?.[1]
  const registrationNumber = otherNameValues.get(councilNumberOid)
  return {
    name: name.replace(/:\d{11,14}$/, ''),
    cpf: cpf ? `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**` : null,
    registration: registrationNumber
      ? `CRM-${otherNameValues.get(councilStateOid) ?? ''} ${maskRegistrationNumber(registrationNumber)}`
      : null,
    issuer: readCommonName(x509.issuer),
    until: x509.validToDate.toISOString(),
  }
}

/** The first two digits, then stars. */
function maskRegistrationNumber(number: string): string {
  return number.slice(0, 2) + '*'.repeat(Math.max(0, number.length - 2))
}

function readOtherNames(extension: Buffer | undefined): Map<string, string> {
  const values = new Map<string, string>()
  for (const item of extension ? parseAsn1(extension).children : []) {
    if (!item.isContextSpecific || item.tag !== 0) continue
    let value = getChildAt(item, 1)
    while (value.children.length === 1) value = getChildAt(value, 0)
    values.set(decodeOid(getChildAt(item, 0)), decodeText(value))
  }
  return values
}

export function readCommonName(distinguishedName: string): string {
  return (/^CN=(.*)$/m.exec(distinguishedName)?.[1] ?? '').replaceAll(/\p{C}/gu, '').replace(/:\d{11,14}$/, '')
}

export function isWeakCertificate({ publicKey, signatureAlgorithm }: X509Certificate): boolean {
  const keyBits = publicKey.asymmetricKeyType === 'rsa' ? (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) : 2048
  return /sha1|md5/i.test(signatureAlgorithm ?? '') || keyBits < 2048
}

/** Whether it is for signing: one without a word on its usage is. */
export function maySign({ extensions }: Certificate): boolean {
  const keyUsage = extensions.get(keyUsageOid)
  return keyUsage === undefined || ((parseAsn1(keyUsage).content[1] ?? 0) & 0xc0) !== 0
}

/**
 * From the signer's certificate up to a trusted one. Each authority is tried once, so that a crowd that signs one another
 * costs little.
 */
export function verifyChain(
  leaf: X509Certificate,
  embeddedCertificates: X509Certificate[],
  { roots, intermediates }: TrustedCertificates,
  signedAt: Date,
): Pick<PdfSignature, 'chain' | 'root' | 'isWeak'> {
  const issuerCandidates = [...embeddedCertificates, ...intermediates]
  const triedFingerprints = new Set<string>()
  let isExpired = false

  /** What is above it, the root last; null where no root is. */
  function findIssuerChain(child: X509Certificate, depth = 0): X509Certificate[] | null {
    if (signedAt < child.validFromDate || signedAt > child.validToDate) isExpired = true
    else {
      const root = roots.find(
        (candidateRoot) => candidateRoot.fingerprint256 === child.fingerprint256 || isIssuer(candidateRoot, child),
      )
      if (root) return [root]
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
  if (!chain) {
    const untrustedStatus = roots.length === 0 ? 'unchecked' : 'unknown'
    return { chain: isExpired ? 'expired' : untrustedStatus, root: null, isWeak: isWeakCertificate(leaf) }
  }
  const root = chain.at(-1)
  // Nobody relies on the root's own signature.
  const isWeak = [leaf, ...chain.slice(0, -1)].some(isWeakCertificate)
  return { chain: 'trusted', root: root ? readCommonName(root.subject) : null, isWeak }
}

function isIssuer(parent: X509Certificate, child: X509Certificate): boolean {
  try {
    return parent.ca && child.checkIssued(parent) && child.verify(parent.publicKey)
  } catch {
    // A key that OpenSSL cannot read.
    return false
  }
}
