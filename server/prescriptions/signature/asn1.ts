import { fromBER } from 'asn1js'

/** A value of ASN.1, as far as signatures and certificates need it. */
export interface Asn1Node {
  tag: number
  /** Whether the tag is context-specific: [0], [1] … */
  isContextSpecific: boolean
  children: Asn1Node[]
  /** With tag and length. */
  raw: Buffer
  content: Buffer
}

interface BerBlock {
  idBlock: { tagNumber: number; tagClass: number; isConstructed: boolean }
  blockLength: number
  valueBeforeDecodeView: Uint8Array
  valueBlock: { blockLength: number; value?: BerBlock[] }
}

/** @throws Error if the bytes are not ASN.1; the library limits nesting to 100 */
export function parseAsn1(bytes: Uint8Array): Asn1Node {
  const { offset, result } = fromBER(bytes, { maxNodes: 20_000 })
  if (offset === -1) throw new Error(`not ASN.1: ${result.error}`)
  return toNode(result as unknown as BerBlock)
}

function toNode(block: BerBlock): Asn1Node {
  const raw = Buffer.from(block.valueBeforeDecodeView)
  return {
    tag: block.idBlock.tagNumber,
    isContextSpecific: block.idBlock.tagClass === 3,
    children: block.idBlock.isConstructed ? (block.valueBlock.value ?? []).map(toNode) : [],
    raw,
    content: raw.subarray(block.blockLength - block.valueBlock.blockLength),
  }
}

/** The descendant at this path of indexes. @throws Error if there is none */
export function getChildAt(node: Asn1Node | undefined, ...path: number[]): Asn1Node {
  let child = node
  for (const index of path) child = child?.children[index]
  if (!child) throw new Error('a part is missing')
  return child
}

export function findTaggedChild(node: Asn1Node, tag: number): Asn1Node | undefined {
  return node.children.find((item) => item.isContextSpecific && item.tag === tag)
}

/** An object identifier in its dotted form. @throws Error if it is not one */
export function decodeOid({ tag, content }: Asn1Node): string {
  if (tag !== 6 || content.length > 40) throw new Error('not an object identifier')
  const arcs: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 127)
    if (byte < 128) {
      arcs.push(value)
      value = 0
    }
  }
  const [first = 0, ...remainingArcs] = arcs
  const firstArc = Math.min(2, Math.floor(first / 40))
  return [firstArc, first - firstArc * 40, ...remainingArcs].join('.')
}

/** A text without control and direction characters, at most 200 long. */
export function decodeText({ content, tag }: Asn1Node): string {
  const isUtf16 = tag === 30
  const isLatin1 = tag === 20
  const text = isUtf16
    ? Buffer.from(content.subarray(0, content.length & ~1))
        .swap16()
        .toString('utf16le')
    : content.toString(isLatin1 ? 'latin1' : 'utf8')
  return text.replaceAll(/\p{C}/gu, '').slice(0, 200)
}

/** A time in ISO form. @throws Error if it is not one */
export function decodeTime({ tag, content }: Asn1Node): string {
  const digits = /^(\d{12,14})Z$/.exec(content.toString('latin1'))?.[1]
  if (!digits) throw new Error('not a time')
  const isUtcTime = tag === 23
  const century = Number(digits.slice(0, 2)) < 50 ? '20' : '19'
  const fullDigits = isUtcTime ? `${century}${digits}` : digits
  return new Date(fullDigits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')).toISOString()
}
