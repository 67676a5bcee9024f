import { type Colours, inkOn } from '../colours.ts'
import { label, line, type Words } from '../lettering.ts'
import { drawing, flat, grooves, inside, oval, rounded, shadow, solid, stroke } from '../svg.ts'
import { careLabel } from './care-label.ts'

interface Bottle extends Words {
  colours: Colours
  body?: string
  cap?: string
  art?: keyof typeof bottleArt
}

const bottleArt = {
  wave: ({ tint, tone }: Colours) =>
    flat('M110 258C170 226 228 280 290 244V350H110Z', tint) + flat('M110 282C170 250 228 300 290 268V350H110Z', tone),
  foot: ({ tint, tone }: Colours) => flat('M110 270H290V282H110Z', tint) + flat('M110 282H290V350H110Z', tone),
  slope: ({ tint, tone }: Colours) => flat('M110 280 290 226V350H110Z', tint) + flat('M110 306 290 252V350H110Z', tone),
  sun: ({ tint, tone }: Colours) =>
    flat(oval(200, 352, 112), tint, 0.55) + flat(oval(200, 356, 88), tint) + flat(oval(200, 360, 74), tone),
}

/** Round-shouldered bottle with a screw cap: micellar water, saline, alcohol. */
export function bottle({ colours, body = '#fff', cap, art = 'wave', content, ...words }: Bottle): string {
  const outline = 'M168 112h64c28 8 44 24 44 52v152q0 22-22 22H146q-22 0-22-22V164c0-28 16-44 44-52Z'
  const capOutline = rounded(162, 60, 76, 54, 8)
  return drawing(
    [44, 46, 306],
    shadow(200, 340, 100),
    solid(capOutline, cap ?? colours.deep),
    stroke('M164 82h72', '#000', 2, 0.16),
    flat(outline, body),
    inside('bottle', outline, bottleArt[art](colours)),
    flat(outline, 'url(#sheen)', 0.7),
    label({ x: 134, y: 150, width: 132, height: 100 }, careLabel(words, colours, body)),
    content ? line(200, 324, { text: content, size: 19, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Flat squeeze bottle with a flip-top cap: sun lotions. */
export function squeezeBottle({ colours, body = '#fff', cap, art = 'sun', content, ...words }: Bottle): string {
  const outline =
    'M150 106H250Q262 106 264 120C284 190 282 262 264 326Q261 340 248 340H152Q139 340 136 326C118 262 116 190 136 120Q138 106 150 106Z'
  return drawing(
    [44, 46, 306],
    shadow(200, 340, 96),
    solid('M158 62q2-8 10-8h64q8 0 10 8l8 46H150Z', cap ?? colours.deep),
    stroke('M154 92h92', '#000', 2, 0.16),
    flat(outline, body),
    inside('bottle', outline, bottleArt[art](colours)),
    flat(outline, 'url(#sheen)', 0.7),
    label({ x: 134, y: 122, width: 132, height: 128 }, careLabel(words, colours, body)),
    content ? line(200, 326, { text: content, size: 19, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Tall, square-shouldered bottle with a disc cap: shampoo. */
export function shampooBottle({ colours, body = '#fff', cap, art = 'slope', content, ...words }: Bottle): string {
  const outline = 'M154 100H246Q272 102 272 130V318Q272 342 248 342H152Q128 342 128 318V130Q128 102 154 100Z'
  return drawing(
    [42, 42, 312],
    shadow(200, 342, 96),
    solid(rounded(150, 52, 100, 50, 9), cap ?? colours.deep),
    stroke('M152 72h96', '#000', 2, 0.18),
    flat(outline, body),
    inside('bottle', outline, bottleArt[art](colours)),
    flat(outline, 'url(#sheen)', 0.7),
    label({ x: 138, y: 118, width: 124, height: 120 }, careLabel(words, colours, body)),
    content ? line(200, 328, { text: content, size: 19, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Bottle that stands on its cap: conditioner. */
export function tottle({ colours, body = '#fff', cap, content, ...words }: Bottle): string {
  const outline = 'M158 54H242Q270 54 272 82L262 292H138L128 82Q130 54 158 54Z'
  return drawing(
    [42, 42, 312],
    shadow(200, 342, 86),
    solid('M138 290H262L258 334Q257 344 247 344H153Q143 344 142 334Z', cap ?? colours.deep),
    stroke('M140 308h120', '#000', 2, 0.18),
    flat(outline, body),
    inside(
      'bottle',
      outline,
      flat('M110 226 290 196V300H110Z', colours.tint),
      flat('M110 250 290 220V300H110Z', colours.tone),
    ),
    flat(outline, 'url(#sheen)', 0.7),
    label({ x: 140, y: 76, width: 120, height: 124 }, careLabel(words, colours, body)),
    content ? line(200, 279, { text: content, size: 19, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Bottle with a pump: body lotion, liquid soap. */
export function pumpBottle({ colours, body = '#fff', cap, art = 'foot', content, ...words }: Bottle): string {
  const outline = 'M126 164q0-22 22-22h104q22 0 22 22v152q0 24-24 24H150q-24 0-24-24Z'
  const spout = 'M146 54h70q12 0 12 12v16h-18v-8h-62q-12 0-12-10t10-10Z'
  const pump = cap ?? colours.deep
  return drawing(
    [42, 40, 312],
    shadow(200, 342, 98),
    solid(spout, pump, 0.6),
    flat('M196 82h16v30h-16Z', '#dfe3e1'),
    solid(rounded(164, 108, 76, 36, 6), pump),
    flat(outline, body),
    inside('bottle', outline, bottleArt[art](colours)),
    flat(outline, 'url(#sheen)', 0.7),
    label({ x: 136, y: 154, width: 128, height: 108 }, careLabel(words, colours, body)),
    content ? line(200, 324, { text: content, size: 19, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Clear bottle that shows its liquid, or two liquids that part: mouthwash, biphasic remover. */
export function clearBottle({
  colours,
  cap,
  content,
  upper,
  lower,
  ...words
}: Bottle & { upper: string; lower: string }): string {
  const outline = 'M170 104h60v10c34 6 48 20 48 48v156q0 24-24 24H146q-24 0-24-24V162c0-28 14-42 48-48Z'
  const face = rounded(122, 186, 156, 104)
  return drawing(
    [42, 42, 312],
    shadow(200, 342, 100),
    solid(rounded(160, 52, 80, 54, 8), cap ?? '#fbfcfb'),
    grooves(170, 234, 58, 42, 9),
    flat(outline, '#eef4f6', 0.92),
    inside('liquid', outline, flat('M110 140H290V232H110Z', upper), flat('M110 232H290V350H110Z', lower)),
    flat(face, '#fdfdfc', 0.97),
    flat(rounded(122, 186, 156, 8), colours.tone),
    flat(rounded(122, 264, 156, 26), colours.deep),
    flat(outline, 'url(#sheen)', 0.9),
    label({ x: 132, y: 196, width: 136, height: 66 }, careLabel(words, colours, '#fff')),
    content ? line(200, 283, { text: content, size: 17, weight: 700, ink: '#fff' }) : '',
  )
}

/** Glass bottle of a serum with a pipette. */
export function serum({ colours, body, cap = '#555e59', content, ...words }: Bottle): string {
  const outline = 'M170 144h60v8c26 6 38 18 38 40v124q0 22-22 22h-92q-22 0-22-22V192c0-22 12-34 38-40Z'
  const ground = body ?? colours.tone
  const ink = inkOn(ground) === '#fff' ? '#fff' : colours.deep
  return drawing(
    [44, 34, 314],
    shadow(200, 338, 86),
    solid('M180 42q20-14 40 0l6 62h-52Z', cap),
    solid(rounded(162, 102, 76, 44, 5), '#d9dcd8'),
    solid(outline, ground),
    label({ x: 140, y: 186, width: 120, height: 100 }, careLabel(words, colours, ground)),
    content ? line(200, 316, { text: content, size: 17, weight: 700, ink }) : '',
  )
}

/** Bottle for a baby, with its teat and millilitre marks. */
export function babyBottle({ colours, content, name }: Bottle): string {
  const outline =
    'M146 158h108q8 0 8 10c-10 22-10 40-2 62q6 20 6 40v50q0 22-22 22h-88q-22 0-22-22v-50q0-20 6-40c8-22 8-40-2-62q0-10 8-10Z'
  const marks = [206, 228, 250, 272, 294].map((y, index) => `M228 ${y}h${index % 2 ? 12 : 20}`).join('')
  return drawing(
    [44, 38, 314],
    shadow(200, 342, 90),
    flat('M184 74c4-22 28-22 32 0l4 16c16 6 26 14 26 32h-92c0-18 10-26 26-32Z', '#f3d9b4'),
    flat('M184 74c4-22 28-22 32 0l4 16c16 6 26 14 26 32h-92c0-18 10-26 26-32Z', 'url(#sheen)', 0.7),
    solid(rounded(138, 118, 124, 42, 8), colours.tone),
    grooves(148, 256, 124, 30, 9),
    flat(outline, '#eaf3f7', 0.94),
    inside('milk', outline, flat('M110 214H290V350H110Z', '#fdfaf2')),
    flat(outline, 'url(#sheen)', 0.9),
    stroke(marks, colours.deep, 3),
    label({ x: 142, y: 206, width: 78, height: 44 }, [{ text: name, size: 24, weight: 700, ink: colours.deep }]),
    content ? line(196, 322, { text: content, size: 19, weight: 700, ink: colours.deep }) : '',
  )
}
