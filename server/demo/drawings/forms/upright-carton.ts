import { type Colours, darkInk, inkOn, quietInk } from '../colours.ts'
import { label, line, textWidth, type Words } from '../lettering.ts'
import { drawing, flat, inside, oval, rounded, shadow } from '../svg.ts'

interface UprightCarton extends Words {
  colours: Colours
  art?: keyof typeof art
  /** What stands before the box at its right foot: a drawing of about 90 × 180 units around x 310, base y 336. */
  before?: string
}

const art = {
  foot: ({ tint, tone }: Colours) => flat('M60 268H300V280H60Z', tint) + flat('M60 280H300V340H60Z', tone),
  slope: ({ tint, tone }: Colours) => flat('M60 270 300 216V340H60Z', tint) + flat('M60 298 300 244V340H60Z', tone),
  sun: ({ tint, tone }: Colours) => flat(oval(170, 346, 126), tint) + flat(oval(170, 352, 88), tone),
  full: ({ tone, deep }: Colours) => flat('M60 60H300V340H60Z', tone) + flat('M60 286H300V340H60Z', deep),
}

/** A standing folding box, alone or with its content before it. */
export function uprightCarton({
  name,
  kind,
  strength,
  content,
  colours,
  art: motif = 'slope',
  before,
}: UprightCarton): string {
  const shift = before ? -28 : 0
  const front = 'M84 100H264V336H84Z'
  const dark = motif === 'full'
  const ink = dark ? inkOn(colours.tone) : colours.deep
  return drawing(
    [44, 48, 316],
    shadow(200, 338, 142, 12),
    `<g transform="translate(${22 + shift} 0)">`,
    flat('M84 100 110 78H290L264 100Z', '#fdfdfc'),
    flat('M84 100 110 78H290L264 100Z', colours.tone, dark ? 0.55 : 0.16),
    flat('M264 100 290 78V312L264 336Z', dark ? colours.deep : '#cfd4cf'),
    dark ? '' : flat('M264 270 290 246V312L264 336Z', colours.deep, 0.85),
    flat(front, 'url(#paper)'),
    inside('front', front, art[motif](colours)),
    label({ x: 96, y: 112, width: 156, height: strength ? 84 : 116 }, [
      { text: name, size: 31, weight: 700, ink },
      kind && { text: kind, size: 16, ink: dark ? '#fff' : quietInk, gap: 3 },
    ]),
    strength ? strengthChip(strength, dark ? ['#fff', colours.deep] : [colours.deep, '#fff']) : '',
    content ? contentLine(content, dark ? colours.deep : colours.tone) : '',
    '</g>',
    before ?? '',
  )
}

function strengthChip(strength: string, [ground, ink]: [ground: string, ink: string]): string {
  const width = textWidth(strength, 19) + 22
  return (
    flat(rounded(174 - width / 2, 202, width, 32, 7), ground) +
    line(174, 225, { text: strength, size: 19, weight: 700, ink })
  )
}

function contentLine(content: string, ground: string): string {
  const ink = inkOn(ground) === '#fff' ? '#fff' : darkInk
  return label({ x: 92, y: 294, width: 164, height: 34 }, [{ text: content, size: 18, weight: 700, ink }])
}
