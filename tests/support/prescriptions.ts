import sharp, { type Sharp } from 'sharp'
import { encode, renderSVG } from 'uqr'
import type { PlainAnswer, PlainBrowser } from './http.ts'

/** A stand-in for a prescription's photo: a white picture. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer()
}

/**
 * A photo of a sheet with these QR codes, one beside the other.
 * @param side of each, in pixels
 * @param take what the camera made of the sheet
 */
export async function photoOfCodes(
  texts: string[],
  { side = 300, take = (sheet: Sharp) => sheet }: { side?: number; take?: (sheet: Sharp) => Sharp } = {},
): Promise<Buffer> {
  const codes = texts.map(async (text, index) => ({
    input: await sharp(Buffer.from(renderSVG(text, { border: 4 })))
      .resize(side)
      .png()
      .toBuffer(),
    ...{ left: 40 + index * (side + 40), top: 500 },
  }))
  const size = { width: Math.max(1200, 40 + texts.length * (side + 40)), height: 700 + side }
  const sheet = await sharp({ create: { ...size, channels: 3, background: '#f2eee6' } })
    .composite(await Promise.all(codes))
    .png()
    .toBuffer()
  return take(sharp(sheet)).jpeg().toBuffer()
}

/** What draws a QR code of four centimetres in a PDF. */
function drawCode(text: string): string {
  const { data, size } = encode(text, { border: 0 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `${x} ${size - y} 1 1 re` : [])))
  return `q ${113 / size} 0 0 ${113 / size} 420 60 cm 0 g ${modules.join(' ')} f Q`
}

/** A PDF as a clinic's program writes one: a line of text and a coloured box on each page. */
export function pdfDocument({ pages = 1, box = [595, 842], catalogue = '', code = '' } = {}): Buffer {
  const drawing = `0 0 1 rg 20 20 230 130 re f BT /F1 24 Tf 60 700 Td (Receita) Tj ET${code && ` ${drawCode(code)}`}`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, at) => `${at + 5} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...Array.from(
      { length: pages },
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box.join(' ')}] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${table}trailer << /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

/** Who decides on prescriptions here. */
export const pharmacist = { name: 'Rute Sampaio', crf: 'SP-12345' }

/** The same photo, as a form sends it. */
export async function photoBlob(): Promise<Blob> {
  return new Blob([new Uint8Array(await photo())])
}

/** What is filled in for one without a file, which costs no drawing: for tests that are not about the file. */
export const digital = () => ({ type: '1', issuers: 'CRM-SP 123456', code: crypto.randomUUID().slice(0, 8) })

/** 'Enviar receita': one on paper, for all the products that the page has ticked. */
export function sendPrescription(
  customer: PlainBrowser,
  more: Record<string, string | string[] | Blob> = {},
): Promise<PlainAnswer> {
  const fields = { pacient: 'Ana Lima', type: '2', issued_at: '2026-03-09', ...more }
  return customer.submit('/checkout/receita-medica', { button: 'Enviar receita', fields })
}
