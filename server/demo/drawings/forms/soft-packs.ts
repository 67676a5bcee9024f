import { type Colours, genericInk, inkOn } from '../colours.ts'
import { label, line, type Words } from '../lettering.ts'
import { drawing, flat, grooves, inside, oval, rounded, shadow, stroke, turned } from '../svg.ts'
import { careLabel } from './care-label.ts'
import { genericStrip } from './generic-strip.ts'

interface Pack extends Words {
  colours: Colours
}

/** Big soft pack with a handle: nappies. `strength` is the size letter. */
export function diaperPack({ colours, name, kind, strength, content }: Pack): string {
  const outline = 'M78 118Q200 96 322 118Q334 224 322 330Q200 350 78 330Q66 224 78 118Z'
  return drawing(
    [30, 36, 340],
    shadow(200, 342, 150, 13),
    stroke('M164 106C164 62 236 62 236 106', colours.deep, 13),
    flat('M82 120 92 96Q200 80 308 96L318 120Z', colours.deep),
    flat(outline, colours.tone),
    inside('pack', outline, flat(oval(200, 380, 216, 138), colours.tint), flat(oval(200, 392, 216, 136), '#fff')),
    flat(outline, 'url(#sheen)', 0.55),
    label({ x: 96, y: 126, width: 208, height: 110 }, careLabel({ name, kind }, colours, colours.tone, 46)),
    strength ? flat(oval(266, 294, 33), colours.deep) : '',
    strength ? line(266, 308, { text: strength, size: 40, weight: 700, ink: '#fff' }) : '',
    content
      ? label({ x: 100, y: 272, width: 124, height: 56 }, [{ text: content, size: 24, weight: 700, ink: colours.deep }])
      : '',
  )
}

/** Soft pack with a lid: wet wipes. */
export function wipesPack({ colours, name, kind, content }: Pack): string {
  const outline = 'M58 138Q200 118 342 138L334 292Q200 312 66 292Z'
  return drawing(
    [30, 46, 340],
    shadow(200, 306, 158, 13),
    flat('M50 140 58 132V298L52 292ZM350 140 342 132V298L348 292Z', colours.deep),
    flat(outline, colours.tint),
    inside('pack', outline, flat('M40 244C130 208 250 284 360 232V330H40Z', colours.tone)),
    flat(outline, 'url(#sheen)', 0.55),
    flat(rounded(214, 152, 108, 74, 18), '#fff'),
    flat(rounded(214, 152, 108, 74, 18), 'url(#sheen)', 0.35),
    stroke(rounded(222, 160, 92, 58, 13), colours.tone, 2.5, 0.5),
    flat(rounded(250, 218, 36, 12, 6), colours.deep),
    label({ x: 72, y: 142, width: 136, height: 96 }, careLabel({ name, kind }, colours, colours.tint, 36)),
    content ? line(200, 288, { text: content, size: 23, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Flat soft pack: sanitary towels. */
export function towelPack({ colours, name, kind, content }: Pack): string {
  const outline = 'M72 112Q200 98 328 112Q336 212 328 314Q200 328 72 314Q64 212 72 112Z'
  const towel = 'M0-52c22 0 20 30 20 34c16 4 16 32 0 36c0 4 2 34-20 34s-20-30-20-34c-16-4-16-32 0-36c0-4-2-34 20-34Z'
  return drawing(
    [36, 48, 328],
    shadow(200, 324, 144, 13),
    flat(outline, colours.tone),
    inside('pack', outline, flat('M60 254C150 214 240 290 340 230V340H60Z', colours.deep)),
    flat(outline, 'url(#sheen)', 0.5),
    `<g transform="translate(282 198) rotate(16)">${flat(towel, '#fff')}${stroke('M0-34V34', colours.tint, 6)}</g>`,
    label({ x: 88, y: 122, width: 150, height: 114 }, careLabel({ name, kind }, colours, colours.tone, 40)),
    content ? line(90, 304, { text: content, size: 25, weight: 700, ink: '#fff' }, 'start') : '',
  )
}

/** Two sachets of powder, one leaning behind the other. */
export function sachets({ colours, generic, content, ...words }: Pack & { generic?: boolean }): string {
  const outline = rounded(106, 74, 176, 252, 5)
  const bare =
    flat(outline, '#fdfdfc') +
    flat(rounded(106, 74, 176, 20, 5), colours.tint) +
    flat(rounded(106, 306, 176, 20, 5), colours.tint)
  const crimps = grooves(112, 278, 76, 16, 7) + grooves(112, 278, 308, 16, 7)
  return drawing(
    [40, 40, 320],
    shadow(204, 334, 128),
    turned(11, 194, 200, bare, flat(outline, colours.deep, 0.1)),
    bare,
    inside('sachet', 'M106 94H282V306H106Z', flat('M90 238C160 204 230 262 300 226V320H90Z', colours.tone)),
    generic ? genericStrip(106, 206, 176, 28) : '',
    crimps,
    flat(outline, 'url(#sheen)', 0.5),
    label({ x: 118, y: 102, width: 152, height: generic ? 98 : 120 }, careLabel(words, colours, '#fff', 36)),
    content ? line(194, 290, { text: content, size: 20, weight: 700, ink: inkOn(colours.tone) }) : '',
  )
}

/** Medicated patch, half off its backing. */
export function patch({ colours, name, kind }: Pack): string {
  return drawing(
    [40, 50, 320],
    shadow(200, 330, 140, 13),
    turned(
      -8,
      200,
      200,
      flat(rounded(72, 104, 256, 196, 18), '#e9ddc9'),
      flat(rounded(72, 104, 256, 196, 18), 'url(#sheen)', 0.25),
      label({ x: 96, y: 130, width: 170, height: 96 }, careLabel({ name, kind }, colours, '#fff', 34)),
      flat('M210 300 328 190V282Q328 300 310 300Z', '#fdfdfc'),
      flat('M210 300 328 190Q300 240 262 250 236 262 210 300Z', '#cfd6da'),
      stroke('M92 284h84', genericInk, 3, 0.18),
    ),
  )
}
