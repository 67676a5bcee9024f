import { normalizeCode, normalizeInput } from '../platform/user-input.ts'
import { isGtin } from './gtin.ts'

/** What a scanner, or somebody in its place, typed. */
export interface ScannedCode {
  /** A GTIN without the zero in front of 13 digits; what is no GTIN: as typed, without spaces, dots and dashes. */
  code: string
  /** As printed on the box, in capitals; null where the code tells none, or not where it ends. */
  lot: string | null
  /** yyyy-MM-dd; null where the code tells none. */
  expiresOn: string | null
}

type Elements = Map<string, string>

/**
 * Reads a product's code as scanners send it: a plain bar code, the elements of a GS1-128 or of the DataMatrix on a box of
 * medicine, also as people write them, `(01)…`, or a GS1 Digital Link. Prefixes that name the kind of code, control characters
 * and marks that nobody sees are left out.
 */
export function readScannedCode(input: string): ScannedCode {
  const text = stripPrefix(normalizeInput(input))
  const elements = readDigitalLink(text) ?? readWrittenElements(text) ?? readElements(text)
  const gtin = elements?.get('01') ?? null
  if (elements === null || gtin === null || !isGtin(gtin)) {
    const code = normalizeCode(text.replace(unprintablePattern, ''))
    return { code: toShortGtin(code), lot: null, expiresOn: null }
  }
  return { code: toShortGtin(gtin), lot: parseLot(elements.get('10')), expiresOn: parseExpiry(elements.get('17')) }
}

const unprintablePattern = /\p{Cc}/gu
/** Ends a field of no fixed length (FNC1), as scanners and programs spell it. */
const separatorPattern = /<(?:GS|FNC1)>|\{(?:GS|FNC1)\}|\[(?:GS|FNC1)\]|\\x1d|\\u001d|\^\]|~1|~d029/gi
/** What no field may hold (GS1, character set 82): a scanner put it in place of a separator, or before and after the code. */
const foreignCharsPattern = /[^\w!"%&'()*+,./:;<=>?-]+/g
const separator = '\x1d'

/** `]d2`, `]C1`, `]E0` and the like tell which kind of code was scanned (ISO/IEC 15424). */
function stripPrefix(text: string): string {
  return text.replace(/^[\p{Cc}\s]*(?:\][A-Za-z][0-9A-Za-z])?/u, '')
}

/** `07896004719115` → `7896004719115`: the same product, as shops write it. */
function toShortGtin(code: string): string {
  return /^0\d{13}$/.test(code) && isGtin(code) ? code.slice(1) : code
}

/** `https://id.gs1.org/01/07896004719115/10/L2409A?17=280131`, at any shop's address. */
function readDigitalLink(text: string): Elements | null {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null
  if (url === null) return null
  const path = url.pathname.split('/').map(decodePathPart)
  const start = path.findIndex((part, index) => /^(?:01|gtin)$/i.test(part) && /^\d{8,14}$/.test(path[index + 1] ?? ''))
  if (start < 0) return null
  const elements: Elements = new Map(url.searchParams)
  for (let index = start + 2; index < path.length; index += 2) elements.set(path[index] ?? '', path[index + 1] ?? '')
  return elements.set('01', path[start + 1] ?? '')
}

function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** `(01)07896004719115(17)280131(10)L2409A`, as it is printed under a code. */
function readWrittenElements(text: string): Elements | null {
  if (!text.startsWith('(')) return null
  return new Map(
    [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, identifier = '', value = '']) => [identifier, value.trim()]),
  )
}

/** How many characters follow an identifier; of what is not listed, up to the next separator. */
const fixedLengths: [identifier: RegExp, length: number][] = [
  [/^00/, 18],
  [/^0[123]/, 14],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]/, 8],
  [/^41/, 14],
]

/** The fields of a code one after another; null where none of them is a GTIN. */
function readElements(text: string): Elements | null {
  let rest = trimSeparator(text.replace(separatorPattern, separator).replace(foreignCharsPattern, separator))
  const hasSeparators = rest.slice(0, -1).includes(separator)
  const elements: Elements = new Map()
  for (let field = takeField(rest); field !== null; field = takeField(rest)) {
    elements.set(field.identifier, field.value)
    rest = trimSeparator(field.rest)
  }
  const lot = elements.get('10')
  if (lot !== undefined && !hasSeparators) elements.set('10', cutAtSerialNumber(lot))
  return elements.has('01') ? elements : null
}

/** The first field; null where there is none, or less of it than its length. */
function takeField(text: string): { identifier: string; value: string; rest: string } | null {
  const [identifier] = /^(?:71\d|\d\d)/.exec(text) ?? []
  if (identifier === undefined) return null
  const length = fixedLengths.find(([pattern]) => pattern.test(text))?.[1]
  const separatorIndex = text.indexOf(separator)
  const variableEnd = separatorIndex < 0 ? text.length : separatorIndex
  const end = length === undefined ? variableEnd : identifier.length + length
  return end > text.length ? null : { identifier, value: text.slice(identifier.length, end), rest: text.slice(end) }
}

function trimSeparator(text: string): string {
  return text.startsWith(separator) ? text.slice(1) : text
}

/**
 * A scanner that sends no separators runs the serial number (21) into the lot. Where 21 stands in it once, it is cut there;
 * more than once, nobody can say where the lot ends.
 */
function cutAtSerialNumber(lot: string): string {
  const [start = '', ...rest] = lot.split('21')
  if (rest.length > 1) return ''
  return start === '' ? lot : start
}

function parseLot(text = ''): string | null {
  return /^[A-Z0-9][A-Z0-9./-]{1,19}$/i.test(text) ? text.toUpperCase() : null
}

/** `280131` → `2028-01-31`; day 00 is the last one of the month. */
function parseExpiry(text = ''): string | null {
  const [, year, month, day] = /^(\d\d)(0[1-9]|1[0-2])(\d\d)$/.exec(text) ?? []
  const lastDay = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()
  if (year === undefined || month === undefined || Number(day) > lastDay) return null
  return `20${year}-${month}-${day === '00' ? lastDay : day}`
}
