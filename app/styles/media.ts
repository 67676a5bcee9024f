/** Breakpoints. `phone` is anything below `grid`; nothing is sticky in `short` windows (zoom, landscape) and in print. */
export const media = {
  phone: '(max-width: 39.99rem)',
  grid: '(min-width: 40rem)',
  belowTablet: '(max-width: 47.99rem)',
  tablet: '(min-width: 48rem)',
  belowDesktop: '(max-width: 63.99rem)',
  desktop: '(min-width: 64rem)',
  /** The back office's header fits on one line. */
  wide: '(min-width: 75rem)',
  mouse: '(min-width: 40rem) and (hover: hover)',
  noMouse: 'not all and (min-width: 40rem) and (hover: hover)',
  tallPhone: 'screen and (max-width: 47.99rem) and (min-height: 30rem)',
  tall: 'screen and (min-height: 30rem)',
  short: 'screen and (max-width: 63.99rem) and (max-height: 29.99rem)',
  tallDesktop: 'screen and (min-width: 64rem) and (min-height: 30rem)',
  dark: '(prefers-color-scheme: dark)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  forcedColors: '(forced-colors: active)',
  scripts: '(scripting: enabled)',
  noScripts: '(scripting: none)',
  print: 'print',
} as const
