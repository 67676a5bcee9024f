/** One hue in three depths: `tint` for grounds, `tone` for bodies, `deep` for words on white and for caps. */
export interface Colours {
  tint: string
  tone: string
  deep: string
}

export const darkInk = '#22302a'
export const quietInk = '#4c5751'
/** The customary yellow of Brazilian generic medicines, and the blue of its words. */
export const genericYellow = '#f8cb1c'
export const genericInk = '#1d2b6b'
export const amberGlass = '#b0642b'

export const palette = {
  blue: { tint: '#b9d2f3', tone: '#2f6fc4', deep: '#1b4683' },
  navy: { tint: '#b6c2df', tone: '#3a5391', deep: '#1f3263' },
  sky: { tint: '#b5def3', tone: '#2187bd', deep: '#115a86' },
  teal: { tint: '#a5dad2', tone: '#178279', deep: '#0c5a54' },
  mint: { tint: '#bfe7d5', tone: '#2a8f66', deep: '#176246' },
  green: { tint: '#b5dfb6', tone: '#358b45', deep: '#226330' },
  lime: { tint: '#d7e6a8', tone: '#6b8f17', deep: '#4c690f' },
  yellow: { tint: '#fbe594', tone: '#e5ae12', deep: '#7d5a00' },
  orange: { tint: '#fbcf9a', tone: '#d9730d', deep: '#a04b08' },
  red: { tint: '#f6bcb6', tone: '#cc3f38', deep: '#a02823' },
  rose: { tint: '#f7c3d2', tone: '#d0426f', deep: '#a02650' },
  plum: { tint: '#e4c2e6', tone: '#97479f', deep: '#6d2976' },
  violet: { tint: '#d2c9f2', tone: '#6f5ac0', deep: '#4c3894' },
  indigo: { tint: '#c3cbf4', tone: '#4f5fc6', deep: '#35429c' },
  brown: { tint: '#e5cdb0', tone: '#9a6635', deep: '#6b4019' },
  gold: { tint: '#f0dca4', tone: '#b98a24', deep: '#7a5810' },
  graphite: { tint: '#c3c9c7', tone: '#535b60', deep: '#2e3439' },
} as const satisfies Record<string, Colours>

/** Ink for words of display size on a ground: white where it keeps a contrast of 3, else dark. */
export function inkOn(ground: string): string {
  return 1.05 / (luminance(ground) + 0.05) >= 3 ? '#fff' : darkInk
}

/** Relative luminance of a `#rrggbb` or `#rgb` colour (WCAG 2). */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
