import type { Colours } from '../colours.ts'
import { label, type Words } from '../lettering.ts'
import { drawing, flat, oval, shadow, stroke } from '../svg.ts'
import { careLabel } from './care-label.ts'

/** Roll of surgical tape, its end free below. */
export function tapeRoll({ colours, name, kind, content }: Words & { colours: Colours }): string {
  const band = 'M172 66H252C314 66 340 130 340 200S314 334 252 334H172Z'
  return drawing(
    [28, 30, 340],
    shadow(214, 336, 132),
    flat(band, '#f3f5f2'),
    flat(band, 'url(#sheen)', 0.7),
    flat('M252 334C300 334 330 300 338 240V322Q338 336 324 336Z', '#dde2de'),
    flat(oval(172, 200, 112, 134), '#fbfaf6'),
    stroke(oval(172, 200, 100, 120), '#d9d3c6', 2.5),
    flat(oval(172, 200, 87, 106), colours.deep),
    flat(oval(172, 200, 79, 98), '#fdfdfc'),
    label({ x: 104, y: 142, width: 136, height: 116 }, [
      ...careLabel({ name, kind }, colours, '#fff', 34),
      content && { text: content, size: 19, weight: 700, ink: colours.deep, gap: 6 },
    ]),
  )
}
