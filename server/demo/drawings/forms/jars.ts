import { type Colours, inkOn } from '../colours.ts'
import { label, line, type Words } from '../lettering.ts'
import { drawing, flat, grooves, inside, oval, rounded, shadow, solid } from '../svg.ts'
import { careLabel } from './care-label.ts'

interface Jar extends Words {
  colours: Colours
  body?: string
  cap?: string
}

/** Pill pot with a screw cap: vitamins, capsules. */
export function pot({ colours, body = '#fff', cap = '#fbfbfa', content, ...words }: Jar): string {
  const outline = rounded(106, 130, 188, 208, 22)
  const capOutline = rounded(118, 68, 164, 62, 10)
  return drawing(
    [48, 54, 304],
    shadow(200, 340, 110),
    solid(capOutline, cap),
    grooves(128, 276, 76, 46),
    flat(outline, body),
    flat('M106 158H294V312H106Z', colours.tone),
    flat('M106 158H294V168H106Z', colours.deep),
    flat('M106 272H294V312H106Z', colours.deep),
    flat(outline, 'url(#sheen)', 0.75),
    label({ x: 122, y: 172, width: 156, height: 96 }, careLabel(words, colours, colours.tone, 38)),
    content
      ? label({ x: 116, y: 274, width: 168, height: 36 }, [{ text: content, size: 21, weight: 700, ink: '#fff' }])
      : '',
  )
}

/** Tall pot with a narrow neck and a paper label. */
export function tallPot({ colours, body = colours.tone, cap = '#fbfbfa', content, ...words }: Jar): string {
  const outline = 'M146 116H254Q282 118 282 148V316Q282 340 258 340H142Q118 340 118 316V148Q118 118 146 116Z'
  return drawing(
    [44, 44, 312],
    shadow(200, 342, 102),
    solid(rounded(136, 56, 128, 62, 9), cap),
    grooves(146, 258, 64, 46, 10),
    flat(outline, body),
    flat('M118 164H282V318H118Z', '#fdfdfc'),
    inside(
      'label',
      'M118 164H282V318H118Z',
      flat('M100 286C170 250 226 306 300 270V330H100Z', colours.tint),
      flat('M100 300C170 266 226 318 300 286V330H100Z', colours.deep),
    ),
    flat(outline, 'url(#sheen)', 0.75),
    label({ x: 130, y: 170, width: 140, height: 102 }, careLabel(words, colours, '#fff', 34)),
    content ? line(200, 313, { text: content, size: 16, weight: 700, ink: '#fff' }) : '',
  )
}

/** Wide tub with a big lid: protein, powders. */
export function tub({ colours, body = colours.deep, cap = '#23282c', content, ...words }: Jar): string {
  const outline = 'M92 126H308V310Q308 338 280 338H120Q92 338 92 310Z'
  return drawing(
    [44, 50, 312],
    shadow(200, 340, 128),
    solid(rounded(84, 66, 232, 62, 12), cap),
    grooves(96, 308, 74, 46, 11),
    flat(outline, body),
    inside(
      'tub',
      outline,
      flat('M80 250 320 206V268L80 312Z', colours.tone),
      flat('M80 318 320 274V282L80 326Z', colours.tint),
    ),
    flat(outline, 'url(#sheen)', 0.75),
    label({ x: 108, y: 136, width: 184, height: 92 }, careLabel(words, colours, body, 38)),
    content ? line(200, 276, { text: content, size: 26, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Tin of powder with a plastic lid: infant formula, nutrition. */
export function can({ colours, body = '#fbfcfb', cap, content, ...words }: Jar): string {
  const outline = 'M100 104H300V322Q200 346 100 322Z'
  return drawing(
    [44, 46, 312],
    shadow(200, 336, 122),
    solid('M94 74Q94 62 106 62H294Q306 62 306 74V100H94Z', cap ?? colours.tone),
    solid('M98 98H302V108H98Z', '#cdd3d0'),
    flat(outline, body),
    inside(
      'can',
      outline,
      flat(oval(200, 392, 190, 128), colours.tint),
      flat(oval(200, 402, 196, 124), colours.tone),
      flat('M100 104H300V116H100Z', colours.tone),
    ),
    flat('M98 318Q200 342 302 318V326Q200 352 98 326Z', '#cdd3d0'),
    flat(outline, 'url(#sheen)', 0.75),
    label({ x: 114, y: 122, width: 172, height: 128 }, careLabel(words, colours, body, 40)),
    content ? line(200, 316, { text: content, size: 22, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Low cream jar. */
export function jar({ colours, body = colours.tone, cap, content, ...words }: Jar): string {
  const outline = 'M102 202H298V284Q298 316 266 316H134Q102 316 102 284Z'
  return drawing(
    [56, 84, 288],
    shadow(200, 318, 132),
    solid(rounded(92, 138, 216, 66, 13), cap ?? colours.deep),
    solid(outline, body, 0.75),
    label({ x: 116, y: 208, width: 168, height: 74 }, careLabel(words, colours, body, 30)),
    content
      ? line(200, 304, { text: content, size: 18, weight: 700, ink: inkOn(body) === '#fff' ? '#fff' : colours.deep })
      : '',
  )
}

/** One-kilogram jar of hair cream. */
export function bigJar({ colours, body = colours.tone, cap, content, ...words }: Jar): string {
  const outline = 'M88 140H312L302 314Q300 338 276 338H124Q100 338 98 314Z'
  return drawing(
    [42, 52, 316],
    shadow(200, 340, 124),
    solid(rounded(78, 78, 244, 64, 14), cap ?? colours.deep),
    grooves(92, 314, 92, 44, 12),
    flat(outline, body),
    inside('jar', outline, flat(oval(320, 352, 150), colours.deep, 0.55), flat(oval(330, 356, 104), colours.deep)),
    flat(outline, 'url(#sheen)', 0.75),
    label({ x: 112, y: 152, width: 176, height: 118 }, careLabel(words, colours, body, 36)),
    content ? line(286, 318, { text: content, size: 26, weight: 700, ink: '#fff' }, 'end') : '',
  )
}
