import { type Colours, darkInk, genericInk, genericYellow, quietInk } from '../colours.ts'
import { label, line, textWidth, type Words } from '../lettering.ts'
import { drawing, type Frame, flat, inside, rounded, shadow, stroke } from '../svg.ts'

const frame: Frame = [26, 47, 344]
const frontFace = 'M40 138H316V312H40Z'
const topFace = 'M40 138 80 112H356L316 138Z'
const sideFace = 'M316 138 356 112V286L316 312Z'
const shadedPaper = '#cfd4cf'

/** A part of the side face, between two heights of the front's right edge. */
const sideStrip = (top: number, bottom: number) => `M316 ${top} 356 ${top - 26}V${bottom - 26}L316 ${bottom}Z`

interface Motif {
  art: (colours: Colours) => string
  /** Where the art meets the right edge and goes on around the corner. */
  edge: [top: number, bottom: number]
  /** Room for the name. */
  nameWidth: number
  /** The bottom of the front is dark: the content stands white on it, and the strength goes up. */
  darkFoot: boolean
}

const motifs = {
  wave: {
    art: ({ tint, deep }) =>
      flat('M40 262C130 234 210 292 316 242V312H40Z', tint) + flat('M40 280C130 254 210 308 316 266V312H40Z', deep),
    edge: [266, 312],
    nameWidth: 236,
    darkFoot: true,
  },
  band: {
    art: ({ tint, deep }) => flat('M40 264H316V276H40Z', tint) + flat('M40 276H316V312H40Z', deep),
    edge: [276, 312],
    nameWidth: 236,
    darkFoot: true,
  },
  block: {
    art: ({ tint, deep }) => flat('M250 138H316V312H224Z', tint) + flat('M280 138H316V312H256Z', deep),
    edge: [138, 312],
    nameWidth: 170,
    darkFoot: false,
  },
  arc: {
    art: ({ tint, deep }) =>
      flat('M316 176A136 136 0 0 0 180 312H316Z', tint) + flat('M316 232A80 80 0 0 0 236 312H316Z', deep),
    edge: [232, 312],
    nameWidth: 225,
    darkFoot: false,
  },
  sun: {
    art: ({ tone, deep }) =>
      `<circle cx="300" cy="306" r="104" fill="${tone}" opacity=".16"/>
       <circle cx="304" cy="312" r="76" fill="${tone}" opacity=".32"/>
       <circle cx="308" cy="318" r="50" fill="${deep}"/>`,
    edge: [270, 312],
    nameWidth: 225,
    darkFoot: false,
  },
} satisfies Record<string, Motif>

export interface Box extends Words {
  colours: Colours
  motif: keyof typeof motifs
}

/** A folding box lying on its side, as for tablets. */
export function box({ name, kind, strength, content, colours, motif }: Box): string {
  const { art, edge, nameWidth, darkFoot }: Motif = motifs[motif]
  const chipWidth = strength ? textWidth(strength, 20) + 24 : 0
  const chip = darkFoot ? { x: 302 - chipWidth, y: 152 } : { x: 60, y: 243 }
  const nameTop = strength && darkFoot ? 180 : 146
  const nameBottom = strength && !darkFoot ? 234 : 251

  return drawing(
    frame,
    bareBox(colours),
    flat(sideStrip(...edge), colours.deep, 0.85),
    inside('front', frontFace, art(colours)),
    label(
      { x: 60, y: nameTop, width: nameWidth, height: nameBottom - nameTop },
      [
        { text: name, size: 44, weight: 700, ink: colours.deep },
        kind && { text: kind, size: 18, ink: quietInk, gap: 3 },
      ],
      'start',
    ),
    strength ? flat(rounded(chip.x, chip.y, chipWidth, 32, 7), colours.deep) : '',
    strength ? line(chip.x + chipWidth / 2, chip.y + 23, { text: strength, size: 20, weight: 700, ink: '#fff' }) : '',
    content ? line(60, 301, { text: content, size: 17.5, weight: 500, ink: darkFoot ? '#fff' : darkInk }, 'start') : '',
  )
}

export interface GenericBox extends Words {
  maker: string
  colours: Colours
}

/** The box of a generic medicine: substance in large letters and the yellow band with its G. */
export function genericBox({ name, strength, content, maker, colours }: GenericBox): string {
  return drawing(
    frame,
    bareBox(colours),
    flat(sideStrip(258, 312), '#d8ab0b'),
    flat('M40 138H50V312H40Z', colours.tone),
    line(64, 166, { text: maker.toUpperCase(), size: 14, weight: 700, ink: quietInk }, 'start'),
    strength ? line(302, 170, { text: strength, size: 26, weight: 700, ink: colours.deep }, 'end') : '',
    label({ x: 64, y: 174, width: 238, height: 80 }, [{ text: name, size: 42, weight: 700, ink: darkInk }], 'start'),
    genericBand(),
    content ? line(304, 291, { text: content, size: 14.5, weight: 500, ink: genericInk }, 'end') : '',
  )
}

/** The back of a box: composition, warnings and bar code, drawn as strokes. */
export function boxBack({ colours, generic }: { colours: Colours; generic?: boolean }): string {
  const paragraph = [158, 146, 154, 128, 158, 140, 152, 92]
    .map((length, index) => `M62 ${186 + index * 13}h${length}`)
    .join('')
  return drawing(
    frame,
    bareBox(colours),
    flat('M40 138H316V160H40Z', generic ? genericYellow : colours.deep),
    flat(sideStrip(138, 160), generic ? '#d8ab0b' : colours.deep, generic ? 1 : 0.85),
    stroke(paragraph, '#b4bcb6', 4),
    flat(rounded(248, 182, 52, 36, 4), colours.tint, 0.6),
    stroke('M257 195h34M257 206h22', colours.deep, 4),
    flat('M238 234H308V292H238Z', '#fff'),
    barCode(244, 240, 46),
  )
}

function bareBox(colours: Colours): string {
  return (
    shadow(202, 314, 178, 14) +
    flat(topFace, '#fdfdfc') +
    flat(topFace, colours.tone, 0.16) +
    flat(sideFace, shadedPaper) +
    flat(frontFace, 'url(#paper)') +
    stroke('M40 138H316', '#fff', 1.5, 0.7)
  )
}

function genericBand(): string {
  return (
    flat('M40 258H316V312H40Z', genericYellow) +
    line(58, 300, { text: 'G', size: 42, weight: 900, ink: genericInk }, 'start') +
    line(95, 282, { text: 'Medicamento', size: 14.5, weight: 700, ink: genericInk }, 'start') +
    line(95, 299, { text: 'Genérico', size: 14.5, weight: 700, ink: genericInk }, 'start')
  )
}

function barCode(left: number, top: number, height: number): string {
  const bars = [2, 1, 3, 1, 2, 1, 1, 3, 2, 1, 2, 3, 1, 2, 1, 2, 1, 3]
  let x = left
  let drawn = ''
  for (const width of bars) {
    drawn += `M${x} ${top}h${width}v${height}h${-width}Z`
    x += width + 1.6
  }
  return flat(drawn, '#222')
}
