import type { Colours } from '../colours.ts'
import { flat, grooves, oval, rounded, shadow, solid, stroke, turned } from '../svg.ts'

/** Pregnancy test: a stick with a cap and a window. */
export function testStick({ tone, tint }: Colours): string {
  const stick = rounded(296, 132, 40, 204, 18)
  return turned(
    9,
    316,
    336,
    flat(stick, '#fdfdfc'),
    flat('M296 150A18 18 0 0 1 314 132H318A18 18 0 0 1 336 150V196H296Z', tone),
    flat(rounded(305, 218, 22, 46, 8), tint),
    flat(rounded(308, 222, 16, 38, 6), '#fff'),
    stroke('M311 234h10M311 246h10', '#35429c', 3.5),
    flat(stick, 'url(#sheen)', 0.8),
  )
}

/** Rapid test: a flat cassette with a well and a window. */
export function testCassette({ tone }: Colours): string {
  const cassette = rounded(284, 170, 62, 164, 12)
  return turned(
    7,
    316,
    336,
    flat(cassette, '#fdfdfc'),
    flat(rounded(303, 192, 24, 66, 10), '#dfe6e3'),
    stroke('M307 214h16', tone, 4),
    stroke('M307 234h16', tone, 4, 0.25),
    flat(oval(315, 292, 12, 15), '#c9d3ce'),
    flat(oval(315, 293, 7, 10), '#fff'),
    flat(cassette, 'url(#sheen)', 0.7),
  )
}

/** Vial with test strips standing out of it. */
export function stripVial({ tone, deep }: Colours): string {
  const strip = (x: number, lean: number) =>
    turned(lean, x, 250, flat(rounded(x - 7, 146, 14, 110, 2), '#fff') + flat(rounded(x - 7, 146, 14, 26, 2), tone))
  return (
    strip(298, -7) +
    strip(326, 8) +
    strip(312, 0) +
    solid(rounded(274, 224, 76, 112, 12), deep) +
    flat('M274 258H350V306H274Z', '#fdfdfc') +
    flat('M274 258H350V306H274Z', 'url(#sheen)', 0.6) +
    stroke('M288 274h48M288 290h30', tone, 6)
  )
}

/** Two plasters, one over the other. */
export function plasters({ tone }: Colours): string {
  const plaster = (lean: number, colour: string) =>
    turned(
      lean,
      312,
      290,
      solid(rounded(288, 190, 46, 146, 23), colour, 0.5),
      flat(rounded(293, 240, 36, 46, 4), '#fff6ea', 0.9),
      `<path d="M300 206h22M300 218h22M300 312h22M300 324h22" stroke="${tone}" stroke-opacity=".35" stroke-width="4"
        stroke-linecap="round" stroke-dasharray=".1 8"/>`,
    )
  return plaster(-16, '#e9c59d') + plaster(14, '#f1d3b0')
}

/** Stick sachets of a powder. */
export function stickSachets({ tint, tone, deep }: Colours): string {
  const stick = (lean: number) =>
    turned(
      lean,
      316,
      336,
      flat(rounded(296, 148, 40, 188, 3), '#fdfdfc'),
      flat('M296 200H336V296H296Z', tone),
      flat('M296 200H336V208H296ZM296 288H336V296H296Z', tint),
      stroke('M316 222v52', '#fff', 7, 0.9),
      grooves(301, 333, 149, 11, 6),
      flat(rounded(296, 148, 40, 188, 3), 'url(#sheen)', 0.8),
      flat('M296 328H336V336H296Z', deep, 0.25),
    )
  return stick(-6) + stick(11)
}

/** Square foil of a condom. */
export function condomFoil({ tint, tone }: Colours): string {
  return turned(
    10,
    312,
    290,
    flat(rounded(262, 244, 90, 90, 5), tint),
    stroke('M266 252h82M266 326h82', '#fff', 2, 0.8),
    flat(oval(307, 289, 32), tone),
    `<circle cx="307" cy="289" r="24" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4"/>`,
    flat(rounded(262, 244, 90, 90, 5), 'url(#sheen)', 0.6),
  )
}

/** Bottle of developer beside a hair colour kit. */
export function developerBottle({ tone, deep }: Colours): string {
  return (
    shadow(312, 338, 48, 8) +
    flat('M304 176h16l6 40h-28Z', '#fdfdfc') +
    solid(rounded(292, 212, 40, 24, 4), deep) +
    solid(rounded(278, 234, 68, 104, 14), '#fdfdfc') +
    flat('M278 262H346V308H278Z', tone) +
    flat('M278 262H346V308H278Z', 'url(#sheen)', 0.7) +
    stroke('M292 278h40M292 292h24', '#fff', 5)
  )
}
