/**
 * BR Codes: the text of a Pix QR code and of "Pix copia e cola" (Banco Central, Manual de Padrões para Iniciação do Pix).
 * A code is a sequence of fields, each a two-digit tag, a two-digit length in characters and a value; the last is a checksum.
 */

/** The payee, as the payer's bank shows it: cut to 25 and 15 characters, without accents. */
export interface Receiver {
  name: string
  city: string
}

/** A code for one payment, whose details are at `location` (a URL without https://, at most 77 characters). */
interface DynamicBrCode extends Receiver {
  location: string
}

/** A code's contents; null where it has no such field. */
interface BrCode extends Receiver {
  /** False for a code that may be paid more than once, or that does not say. */
  isOneTime: boolean
  pixKey: string | null
  location: string | null
  /** URL of a recurring payment's details (Pix Automático). */
  recurrenceLocation: string | null
  additionalInfo: string | null
  amountCents: number | null
  txid: string | null
}

const pixDomain = 'br.gov.bcb.pix'
const txidPlaceholder = '***'

/** @throws RangeError when a field does not fit */
export function buildDynamicBrCode({ location, ...receiver }: DynamicBrCode): string {
  return appendChecksum([
    formatField('00', '01'),
    formatField('01', '12'),
    formatField('26', formatField('00', pixDomain) + formatField('25', location)),
    formatField('52', '0000'),
    formatField('53', '986'),
    formatField('58', 'BR'),
    formatField('59', toTruncatedAscii(receiver.name, 25)),
    formatField('60', toTruncatedAscii(receiver.city, 15)),
    formatField('62', formatField('05', txidPlaceholder)),
  ])
}

/**
 * Reads a code, static or dynamic.
 * @throws Error when it is truncated, its checksum is wrong, or it is not a Pix code
 */
export function parseBrCode(text: string): BrCode {
  const checksumStart = text.length - 4
  if (
    text.slice(checksumStart - 4, checksumStart) !== '6304' ||
    crc16(text.slice(0, checksumStart)) !== text.slice(checksumStart)
  ) {
    throw new Error('BR Code: wrong checksum')
  }
  const fields = parseFields(text)
  const pixAccountFields = listPixAccountFields(fields)[0]
  const name = fields.get('59')
  const city = fields.get('60')
  if (fields.get('00') !== '01' || !pixAccountFields || name === undefined || city === undefined) {
    throw new Error('BR Code: not a Pix')
  }
  const amount = fields.get('54')
  const txid = parseFields(fields.get('62') ?? '').get('05')
  return {
    isOneTime: fields.get('01') === '12',
    pixKey: pixAccountFields.get('01') ?? null,
    location: pixAccountFields.get('25') ?? null,
    recurrenceLocation: parseFields(fields.get('80') ?? '').get('25') ?? null,
    additionalInfo: pixAccountFields.get('02') ?? null,
    amountCents: amount === undefined ? null : Math.round(Number(amount) * 100),
    name,
    city,
    txid: txid === undefined || txid === txidPlaceholder ? null : txid,
  }
}

/** CRC-16/CCITT-FALSE over the text's UTF-8 bytes, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function appendChecksum(fields: string[]): string {
  const text = `${fields.join('')}6304`
  return text + crc16(text)
}

function formatField(tag: string, value: string): string {
  if (value.length < 1 || value.length > 99)
    throw new RangeError(`BR Code: field ${tag} has ${value.length} characters`)
  return tag + String(value.length).padStart(2, '0') + value
}

function toTruncatedAscii(text: string, maxLength: number): string {
  return text
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .slice(0, maxLength)
    .trim()
}

function parseFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let position = 0; position < text.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(position, position + 4)) ?? []
    const value = text.slice(position + 4, position + 4 + Number(length))
    if (tag === undefined || value.length !== Number(length)) throw new Error(`BR Code: broken field at ${position}`)
    fields.set(tag, value)
    position += 4 + value.length
  }
  return fields
}

/** Fields 26 to 51 belong to payment networks; Pix's contain its domain, in upper or lower case. */
function listPixAccountFields(fields: Map<string, string>): Map<string, string>[] {
  return [...fields]
    .filter(([tag]) => tag >= '26' && tag <= '51')
    .map(([, value]) => parseFields(value))
    .filter((account) => account.get('00')?.toLowerCase() === pixDomain)
}
