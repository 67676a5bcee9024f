import { line } from '../lettering.ts'
import { drawing, flat, oval, rounded, shadow, solid, stroke, turned } from '../svg.ts'

const screen = '#c8d8cd'
const screenEdge = '#8fa398'
const screenInk = '#23342b'

/** Blood pressure monitor with its arm cuff. */
export function pressureMonitor(): string {
  const housing = 'M44 152q0-26 26-26h170q26 0 26 26v134q0 30-30 30H74q-30 0-30-30Z'
  return drawing(
    [22, 52, 350],
    shadow(190, 320, 160),
    stroke('M266 252c66 12 86-18 72-66', '#6d7772', 9),
    solid(rounded(278, 92, 88, 100, 13), '#38507a', 0.6),
    flat('M278 116h88v20h-88Z', '#5673a8'),
    flat(housing, '#fbfcfb'),
    flat(housing, 'url(#sheen)', 0.5),
    flat(rounded(68, 146, 174, 110, 12), screen),
    stroke(rounded(68, 146, 174, 110, 12), screenEdge, 2),
    line(226, 192, { text: '118', size: 46, weight: 700, ink: screenInk }, 'end'),
    line(226, 236, { text: '76', size: 40, weight: 700, ink: screenInk }, 'end'),
    line(82, 182, { text: 'SIS', size: 17, weight: 500, ink: screenInk }, 'start'),
    line(82, 218, { text: 'DIA', size: 17, weight: 500, ink: screenInk }, 'start'),
    line(82, 246, { text: 'PUL 68', size: 14, weight: 500, ink: screenInk }, 'start'),
    flat(oval(155, 287, 20), '#38507a'),
    stroke('M155 276v11M148 281a10 10 0 1 0 14 0', '#fff', 2.6),
    flat(rounded(82, 280, 36, 14, 7), '#c9d0cb'),
    flat(rounded(192, 280, 36, 14, 7), '#c9d0cb'),
  )
}

/** Digital thermometer with a rigid tip. */
export function thermometer(): string {
  const housing = 'M44 180q0-18 18-18h144l100 28v38l-100 28H62q-18 0-18-18Z'
  return drawing(
    [42, 50, 316],
    shadow(204, 308, 136),
    turned(
      -32,
      200,
      209,
      solid('M300 196h50q13 0 13 13t-13 13h-50Z', '#dfe4e1', 0.6),
      flat('M342 199h14q9 0 9 10t-9 10h-14Z', '#9faaa4'),
      flat(housing, '#fbfcfb'),
      flat('M44 180q0-18 18-18h34v94H62q-18 0-18-18Z', '#178279'),
      flat(rounded(112, 182, 98, 54, 9), screen),
      stroke(rounded(112, 182, 98, 54, 9), screenEdge, 2),
      line(161, 221, { text: '36,5', size: 35, weight: 700, ink: screenInk }),
      flat(oval(70, 209, 12), '#fff', 0.9),
      flat('M44 180q0-18 18-18h144l100 28v7H44Z', '#fff', 0.4),
    ),
  )
}

/** Compressor nebuliser with its tube and mask. */
export function nebuliser(): string {
  const housing = 'M46 214Q46 176 84 172L196 160Q232 158 238 192L246 282Q248 318 214 318H80Q46 318 46 284Z'
  const mask = 'M262 122Q300 60 344 112Q366 150 346 192Q328 226 300 222Q264 214 258 172Q256 144 262 122Z'
  return drawing(
    [26, 48, 348],
    shadow(196, 322, 164),
    stroke('M236 270C300 300 350 288 322 244', '#c3d5dc', 11),
    stroke('M236 270C300 300 350 288 322 244', '#fff', 4, 0.7),
    solid(housing, '#fbfcfb', 0.6),
    flat('M46 250H244L246 282Q248 318 214 318H80Q46 318 46 284Z', '#2187bd'),
    flat('M46 244H243L244 254H46Z', '#b5def3'),
    stroke('M72 276h70M72 290h70M72 304h70', '#115a86', 5, 0.75),
    flat(oval(206, 284, 17), '#fff'),
    flat(oval(206, 284, 10), '#35a26b'),
    stroke('M84 172Q84 132 136 130T196 160', '#115a86', 11),
    line(138, 226, { text: 'Inalador', size: 30, weight: 700, ink: '#115a86' }),
    solid(rounded(300, 212, 34, 42, 8), '#2187bd', 0.7),
    flat(mask, '#d5eaf2', 0.92),
    flat(mask, 'url(#sheen)', 0.7),
    stroke(mask, '#8fbfd4', 5),
    stroke('M282 132Q304 100 330 128', '#fff', 5, 0.8),
    flat(oval(306, 172, 15, 18), '#8fbfd4', 0.7),
  )
}
