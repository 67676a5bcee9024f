import { amberGlass, type Colours, darkInk, quietInk } from '../colours.ts'
import { type Line, label, line, type Words } from '../lettering.ts'
import { drawing, flat, grooves, rounded, shadow, solid } from '../svg.ts'
import { genericStrip } from './generic-strip.ts'

interface MedicineBottle extends Words {
  colours: Colours
  generic?: boolean
}

/** Amber bottle with a dropper under its pointed cap. */
export function dropper({ colours, generic, content, ...words }: MedicineBottle): string {
  const cap = 'M178 74q22-14 44 0l10 70h-64Z'
  const collar = rounded(158, 138, 84, 34, 5)
  const glass = 'M160 172h80v6c32 8 48 22 48 46v94q0 20-20 20H132q-20 0-20-20v-94c0-24 16-38 48-46Z'
  return drawing(
    [52, 52, 296],
    shadow(200, 338, 108),
    solid(cap, '#fdfdfc', 0.8),
    solid(collar, '#f7f9f7'),
    grooves(166, 236, 142, 26, 10),
    solid(glass, amberGlass),
    ...paperLabel({ top: 208, bottom: 320, left: 112, right: 288, colours, generic, content, words }),
  )
}

interface SyrupBottle extends MedicineBottle {
  /** Colour of the bottle; amber if left out. */
  glass?: string
}

/** Tall bottle of syrup or suspension with a measuring cap. */
export function syrup({ colours, generic, content, glass = amberGlass, ...words }: SyrupBottle): string {
  const cap = rounded(160, 54, 80, 52, 6)
  const body = 'M172 106h56v12c34 10 50 28 50 56v150q0 20-20 20H142q-20 0-20-20V174c0-28 16-46 50-56Z'
  return drawing(
    [44, 44, 312],
    shadow(200, 344, 104),
    solid(cap, '#fbfcfb'),
    grooves(170, 230, 60, 40, 10),
    solid(body, glass),
    ...paperLabel({ top: 186, bottom: 322, colours, generic, content, words }),
  )
}

/** Small squeeze bottle with a nozzle for the nose. */
export function nasalBottle({ colours, generic, content, ...words }: MedicineBottle): string {
  const nozzleCap = 'M182 78q18-12 36 0l8 68h-52Z'
  const skirt = rounded(160, 144, 80, 30, 8)
  const body = 'M150 178q0-8 8-8h84q8 0 8 8c24 4 32 14 32 36v102q0 22-22 22H140q-22 0-22-22V214c0-22 8-32 32-36Z'
  return drawing(
    [52, 52, 296],
    shadow(200, 338, 100),
    solid(body, '#fbfcfb', 0.9),
    solid(nozzleCap, colours.tone),
    solid(skirt, colours.tone),
    grooves(168, 236, 148, 22, 9),
    ...paperLabel({ top: 206, bottom: 318, colours, generic, content, words, left: 118, right: 282 }),
  )
}

interface PaperLabel {
  top: number
  bottom: number
  left?: number
  right?: number
  colours: Colours
  generic: boolean | undefined
  content: string | undefined
  words: Words
}

/** A white label around a bottle: stripe above, foot with the content or the generic strip below. */
function paperLabel({ top, bottom, left = 122, right = 278, colours, generic, content, words }: PaperLabel): string[] {
  const width = right - left
  const footTop = bottom - 26
  const lines: Line[] = [{ text: words.name, size: 27, weight: 700, ink: colours.deep }]
  if (words.kind) lines.push({ text: words.kind, size: 14.5, ink: quietInk, gap: 2 })
  if (words.strength) lines.push({ text: words.strength, size: 19, weight: 700, ink: darkInk, gap: 2 })
  if (generic && content) lines.push({ text: content, size: 14, ink: quietInk, gap: 2 })
  const face = rounded(left, top, width, bottom - top)
  return [
    flat(face, '#fdfdfc'),
    flat(rounded(left, top, width, 12), colours.tone),
    generic ? genericStrip(left, footTop, width, 26) : flat(rounded(left, footTop, width, 26), colours.deep),
    flat(face, 'url(#sheen)', 0.5),
    label({ x: left + 10, y: top + 14, width: width - 20, height: footTop - top - 16 }, lines),
    !generic && content
      ? line((left + right) / 2, bottom - 8, { text: content, size: 15, weight: 700, ink: '#fff' })
      : '',
  ]
}
