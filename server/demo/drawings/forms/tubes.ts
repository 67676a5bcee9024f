import { type Colours, inkOn, quietInk } from '../colours.ts'
import { label, line, type Words } from '../lettering.ts'
import { drawing, flat, grooves, inside, oval, rounded, shadow, solid, stroke } from '../svg.ts'
import { careLabel } from './care-label.ts'
import { genericStrip } from './generic-strip.ts'

interface Tube extends Words {
  colours: Colours
  art?: 'wave' | 'foot' | 'rings' | 'slope'
  body?: string
  cap?: string
  generic?: boolean
}

/** Flexible tube standing on its cap: creams, gels, sunscreens. */
export function tube({ colours, art = 'wave', body = '#fff', cap, generic, content, ...words }: Tube): string {
  const outline = 'M122 64H278L262 286H138Z'
  const capOutline = 'M144 284h112v42q0 12-12 12h-88q-12 0-12-12Z'
  const crimp = 'M118 54H282L278 68H122Z'
  return drawing(
    [48, 44, 304],
    shadow(200, 338, 84),
    solid(capOutline, cap ?? colours.deep),
    flat(outline, body),
    inside('tube', outline, tubeArt[art](colours), generic ? genericStrip(126, 222, 148, 24) : ''),
    flat(outline, 'url(#sheen)', 0.6),
    flat(crimp, body),
    flat(crimp, '#000', 0.09),
    grooves(134, 270, 56, 11, 13),
    label({ x: 138, y: 82, width: 124, height: generic ? 132 : 116 }, careLabel(words, colours, body)),
    content ? line(200, 272, { text: content, size: 19, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

const tubeArt = {
  wave: ({ tint, tone }: Colours) =>
    flat('M110 218C170 186 226 232 290 200V300H110Z', tint) + flat('M110 244C170 214 226 254 290 226V300H110Z', tone),
  foot: ({ tint, tone }: Colours) => flat('M110 228H290V240H110Z', tint) + flat('M110 240H290V300H110Z', tone),
  rings: ({ tint, tone }: Colours) =>
    flat(oval(264, 300, 128), tint, 0.5) + flat(oval(258, 306, 98), tint) + flat('M110 246H290V300H110Z', tone),
  slope: ({ tint, tone }: Colours) => flat('M110 246 290 190V300H110Z', tint) + flat('M110 270 290 216V300H110Z', tone),
}

/** Long tin of effervescent tablets, with two tablets before it. */
export function effervescentTube({ colours, content, ...words }: { colours: Colours } & Words): string {
  const cap = rounded(128, 52, 112, 50, 10)
  const body = rounded(134, 100, 100, 238, 8)
  const tablet = (x: number, y: number) =>
    flat(oval(x, y + 8, 38, 17), '#e39a3c') +
    flat(oval(x, y, 38, 17), '#ffd79a') +
    stroke(`M${x - 24} ${y}h48`, '#d98f2f', 2.5)
  return drawing(
    [42, 40, 312],
    shadow(208, 338, 124),
    solid(cap, '#fdfdfc'),
    grooves(138, 234, 60, 34, 8),
    solid(body, colours.tone),
    inside('foot', body, flat('M134 280H234V338H134Z', colours.deep), flat('M134 272H234V280H134Z', colours.tint)),
    flat(body, 'url(#sheen)', 0.5),
    label({ x: 140, y: 112, width: 88, height: 152 }, careLabel(words, colours, colours.tone)),
    content
      ? label({ x: 140, y: 284, width: 88, height: 48 }, [{ text: content, size: 16, weight: 700, ink: '#fff' }])
      : '',
    tablet(282, 322),
    tablet(270, 300),
  )
}

/** Toothpaste: the tube before its carton. */
export function toothpaste({ colours, content, ...words }: { colours: Colours } & Words): string {
  const tubeOutline = 'M92 266 Q92 254 104 254L326 244V334L104 322Q92 322 92 310Z'
  return drawing(
    [32, 60, 336],
    shadow(200, 336, 168, 12),
    flat('M52 128 80 108H368L340 128Z', '#f6f7f5'),
    flat('M340 128 368 108V218L340 238Z', colours.deep, 0.9),
    flat('M52 128H340V238H52Z', colours.tone),
    flat('M52 206C140 176 220 236 340 186V238H52Z', colours.deep),
    flat('M52 198C140 168 220 228 340 178V186C220 236 140 176 52 206Z', '#fff', 0.85),
    label(
      { x: 68, y: 134, width: 158, height: 62 },
      careLabel({ name: words.name, kind: words.kind }, colours, colours.tone),
      'start',
    ),
    words.strength
      ? label({ x: 232, y: 136, width: 96, height: 36 }, [{ text: words.strength, size: 22, weight: 700, ink: '#fff' }])
      : '',
    content ? line(326, 231, { text: content, size: 16, weight: 700, ink: '#fff' }, 'end') : '',
    flat(rounded(52, 262, 46, 52, 8), '#fdfdfc'),
    stroke('M62 270v36M72 270v36M82 270v36', '#000', 2, 0.12),
    flat(tubeOutline, '#fdfdfc'),
    inside(
      'paste',
      tubeOutline,
      flat('M250 240 340 240V340H210Z', colours.tone),
      flat('M236 240H250L210 340H196Z', colours.tint),
    ),
    flat('M326 244H340V334H326Z', '#dfe3e0'),
    label({ x: 108, y: 258, width: 106, height: 60 }, [
      { text: words.name, size: 24, weight: 700, ink: colours.deep },
      words.strength && { text: words.strength, size: 14, ink: quietInk },
    ]),
  )
}
