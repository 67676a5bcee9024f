import { type Colours, inkOn, quietInk } from '../colours.ts'
import { label, line, type Words } from '../lettering.ts'
import { drawing, flat, inside, moved, oval, rounded, shadow, solid, stroke } from '../svg.ts'
import { careLabel } from './care-label.ts'

interface Hygiene extends Words {
  colours: Colours
}

/** Spray can with its cap. */
export function aerosol({ colours, content, ...words }: Hygiene): string {
  const body = 'M136 140Q138 116 160 112H240Q262 116 264 140V330Q264 342 252 342H148Q136 342 136 330Z'
  return drawing(
    [40, 36, 320],
    shadow(200, 344, 90),
    solid('M150 112V70Q150 48 172 48H228Q250 48 250 70V112Z', '#fdfdfc'),
    flat('M184 60h32v16h-32Z', colours.deep, 0.85),
    solid('M146 112Q200 102 254 112L258 122H142Z', '#c5ccc9'),
    flat(body, colours.tone),
    inside(
      'can',
      body,
      flat('M130 236 270 190V262L130 308Z', colours.deep),
      flat('M130 222 270 176V190L130 236Z', '#fff', 0.85),
    ),
    flat(body, 'url(#sheen)'),
    label(
      { x: 146, y: 122, width: 108, height: 62 },
      careLabel({ name: words.name, kind: words.kind }, colours, colours.tone, 29),
    ),
    words.strength ? line(200, 266, { text: words.strength, size: 21, weight: 700, ink: '#fff' }) : '',
    content ? line(200, 326, { text: content, size: 18, weight: 700, ink: '#fff' }) : '',
  )
}

/** Roll-on deodorant with a domed cap. */
export function rollOn({ colours, content, ...words }: Hygiene): string {
  const body =
    'M142 176H258Q270 208 262 252Q256 300 262 330Q262 342 250 342H150Q138 342 138 330Q144 300 138 252Q130 208 142 176Z'
  return drawing(
    [44, 40, 312],
    shadow(200, 344, 92),
    solid('M140 172V112Q142 54 200 54Q258 54 260 112V172Z', colours.deep),
    stroke('M140 160h120', '#fff', 2, 0.35),
    flat(body, '#fdfdfc'),
    inside('body', body, flat('M120 286C170 262 226 306 280 278V350H120Z', colours.tone)),
    flat(body, 'url(#sheen)', 0.8),
    label({ x: 146, y: 186, width: 108, height: 90 }, careLabel(words, colours, '#fff', 36)),
    content ? line(200, 330, { text: content, size: 19, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Bar of soap before its carton. */
export function soapBar({ colours, name, kind, content }: Hygiene): string {
  return drawing(
    [32, 44, 336],
    shadow(200, 320, 162, 13),
    flat('M62 130 96 106H350L318 130Z', '#fdfdfc'),
    flat('M62 130 96 106H350L318 130Z', colours.tone, 0.16),
    flat('M318 130 350 106V218L318 244Z', colours.deep, 0.85),
    flat('M62 130H318V244H62Z', 'url(#paper)'),
    inside('soap', 'M62 130H318V244H62Z', flat('M62 222C140 190 230 250 318 206V244H62Z', colours.tone)),
    label({ x: 78, y: 138, width: 224, height: 66 }, careLabel({ name, kind }, colours, '#fff', 42)),
    flat(rounded(96, 246, 208, 76, 36), '#e8e1d6'),
    flat(rounded(96, 236, 208, 72, 36), '#fffaf2'),
    flat(rounded(96, 236, 208, 72, 36), 'url(#sheen)', 0.35),
    stroke(rounded(124, 250, 152, 44, 22), '#d9d0c2', 2.5),
    label({ x: 134, y: 254, width: 132, height: 36 }, [
      content && { text: content, size: 21, weight: 700, ink: quietInk },
    ]),
  )
}

/** Card with two things in a clear blister: toothbrushes, razors. */
export function hangingCard({
  colours,
  name,
  kind,
  strength,
  content,
  hung,
}: Hygiene & { hung: 'toothbrushes' | 'razors' }): string {
  const card = rounded(92, 44, 216, 300, 14)
  const things =
    hung === 'toothbrushes'
      ? moved(164, 126, toothbrush(colours.tone)) + moved(236, 126, toothbrush('#d0426f'))
      : moved(160, 130, razor(colours)) + moved(240, 130, razor(colours))
  return drawing(
    [36, 32, 328],
    shadow(200, 346, 122),
    flat(card, '#fdfdfc'),
    inside(
      'card',
      card,
      flat('M92 44H308V110H92Z', colours.deep),
      flat('M92 110H308V116H92Z', colours.tint),
      flat('M92 310H308V344H92Z', colours.tone),
    ),
    flat(rounded(182, 50, 36, 10, 5), '#fff', 0.9),
    label({ x: 104, y: 60, width: 192, height: 50 }, careLabel({ name, kind }, colours, colours.deep, 30)),
    flat(rounded(114, 122, 172, 182, 26), colours.tint, 0.4),
    things,
    stroke(rounded(114, 122, 172, 182, 26), '#fff', 3, 0.9),
    strength ? flat(oval(286, 146, 42), '#e5ae12') : '',
    strength
      ? label({ x: 252, y: 124, width: 68, height: 46 }, [{ text: strength, size: 21, weight: 700, ink: '#3a2a00' }])
      : '',
    content ? line(200, 333, { text: content, size: 19, weight: 700, ink: '#fff' }) : '',
  )
}

/** Toothbrush hanging from its head, 174 units long, the head at the origin. */
function toothbrush(colour: string): string {
  const handle = 'M-5 50C-5 70-10 78-10 100V162Q-10 174 0 174T10 162V100C10 78 5 70 5 50V10H-5Z'
  return (
    solid(handle, colour, 0.8) +
    flat(rounded(-4, 104, 8, 52, 4), '#fff', 0.55) +
    flat(rounded(-13, 4, 26, 46, 10), '#eef2f0') +
    flat(rounded(-9, 8, 18, 12, 3), colour, 0.9) +
    flat(rounded(-9, 21, 18, 12, 3), '#a5dad2') +
    flat(rounded(-9, 34, 18, 12, 3), colour, 0.9)
  )
}

/** Razor hanging from its blades, 158 units long, the blades at the origin. */
function razor({ tone, deep }: Colours): string {
  const handle = 'M-8 38L-12 128Q-12 156 0 156T12 128L8 38Z'
  return (
    solid(handle, deep) +
    flat(rounded(-5, 62, 10, 70, 5), tone) +
    stroke('M-4 74h8M-4 86h8M-4 98h8M-4 110h8', '#fff', 2.5, 0.6) +
    solid(rounded(-32, 8, 64, 32, 7), '#59636a') +
    stroke('M-25 17H25M-25 24H25M-25 31H25', '#eef2f4', 2.6)
  )
}

/** Dental floss: a round-cornered dispenser with its thread out. */
export function floss({ colours, name, kind, content }: Hygiene): string {
  return drawing(
    [44, 44, 312],
    shadow(200, 336, 112),
    flat('M124 128L138 84Q142 70 156 70H250Q262 70 264 82L268 128Z', colours.deep),
    flat('M124 128L138 84Q142 70 156 70H250Q262 70 264 82L268 128Z', 'url(#sheen)', 0.6),
    stroke('M246 128C262 96 316 104 304 150C296 184 322 196 314 226', '#fff', 5),
    stroke('M246 128C262 96 316 104 304 150C296 184 322 196 314 226', '#b7c2bd', 1.4),
    solid(rounded(106, 122, 172, 214, 34), '#fdfdfc', 0.85),
    flat('M106 258H278V302Q278 336 244 336H140Q106 336 106 302Z', colours.tone),
    flat('M106 250H278V260H106Z', colours.tint),
    label({ x: 122, y: 138, width: 140, height: 104 }, careLabel({ name, kind }, colours, '#fff', 36)),
    content ? line(192, 308, { text: content, size: 28, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Clear box of cotton swabs. */
export function swabBox({ colours, name, kind, content }: Hygiene): string {
  const swabs = Array.from({ length: 13 }, (_, index) => {
    const x = 94 + index * 17.7
    const top = 92 + (index % 3) * 7
    return (
      stroke(`M${x} ${top + 22}V190`, colours.tint, 5) +
      flat(oval(x, top + 13, 8.5, 15), '#fff') +
      flat(oval(x - 2, top + 9, 3, 8), '#e3e9ec', 0.9)
    )
  }).join('')
  return drawing(
    [38, 50, 324],
    shadow(200, 332, 148, 13),
    flat(rounded(72, 70, 256, 258, 20), '#dceaf0', 0.75),
    swabs,
    flat('M72 168H328V308Q328 328 308 328H92Q72 328 72 308Z', colours.tone),
    flat('M72 168H328V178H72Z', colours.deep),
    flat('M72 284H328V308Q328 328 308 328H92Q72 328 72 308Z', colours.deep),
    stroke(rounded(74, 72, 252, 254, 19), '#fff', 3, 0.75),
    flat(rounded(72, 70, 256, 258, 20), 'url(#sheen)', 0.4),
    label({ x: 90, y: 182, width: 220, height: 98 }, careLabel({ name, kind }, colours, colours.tone, 42)),
    content ? line(200, 314, { text: content, size: 23, weight: 700, ink: '#fff' }) : '',
  )
}
