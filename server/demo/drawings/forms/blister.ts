import type { Colours } from '../colours.ts'
import { line } from '../lettering.ts'
import { drawing, flat, oval, rounded, shadow, stroke, turned } from '../svg.ts'

export interface Blister {
  /** Stands on the printed edge. */
  name: string
  colours: Colours
  /** Pills on one card, in two rows. */
  count: 6 | 8 | 10 | 12
  pill: keyof typeof pills
  /** Colour of the pills; white if left out. A capsule wears it on one half. */
  tint?: string
}

const pills = {
  oblong: (x: number, y: number, tint: string) =>
    flat(rounded(x - 14, y - 24, 28, 48, 14), tint) + stroke(`M${x - 9} ${y}h18`, '#000', 2, 0.1),
  round: (x: number, y: number, tint: string) =>
    flat(oval(x, y, 18), tint) + stroke(`M${x - 12} ${y}h24`, '#000', 2, 0.1),
  dragee: (x: number, y: number, tint: string) => flat(oval(x, y, 17), tint),
  capsule: (x: number, y: number, tint: string) =>
    flat(rounded(x - 13, y - 26, 26, 52, 13), '#fff') + flat(`M${x - 13} ${y}v13a13 13 0 0 0 26 0v-13Z`, tint),
  softgel: (x: number, y: number, tint: string) =>
    flat(oval(x, y, 15, 24), tint) + flat(oval(x - 4, y - 10, 4, 7), '#fff', 0.55),
}

/** A card of pills on foil, lying a little askew. */
export function blister({ name, colours, count, pill, tint = '#fff' }: Blister): string {
  const perRow = count / 2
  const step = 286 / perRow
  const cavity = pill === 'round' || pill === 'dragee' ? rounded(-22, -22, 44, 44, 22) : rounded(-19, -29, 38, 58, 19)
  const rows = [166, 236].flatMap((y) =>
    Array.from({ length: perRow }, (_, index) => {
      const x = Math.round(57 + step * (index + 0.5))
      return `<g transform="translate(${x} ${y})">${flat(cavity, '#b9c0bc')}${pills[pill](0, 0, tint)}${flat(cavity, 'url(#sheen)', 0.55)}</g>`
    }),
  )
  return drawing(
    [26, 36, 348],
    `<linearGradient id="foil" x2="1" y2="1">
      <stop stop-color="#eceeed"/><stop offset=".5" stop-color="#d0d5d2"/><stop offset="1" stop-color="#e4e8e5"/>
    </linearGradient>`,
    shadow(202, 322, 164, 12),
    turned(
      -7,
      200,
      210,
      flat(rounded(46, 114, 308, 190, 14), 'url(#foil)'),
      flat('M46 274H354V290A14 14 0 0 1 340 304H60A14 14 0 0 1 46 290Z', colours.deep),
      line(200, 295, { text: name, size: 17, weight: 700, ink: '#fff' }),
      ...rows,
      `<path d="${rounded(47, 115, 306, 188, 13)}" fill="none" stroke="#fff" stroke-width="2" opacity=".7"/>`,
    ),
  )
}
