import { createSign } from 'node:crypto'
import { type Asn1Node, getChildAt, parseAsn1 } from '../../../server/prescriptions/signature/asn1.ts'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const lengthBytes = Buffer.alloc(4)
  lengthBytes.writeUInt32BE(content.length)
  const length =
    content.length < 128 ? Buffer.from([content.length]) : Buffer.concat([Buffer.from([0x84]), lengthBytes])
  return Buffer.concat([Buffer.from([tag]), length, content])
}

const signingTimeOid = Buffer.from('06092a864886f70d010905', 'hex')
const isSigningTime = (attribute: Buffer) => attribute.includes(signingTimeOid)

/** An attribute with the hour: UTCTime is 0x17, GeneralizedTime 0x18. */
export function signingTime(tag: 0x17 | 0x18, text: string): Buffer {
  return der(0x30, signingTimeOid, der(0x31, der(tag, Buffer.from(text))))
}

/**
 * A CMS as other programs write it, signed anew (RSA, SHA-256).
 * @param hours in place of its signing time
 * @param certificates besides its own
 */
export function editCms(
  cms: Buffer,
  keyPem: string,
  { hours, certificates = [] }: { hours?: Buffer[]; certificates?: Buffer[] },
): Buffer {
  const content = parseAsn1(cms)
  const signedData = getChildAt(content, 1, 0)
  const [version, digests, encapsulated, ownCertificates] = signedData.children.map(({ raw }) => raw) as Buffer[]
  const signerInfo = getChildAt(signedData, signedData.children.length - 1, 0)
  const parts = signerInfo.children.map(({ raw }) => raw)
  const attributeNodes = getChildAt(signerInfo, 3).children.map(({ raw }: Asn1Node) => raw)
  const attributes = hours ? [...attributeNodes.filter((raw) => !isSigningTime(raw)), ...hours] : attributeNodes
  const signature = createSign('sha256')
    .update(der(0x31, ...attributes))
    .sign(keyPem)
  const [infoVersion, id, digest, , algorithm] = parts as Buffer[]
  const newInfo = [infoVersion, id, digest, der(0xa0, ...attributes), algorithm, der(0x04, signature)] as Buffer[]
  const certificateSet = der(
    0xa0,
    ...getChildAt(parseAsn1(ownCertificates as Buffer)).children.map(({ raw }) => raw),
    ...certificates,
  )
  return der(
    0x30,
    getChildAt(content, 0).raw,
    der(
      0xa0,
      der(
        0x30,
        version as Buffer,
        digests as Buffer,
        encapsulated as Buffer,
        certificateSet,
        der(0x31, der(0x30, ...newInfo)),
      ),
    ),
  )
}

/** DER that is no certificate, though it stands among them. */
export const oddCertificate = der(0x30, der(0x30, Buffer.from([5, 0])))
