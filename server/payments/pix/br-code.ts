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
  oneTime: boolean
  key: string | null
  location: string | null
  /** URL of a recurring payment's details (Pix Automático). */
  recurrenceLocation: string | null
  info: string | null
  amountCents: number | null
  txid: string | null
}

const pixDomain = 'br.gov.bcb.pix'
const noTxid = '***'

/** @throws RangeError when a field does not fit */
export function writeDynamicBrCode({ location, ...receiver }: DynamicBrCode): string {
  return withChecksum([
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', pixDomain) + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(receiver.name, 25)),
    field('60', plain(receiver.city, 15)),
    field('62', field('05', noTxid)),
  ])
}

/**
 * Reads a code, static or dynamic.
 * @throws Error when it is truncated, its checksum is wrong, or it is not a Pix code
 */
export function readBrCode(text: string): BrCode {
  const sealedAt = text.length - 4
  if (text.slice(sealedAt - 4, sealedAt) !== '6304' || crc16(text.slice(0, sealedAt)) !== text.slice(sealedAt)) {
    throw new Error('BR Code: wrong checksum')
  }
  const fields = readFields(text)
  const account = accounts(fields)[0]
  const name = fields.get('59')
  const city = fields.get('60')
  if (fields.get('00') !== '01' || !account || name === undefined || city === undefined) {
    throw new Error('BR Code: not a Pix')
  }
  const amount = fields.get('54')
  const txid = readFields(fields.get('62') ?? '').get('05')
  return {
    oneTime: fields.get('01') === '12',
    key: account.get('01') ?? null,
    location: account.get('25') ?? null,
    recurrenceLocation: readFields(fields.get('80') ?? '').get('25') ?? null,
    info: account.get('02') ?? null,
    amountCents: amount === undefined ? null : Math.round(Number(amount) * 100),
    name,
    city,
    txid: txid === undefined || txid === noTxid ? null : txid,
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

function withChecksum(fields: string[]): string {
  const text = `${fields.join('')}6304`
  return text + crc16(text)
}

function field(tag: string, value: string): string {
  if (value.length < 1 || value.length > 99)
    throw new RangeError(`BR Code: field ${tag} has ${value.length} characters`)
  return tag + String(value.length).padStart(2, '0') + value
}

function plain(text: string, maxLength: number): string {
  return text
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .slice(0, maxLength)
    .trim()
}

function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? []
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (tag === undefined || value.length !== Number(length)) throw new Error(`BR Code: broken field at ${at}`)
    fields.set(tag, value)
    at += 4 + value.length
  }
  return fields
}

/** Fields 26 to 51 belong to payment networks; Pix's contain its domain, in upper or lower case. */
function accounts(fields: Map<string, string>): Map<string, string>[] {
  return [...fields]
    .filter(([tag]) => tag >= '26' && tag <= '51')
    .map(([, value]) => readFields(value))
    .filter((account) => account.get('00')?.toLowerCase() === pixDomain)
}
