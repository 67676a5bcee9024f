import { type Colours, darkInk, inkOn } from '../colours.ts'
import { label, line, type Words } from '../lettering.ts'
import { drawing, flat, inside, oval, rounded, shadow, solid, stroke, turned } from '../svg.ts'
import { careLabel } from './care-label.ts'

interface Makeup extends Words {
  colours: Colours
}

const black = '#2b2d31'
/** Dark, yet seen on a dark ground too. */
const wandColour = '#7b7f86'

/** Glass bottle of liquid foundation. */
export function foundation({ colours, content, ...words }: Makeup): string {
  const glass = rounded(130, 146, 140, 192, 16)
  return drawing(
    [48, 42, 304],
    shadow(200, 340, 94),
    solid(rounded(150, 56, 100, 92, 7), black),
    stroke('M150 130h100', '#fff', 2, 0.25),
    flat(glass, '#f3ece6', 0.95),
    flat(rounded(140, 156, 120, 172, 10), colours.tone),
    flat(glass, 'url(#sheen)', 0.85),
    label({ x: 146, y: 168, width: 108, height: 112 }, careLabel(words, colours, colours.tone, 30)),
    content ? line(200, 312, { text: content, size: 18, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Mascara: the tube, and its wand beside it. */
export function mascara({ colours, content, name, kind }: Makeup): string {
  const bristles = Array.from({ length: 17 }, (_, index) => {
    const y = 172 + index * 6.4
    const reach = 15 + Math.sin((index / 16) * Math.PI) * 7
    return `M${278 - reach} ${y + 3}L${278 + reach} ${y - 3}`
  }).join('')
  return drawing(
    [40, 34, 320],
    shadow(208, 340, 120),
    solid(rounded(104, 140, 88, 200, 14), colours.tone),
    solid('M104 140V66Q104 48 122 48H174Q192 48 192 66V140Z', black),
    stroke('M104 140h88', '#fff', 3, 0.5),
    turned(
      -90,
      148,
      240,
      label({ x: 82, y: 200, width: 154, height: 80 }, [
        { text: name, size: 38, weight: 700, ink: inkOn(colours.tone) },
        kind && { text: kind, size: 17, ink: inkOn(colours.tone) },
      ]),
    ),
    turned(
      8,
      278,
      340,
      solid('M254 46H302V108H254Z', black),
      stroke('M278 108V160', '#8b9195', 7),
      stroke(bristles, wandColour, 3.4),
      stroke('M278 160V282', wandColour, 9),
    ),
    content ? line(148, 326, { text: content, size: 20, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Liquid lipstick: the closed tube, and the applicator beside it. */
export function liquidLipstick({ colours, name, kind, content }: Makeup): string {
  const tube = rounded(112, 178, 80, 162, 12)
  return drawing(
    [40, 38, 316],
    shadow(206, 342, 116),
    solid(rounded(112, 54, 80, 126, 10), black),
    flat(tube, '#f6e9ea', 0.95),
    flat(rounded(122, 186, 60, 146, 8), colours.tone),
    flat(tube, 'url(#sheen)', 0.85),
    label({ x: 124, y: 200, width: 56, height: 90 }, [
      { text: name, size: 26, weight: 700, ink: inkOn(colours.tone) },
      kind && { text: kind, size: 14, ink: inkOn(colours.tone), gap: 3 },
    ]),
    content ? line(152, 322, { text: content, size: 17, weight: 700, ink: inkOn(colours.tone) }) : '',
    turned(
      9,
      270,
      340,
      solid(rounded(238, 60, 66, 118, 10), black),
      stroke('M271 178V276', '#d9cfd0', 8),
      flat('M271 262c13 0 14 20 10 44q-4 22-10 22t-10-22c-4-24-3-44 10-44Z', colours.tone),
      flat('M267 270c6 0 7 14 4 40', '#fff', 0.2),
    ),
  )
}

/** Open powder compact with its mirror. */
export function compact({ colours, name, kind, content }: Makeup): string {
  return drawing(
    [40, 44, 320],
    shadow(200, 330, 146, 14),
    flat(oval(200, 164, 122, 112), black),
    flat(oval(200, 164, 106, 97), '#dfe9ec'),
    inside('mirror', oval(200, 164, 106, 97), flat('M120 240 230 50H280L170 270Z', '#fff', 0.55)),
    flat('M176 262H224V280H176Z', '#4a4d52'),
    flat(oval(200, 300, 142, 40), '#17191c'),
    flat(oval(200, 288, 142, 42), black),
    flat(oval(200, 286, 116, 31), colours.deep),
    flat(oval(200, 284, 112, 29), colours.tone),
    label({ x: 122, y: 264, width: 156, height: 40 }, [
      { text: name, size: 30, weight: 700, ink: inkOn(colours.tone) },
    ]),
    label({ x: 130, y: 124, width: 140, height: 76 }, [
      kind && { text: kind, size: 24, weight: 700, ink: darkInk },
      content && { text: content, size: 20, ink: darkInk, gap: 4 },
    ]),
  )
}

/** Bottle of nail polish. */
export function nailPolish({ colours, name, kind, content }: Makeup): string {
  const glass = 'M150 190H250Q284 194 284 232V304Q284 338 250 338H150Q116 338 116 304V232Q116 194 150 190Z'
  return drawing(
    [48, 42, 304],
    shadow(200, 340, 104),
    solid('M168 62Q170 52 180 52H220Q230 52 232 62L240 192H160Z', black),
    flat(glass, '#f6e6ea', 0.95),
    flat('M152 200H248Q274 204 274 234V302Q274 328 248 328H152Q126 328 126 302V234Q126 204 152 200Z', colours.tone),
    flat(glass, 'url(#sheen)', 0.85),
    label({ x: 136, y: 216, width: 128, height: 72 }, [
      { text: name, size: 36, weight: 700, ink: inkOn(colours.tone) },
      kind && { text: kind, size: 18, ink: inkOn(colours.tone) },
    ]),
    content ? line(200, 314, { text: content, size: 18, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Lip balm: the open stick with its cap beside it. */
export function lipBalm({ colours, name, kind, strength, content }: Makeup): string {
  const stick = rounded(118, 152, 92, 186, 10)
  return drawing(
    [44, 44, 312],
    shadow(214, 340, 124),
    flat('M130 152V92Q132 66 178 60Q198 58 198 80V152Z', '#fdf1dc'),
    flat('M130 152V92Q132 66 178 60Q198 58 198 80V152Z', 'url(#sheen)', 0.5),
    solid(rounded(126, 138, 76, 22, 4), '#e3e7e9'),
    solid(stick, colours.tone, 0.8),
    flat('M118 296H210V310H118Z', colours.tint),
    label({ x: 124, y: 168, width: 80, height: 122 }, [
      { text: name, size: 30, weight: 700, ink: '#fff' },
      kind && { text: kind, size: 16, ink: '#fff', gap: 2 },
      strength && { text: strength, size: 23, weight: 700, ink: '#fff', gap: 6 },
    ]),
    solid(rounded(230, 212, 84, 126, 12), colours.deep),
    content ? line(272, 320, { text: content, size: 18, weight: 700, ink: '#fff' }) : '',
  )
}
