import { deflateSync } from 'node:zlib'

/** Objects of a PDF by their numbers. */
type Objects = Record<number, string>

export const detached = 'adbe.pkcs7.detached'
export const cades = 'ETSI.CAdES.detached'

export const latin = (text: string) => Buffer.from(text, 'latin1')
const stream = (text: string, dictionary = '') =>
  `<< ${dictionary} /Length ${text.length} >>\nstream\n${text}\nendstream`

export function pageText(text: string): string {
  return stream(`BT /F1 18 Tf 60 700 Td (${text}) Tj ET`)
}

export const baseObjects: Objects = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  4: pageText('Amoxicilina 500 mg, 21 capsulas'),
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  6: '<< /Title (Receita) /2.16.76.1.12.1.1 () /2.16.76.1.4.2.2.1 (123456) /2.16.76.1.4.2.2.2 (SP) >>',
}

const trailerOf = (previous: number | null) =>
  `/Root 1 0 R /Info 6 0 R /Size 10100${previous === null ? '' : ` /Prev ${previous}`}`

/** Objects after `before`, with their table; those of `packed` lie in an object stream. */
export function revision(before: Buffer, objects: Objects, packed: number[] = []): Buffer {
  const previous =
    before.length > 0 ? Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(before.toString('latin1', -60))?.[1]) : null
  let text = before.length > 0 ? '' : '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const places = new Map<number, number>()
  for (const [id, body] of Object.entries(objects)) {
    if (packed.includes(Number(id))) continue
    places.set(Number(id), before.length + text.length)
    text += `${id} 0 obj\n${body}\nendobj\n`
  }
  const tail =
    packed.length === 0
      ? plainTable(places, previous, before.length + text.length)
      : packedTable(places, objects, packed, before.length + text.length)
  return Buffer.concat([before, latin(text + tail)])
}

function plainTable(places: Map<number, number>, previous: number | null, at: number): string {
  const rows = [...places].map(([id, place]) => `${id} 1\n${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const free = previous === null ? '0 1\n0000000000 65535 f \n' : ''
  return `xref\n${free}${rows}trailer\n<< ${trailerOf(previous)} >>\nstartxref\n${at}\n%%EOF\n`
}

function packedTable(places: Map<number, number>, objects: Objects, packed: number[], at: number): string {
  const bodies = packed.map((id) => objects[id] ?? '')
  const index = packed.map((id, n) => `${id} ${bodies.slice(0, n).join(' ').length + (n > 0 ? 1 : 0)}`).join(' ')
  const zipped = deflateSync(latin(`${index} ${bodies.join(' ')}`)).toString('latin1')
  const holder = stream(zipped, `/Type /ObjStm /N ${packed.length} /First ${index.length + 1} /Filter /FlateDecode`)
  const container = `9000 0 obj\n${holder}\nendobj\n`
  places.set(9000, at)
  places.set(9001, at + container.length)
  const plain = [...places].map(([id, place]) => [id, 1, place, 0])
  const rows = [...plain, ...packed.map((id, n) => [id, 2, 9000, n])].sort(([a = 0], [b = 0]) => a - b)
  const bytes = rows.map(([, type = 0, place = 0, n = 0]) => {
    const row = Buffer.alloc(7)
    row.writeUInt8(type, 0)
    row.writeUInt32BE(place, 1)
    row.writeUInt16BE(n, 5)
    return row
  })
  const numbers = rows.map(([id]) => `${id} 1`).join(' ')
  const dictionary = `/Type /XRef /W [1 4 2] /Index [${numbers}] /Filter /FlateDecode ${trailerOf(null)}`
  const table = stream(deflateSync(Buffer.concat(bytes)).toString('latin1'), dictionary)
  return `${container}9001 0 obj\n${table}\nendobj\nstartxref\n${at + container.length}\n%%EOF\n`
}

export function signatureDictionary(subFilter: string, hexDigits = 2 * 8192): string {
  const time = "(D:20261120103000-03'00')"
  return `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} /M ${time} /Reason (Receita) /ByteRange [0 0000000000 0000000000 0000000000] /Contents <${'0'.repeat(hexDigits)}> >>`
}

export function signatureField(n: number): string {
  return `<< /FT /Sig /T (Assinatura${n}) /V ${100 + n} 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /F 132 /P 3 0 R >>`
}

export function catalogueWith(fields: number[], more = ''): string {
  const list = fields.map((id) => `${id} 0 R`).join(' ')
  return `<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [${list}] >> ${more} >>`
}

type Ranges = [number, number, number, number]

/** Fills ByteRange and Contents of the last signature's dictionary. */
export function seal(
  pdf: Buffer,
  makeCms: (content: Buffer) => Buffer,
  { range = (all: Ranges) => all, gap = 0 }: { range?: (all: Ranges) => Ranges; gap?: number } = {},
): Buffer {
  const text = pdf.toString('latin1')
  const open = text.lastIndexOf('/Contents <') + '/Contents '.length
  const close = text.indexOf('>', open) + 1
  const ranges = range([0, open - gap, close + gap, pdf.length - close - gap])
  const spot = text.lastIndexOf('/ByteRange [', open)
  const sealed = Buffer.from(pdf)
  sealed.write(`/ByteRange [${ranges.join(' ')}]`.padEnd(text.indexOf(']', spot) + 1 - spot, ' '), spot, 'latin1')
  const [from, length, second, rest] = ranges
  const der = makeCms(Buffer.concat([sealed.subarray(from, from + length), sealed.subarray(second, second + rest)]))
  if (der.length * 2 > close - open - 2) throw new Error(`there is room for ${close - open - 2}, not ${der.length * 2}`)
  sealed.write(der.toString('hex'), open + 1, 'latin1')
  return sealed
}

export const unsigned = revision(Buffer.alloc(0), baseObjects)

/** A document with a signature's field, to be sealed. */
export function withSignature(
  subFilter: string,
  { before = unsigned, n = 1, others = [] as number[], more = '', hexDigits = 2 * 8192 } = {},
): Buffer {
  return revision(before, {
    1: catalogueWith([...others, 50 + n], more),
    [50 + n]: signatureField(n),
    [100 + n]: signatureDictionary(subFilter, hexDigits),
  })
}
