/** The words on a package. A `\n` breaks a line; lines are made smaller until they fit, never cut. */
export interface Words {
  name: string
  /** Substance, or what the thing is. */
  kind?: string | undefined
  /** The word a shopper checks: strength, sun factor, shade, size. */
  strength?: string
  /** "20 comprimidos", "150 ml". */
  content?: string
}

export interface Line {
  text: string
  /** Wished size in board units; at most this. */
  size: number
  ink: string
  weight?: 400 | 500 | 700 | 900 | undefined
  /** Extra room above, in units. */
  gap?: number | undefined
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Widths of Roboto Bold's letters in thousandths of the type size; Arial and Helvetica are close to it. */
const letterWidths: ReadonlyArray<readonly [width: number, letters: string]> = [
  [180, "'"],
  [260, ' ,.ijlI'],
  [350, 't()fr/’'],
  [390, '-'],
  [520, 'ysvxzckLae'],
  [560, 'FEJbdhnpqugo0123456789+'],
  [620, 'SZTYBKRX–'],
  [670, 'CDPVUAG&'],
  [720, 'OQHNw%'],
  [880, 'mMW'],
]

export function textWidth(text: string, size: number): number {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')]
  const thousandths = letters.map((letter) => letterWidths.find(([, group]) => group.includes(letter))?.[0] ?? 600)
  return (thousandths.reduce((sum, width) => sum + width, 0) * size) / 1000
}

/** One line of text at its baseline. */
export function line(
  x: number,
  baseline: number,
  { text, size, ink, weight = 400 }: Line,
  anchor: 'start' | 'middle' | 'end' = 'middle',
): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<text x="${round(x)}" y="${round(baseline)}" font-size="${round(size)}" font-weight="${weight}" fill="${ink}" text-anchor="${anchor}">${escaped}</text>`
}

/** Lines stacked in an area, fitted to its width and height and centred between its top and bottom; absent ones are skipped. */
export function label(area: Area, lines: (Line | '' | undefined)[], align: 'start' | 'middle' = 'middle'): string {
  const fitted = lines.flatMap((wished) => (wished ? fitToWidth(wished, area.width) : []))
  const wishedHeight = fitted.reduce((sum, { size, gap = 0 }) => sum + gap + size * lineHeight, 0)
  const scale = Math.min(1, area.height / wishedHeight)
  const x = align === 'middle' ? area.x + area.width / 2 : area.x
  let top = area.y + (area.height - wishedHeight * scale) / 2
  let drawn = ''
  for (const each of fitted) {
    top += (each.gap ?? 0) * scale
    const size = each.size * scale
    drawn += line(x, top + size * baselineShare, { ...each, size }, align)
    top += size * lineHeight
  }
  return drawn
}

const lineHeight = 1.1
const baselineShare = 0.9

/** The lines of one text share a size, the largest at which the longest fits. */
function fitToWidth(wished: Line, width: number): Line[] {
  const texts = wished.text.split('\n')
  const widest = Math.max(...texts.map((text) => textWidth(text, wished.size)))
  const size = wished.size * Math.min(1, width / widest)
  return texts.map((text, index) => ({ ...wished, text, size, gap: index === 0 ? wished.gap : 0 }))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
