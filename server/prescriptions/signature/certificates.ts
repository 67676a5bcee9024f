import { X509Certificate } from 'node:crypto'
import { type Asn1Node, childAt, decodeOid, decodeText, parseAsn1, taggedChild } from './asn1.ts'
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

const subjectAlternativeName = '2.5.29.17'
const keyUsage = '2.5.29.15'
const commonName = '2.5.4.3'
/** ICP-Brasil: birth (8 digits), CPF (11) and more of a person. */
const personNumbers = '2.16.76.1.3.1'
const councilNumber = '2.16.76.1.4.2.2.1'
const councilState = '2.16.76.1.4.2.2.2'
const maxDepth = 6

/** @throws Error for what is no certificate */
export function readCertificate(der: Buffer): Certificate {
  const body = childAt(parseAsn1(der), 0)
  const fields = body.children[0]?.isContextSpecific ? body.children.slice(1) : body.children
  const list = taggedChild(body, 3)?.children[0]?.children ?? []
  return {
    x509: new X509Certificate(der),
    serial: childAt(fields[0]).content,
    issuer: childAt(fields[2]).raw,
    subject: childAt(fields[4]),
    extensions: new Map(
      list.map((item) => [decodeOid(childAt(item, 0)), childAt(item, item.children.length - 1).content]),
    ),
  }
}

/** Those of a text of PEM that OpenSSL can read: one that signs itself is a root. */
export function readTrusted(pem: string): TrustedCertificates {
  const all = pemBlocks(pem).flatMap((block) => {
    try {
      return [new X509Certificate(block)]
    } catch {
      return []
    }
  })
  const isRoot = (each: X509Certificate) => each.subject === each.issuer
  return { roots: all.filter(isRoot), intermediates: all.filter((each) => !isRoot(each)) }
}

export function pemBlocks(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}

/** The certificate's person, with all numbers masked. */
export function signerOf({ subject, extensions, x509 }: Certificate): Signer {
  const others = otherNames(extensions.get(subjectAlternativeName))
  const common = subject.children
    .flatMap(({ children }) => children)
    .find((pair) => decodeOid(childAt(pair, 0)) === commonName)
  const name = common ? decodeText(childAt(common, 1)) : ''
  const cpf = /^\d{8}(\d{11})/.exec(others.get(personNumbers) ?? '')?.[1] ?? /:(\d{11})$/.exec(name)?.[1]
  const number = others.get(councilNumber)
  return {
    name: name.replace(/:\d{11,14}$/, ''),
    cpf: cpf ? `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**` : null,
    registration: number ? `CRM-${others.get(councilState) ?? ''} ${maskDocument(number)}` : null,
    issuer: commonNameIn(x509.issuer),
    until: x509.validToDate.toISOString(),
  }
}

/** The first two digits, then stars. */
function maskDocument(number: string): string {
  return number.slice(0, 2) + '*'.repeat(Math.max(0, number.length - 2))
}

function otherNames(extension: Buffer | undefined): Map<string, string> {
  const names = new Map<string, string>()
  for (const item of extension ? parseAsn1(extension).children : []) {
    if (!item.isContextSpecific || item.tag !== 0) continue
    let value = childAt(item, 1)
    while (value.children.length === 1) value = childAt(value, 0)
    names.set(decodeOid(childAt(item, 0)), decodeText(value))
  }
  return names
}

export function commonNameIn(distinguishedName: string): string {
  return (/^CN=(.*)$/m.exec(distinguishedName)?.[1] ?? '').replaceAll(/\p{C}/gu, '').replace(/:\d{11,14}$/, '')
}

export function isWeakCertificate({ publicKey, signatureAlgorithm }: X509Certificate): boolean {
  const bits = publicKey.asymmetricKeyType === 'rsa' ? (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) : 2048
  return /sha1|md5/i.test(signatureAlgorithm ?? '') || bits < 2048
}

/** Whether it is for signing: one without a word on its usage is. */
export function maySign({ extensions }: Certificate): boolean {
  const usage = extensions.get(keyUsage)
  return usage === undefined || ((parseAsn1(usage).content[1] ?? 0) & 0xc0) !== 0
}

/**
 * From the signer's certificate up to a trusted one. Each authority is tried once, so that a crowd that signs one another
 * costs little.
 */
export function findChain(
  leaf: X509Certificate,
  embedded: X509Certificate[],
  { roots, intermediates }: TrustedCertificates,
  at: Date,
): Pick<PdfSignature, 'chain' | 'root' | 'isWeak'> {
  const issuerCandidates = [...embedded, ...intermediates]
  const attempts = new Set<string>()
  let isExpired = false

  /** What is above it, the root last; null where no root is. */
  function climb(child: X509Certificate, depth = 0): X509Certificate[] | null {
    if (at < child.validFromDate || at > child.validToDate) isExpired = true
    else {
      const root = roots.find((each) => each.fingerprint256 === child.fingerprint256 || isIssuer(each, child))
      if (root) return [root]
      if (depth <= maxDepth) return climbBeyond(child, depth)
    }
    return null
  }

  function climbBeyond(child: X509Certificate, depth: number): X509Certificate[] | null {
    for (const other of issuerCandidates) {
      if (attempts.has(other.fingerprint256) || !isIssuer(other, child)) continue
      attempts.add(other.fingerprint256)
      const issuerChain = climb(other, depth + 1)
      if (issuerChain) return [other, ...issuerChain]
    }
    return null
  }

  const chain = climb(leaf)
  if (!chain) {
    const unknown = roots.length === 0 ? 'unchecked' : 'unknown'
    return { chain: isExpired ? 'expired' : unknown, root: null, isWeak: isWeakCertificate(leaf) }
  }
  const root = chain.at(-1)
  // Nobody relies on the root's own signature.
  const isWeak = [leaf, ...chain.slice(0, -1)].some(isWeakCertificate)
  return { chain: 'trusted', root: root ? commonNameIn(root.subject) : null, isWeak }
}

function isIssuer(parent: X509Certificate, child: X509Certificate): boolean {
  try {
    return parent.ca && child.checkIssued(parent) && child.verify(parent.publicKey)
  } catch {
    // A key that OpenSSL cannot read.
    return false
  }
}
