import { isUtf8 } from 'node:buffer'

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

/** Deeper nesting, and more values, are none of a signature's. */
const maxDepth = 100
const maxNodes = 20_000

/**
 * Reads the structure (BER, so DER too) and no values: an hour or a name that is none must not make the whole unreadable.
 * @throws Error if the bytes are not ASN.1
 */
export function parseAsn1(bytes: Buffer): Asn1Node {
  let nodeCount = 0
  return parseNode(0, bytes.length, 0)

  function parseNode(start: number, end: number, depth: number): Asn1Node {
    nodeCount += 1
    if (depth > maxDepth || nodeCount > maxNodes) throw new Error('too deep, or too many values')
    const { tag, isConstructed, isContextSpecific, contentStart, contentEnd } = readHeader(bytes, start, end)
    const isIndefinite = contentEnd === null
    const children: Asn1Node[] = []
    let position = contentStart
    const isAtEnd = () => (isIndefinite ? isEndOfContents(bytes, position, end) : position >= contentEnd)
    while (isConstructed && !isAtEnd()) {
      const child = parseNode(position, contentEnd ?? end, depth + 1)
      children.push(child)
      position += child.raw.length
    }
    const innerEnd = contentEnd ?? position
    const raw = bytes.subarray(start, isIndefinite ? innerEnd + endOfContentsBytes : innerEnd)
    return { tag, isContextSpecific, children, raw, content: bytes.subarray(contentStart, innerEnd) }
  }
}

const endOfContentsBytes = 2

function isEndOfContents(bytes: Buffer, position: number, end: number): boolean {
  if (position + endOfContentsBytes > end) throw new Error('its end is missing')
  return bytes[position] === 0 && bytes[position + 1] === 0
}

interface Asn1Header {
  tag: number
  isConstructed: boolean
  isContextSpecific: boolean
  contentStart: number
  /** Null where the length is indefinite. */
  contentEnd: number | null
}

function readHeader(bytes: Buffer, start: number, end: number): Asn1Header {
  const [identifier, firstLength] = [bytes[start], bytes[start + 1]]
  const tag = (identifier ?? 31) & 31
  if (identifier === undefined || firstLength === undefined || start + 2 > end || tag === 31)
    throw new Error('not ASN.1')
  const isConstructed = (identifier & 0x20) !== 0
  const isIndefinite = firstLength === 0x80
  const lengthBytes = firstLength > 0x80 ? firstLength & 0x7f : 0
  const contentStart = start + 2 + lengthBytes
  if (contentStart > end || lengthBytes > 4 || (isIndefinite && !isConstructed)) throw new Error('not ASN.1')
  const length = lengthBytes > 0 ? bytes.readUIntBE(start + 2, lengthBytes) : firstLength
  const contentEnd = isIndefinite ? null : contentStart + length
  if (contentEnd !== null && contentEnd > end) throw new Error('its end is missing')
  return { tag, isConstructed, isContextSpecific: identifier >> 6 === 2, contentStart, contentEnd }
}

/** The octets of a string, which BER may write in pieces. */
export function readOctets({ children, content }: Asn1Node): Buffer {
  return children.length > 0 ? Buffer.concat(children.map(readOctets)) : content
}

/** A set as it is signed: its values as they are, whatever it is tagged with, and however its length is written. */
export function encodeAsSet({ content }: Asn1Node): Buffer {
  const lengthBytes = Buffer.alloc(4)
  lengthBytes.writeUInt32BE(content.length)
  const significantBytes = lengthBytes.subarray(lengthBytes.findIndex((byte) => byte !== 0))
  const length =
    content.length < 0x80
      ? Buffer.from([content.length])
      : Buffer.from([0x80 + significantBytes.length, ...significantBytes])
  return Buffer.concat([Buffer.from([0x31]), length, content])
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

/** The result, or null where it throws: what is only informative must not make the whole unreadable. */
export function readOptional<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** A text without control and direction characters, at most 200 long. BER may write it in pieces. */
export function decodeText({ content, tag, children }: Asn1Node): string {
  if (children.length > 0) return children.map(decodeText).join('').slice(0, 200)
  return decodeCharacters(content, tag).replaceAll(/\p{C}/gu, '').slice(0, 200)
}

function decodeCharacters(content: Buffer, tag: number): string {
  const isUtf16 = tag === 30
  const isLatin1 = tag === 20 || !isUtf8(content)
  if (isUtf16)
    return Buffer.from(content.subarray(0, content.length & ~1))
      .swap16()
      .toString('utf16le')
  return content.toString(isLatin1 ? 'latin1' : 'utf8')
}

/** Programs leave out the seconds, add a fraction, or write another zone than Z. */
const timePattern = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:[.,]\d+)?(?:Z|([+-])(\d{2})(\d{2}))$/

/** A time in ISO form, to the second. @throws Error if it is not one, or names no zone */
export function decodeTime({ tag, content }: Asn1Node): string {
  const isUtcTime = tag === 23
  const text = content.toString('latin1')
  // UTCTime's year has two digits.
  const match = timePattern.exec(isUtcTime ? `${text.slice(0, 2) < '50' ? '20' : '19'}${text}` : text)
  if (!match) throw new Error('not a time')
  const [, year, month, day, hour, minute, second = '00', sign = '+', zoneHour = '00', zoneMinute = '00'] = match
  const zone = `${sign}${zoneHour}:${zoneMinute}`
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`).toISOString()
}
