/** Three channels from 0 to 255. */
type Channels = [red: number, green: number, blue: number]

/** Of text (WCAG 2.2, success criterion 1.4.3). */
export const minContrast = 4.5

const white = '#ffffff'
const black = '#000000'

/** Grounds that text in the shop's colour stands on, in each scheme (`app/styles/tokens.css.ts`). */
const lightSunken = '#f2efe9'
const darkSunken = '#232a25'
const darkSurface = '#181d19'

/**
 * The contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
 * @param a and b as #rrggbb
 */
export function computeContrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [computeLuminance(a), computeLuminance(b)].sort((first, second) => second - first)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The nearest colour of the same hue on which white text can be read: itself, else a darker one. */
export function darkenForWhiteText(colour: string): string {
  return approach(colour, black, (candidate) => computeContrast(candidate, white) >= minContrast)
}

/** The colours that a shop's own one leads to, by the names of their roles (`app/styles/tokens.css.ts`). */
export type ColourRole = 'action' | 'actionHover' | 'onAction' | 'actionSoft' | 'brand' | 'brandRaised'
export interface Palette {
  light: Record<ColourRole, string>
  dark: Record<ColourRole, string>
}

/**
 * What takes the place of the shop's green, in both schemes: each text on each of its grounds has a contrast of 4.5.
 * @param accent #rrggbb, on which white text can be read
 */
export function buildPalette(accent: string): Palette {
  const actionSoft = mix(accent, white, 0.9)
  const action = approach(accent, black, (candidate) =>
    [lightSunken, actionSoft].every((ground) => computeContrast(candidate, ground) >= minContrast),
  )
  const darkActionSoft = mix(accent, darkSurface, 0.75)
  const darkAction = approach(accent, white, (candidate) =>
    [darkSunken, darkActionSoft].every((ground) => computeContrast(candidate, ground) >= 7),
  )
  return {
    light: {
      action,
      actionHover: mix(action, black, 0.25),
      onAction: white,
      actionSoft,
      brand: accent,
      brandRaised: mix(accent, black, 0.12),
    },
    dark: {
      action: darkAction,
      actionHover: mix(darkAction, white, 0.25),
      onAction: black,
      actionSoft: darkActionSoft,
      brand: mix(accent, black, 0.4),
      brandRaised: mix(accent, black, 0.25),
    },
  }
}

/** The first colour on the way to another one that will do. */
function approach(colour: string, goal: string, isFit: (candidate: string) => boolean): string {
  for (let step = 0; step < 256; step += 1) {
    const candidate = mix(colour, goal, step / 256)
    if (isFit(candidate)) return candidate
  }
  return goal
}

/** @param share how much of the second, from 0 to 1 */
function mix(first: string, second: string, share: number): string {
  const secondChannels = readChannels(second)
  const channels = readChannels(first).map((value, index) => value + ((secondChannels[index] ?? 0) - value) * share)
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function computeLuminance(colour: string): number {
  const [red, green, blue] = readChannels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function readChannels(colour: string): Channels {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)) as Channels
}
