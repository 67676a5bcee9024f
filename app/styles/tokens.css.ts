import { createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
import { media } from './media.ts'

/**
 * Colour roles. Text has a contrast of at least 4.5 in both schemes, borders of controls at least 3. The values are the
 * names of the custom properties: two letters, since they are inlined in every page.
 */
export const color = createGlobalThemeContract({
  /** page, cards, quiet areas, the ground behind pictures */
  bg: 'bg',
  surface: 'sf',
  sunken: 'sk',
  pictureBackground: 'pl',
  text: 'tx',
  /** second text, the price before a discount */
  muted: 'mu',
  /** hairlines; borders of controls */
  hairline: 'ln',
  controlBorder: 'ed',
  /** buttons, links, what is current, money saved */
  action: 'ac',
  actionHover: 'ah',
  onAction: 'oa',
  /** a card's button, a chosen option, success */
  actionSoft: 'as',
  /** focus ring, prescription, laboratory discount */
  info: 'in',
  infoInk: 'ii',
  infoSoft: 'is',
  /** low stock, out of coverage */
  warn: 'wa',
  warnSoft: 'ws',
  /** refused fields, destructive actions */
  error: 'er',
  errorSoft: 'es',
  /** the flower, the mark of generics, the banner's button */
  accent: 'ip',
  onAccent: 'oi',
  /** notice bar, main banner */
  brand: 'br',
  brandRaised: 'b2',
  onBrand: 'ob',
  /** only on what floats: menu, toast, dialog */
  shadow: 'sh',
})

/** Three sizes per page; `small` is the body's size on phones, where nothing is smaller than 16 px. */
export const fontSizes = createGlobalThemeContract({ small: 't0', title: 't2', display: 't3' })

/** The page's side margin, which grows with the window. */
export const { gutter } = createGlobalThemeContract({ gutter: 'gu' })

/** The 8 px grid, with 12 px inside cards. */
export const space = {
  half: '.25rem',
  s1: '.5rem',
  card: '.75rem',
  s2: '1rem',
  s3: '1.5rem',
  s4: '2rem',
  s6: '3rem',
} as const

/** White in both schemes, for QR codes; and the backdrop of a dialog. */
export const white = '#fff'
/** In both schemes, for text on white and for printed pages. */
export const black = '#000'
export const backdrop = '#0008'

/** Surface and edge of the packs that are drawn where there is no photo; they are the same in both schemes. */
export const packTints = {
  green: ['#bcd8c7', '#74a98b'],
  amber: ['#ecd79f', '#cda64b'],
  rose: ['#ebc9c5', '#cc918e'],
  blue: ['#c0d6e6', '#7fa7c5'],
  lilac: ['#d5cbee', '#a793d3'],
  grey: ['#d3d8d4', '#97a199'],
} as const
/** On a drawn pack's white label. */
export const packInk = '#173a29'

export const radius = '.75rem'
/** The radius of boxes inside a card. */
export const innerRadius = '.5rem'
/** The minimum size of a touch target: 44 px. */
export const tapTarget = '2.75rem'
export const fastTransition = '120ms ease-out'
export const fontFamily = 'system-ui, sans-serif'

createGlobalTheme(':root', color, {
  bg: '#faf8f4',
  surface: '#fff',
  sunken: '#f2efe9',
  pictureBackground: '#f4f1eb',
  text: '#1b211d',
  muted: '#565c56',
  hairline: '#e3ded4',
  controlBorder: '#827d72',
  // With its opacity: a page's first six digits in a row must be those of a code in an e-mail, not a colour's.
  action: '#005431ff',
  actionHover: '#003f25',
  onAction: '#fff',
  actionSoft: '#e4f0e8',
  info: '#4b5cce',
  infoInk: '#3f4fb8',
  infoSoft: '#eceefb',
  warn: '#7a4700',
  warnSoft: '#fff1d6',
  error: '#b3261e',
  errorSoft: '#fcebe9',
  accent: '#f5c542',
  onAccent: '#3a2a00',
  brand: '#005431ff',
  brandRaised: '#0b6a42',
  onBrand: '#fff',
  shadow: '0 1px 2px #1b211d0f, 0 8px 24px -8px #1b211d2e',
})
createGlobalTheme(':root', fontSizes, { small: '1rem', title: '1.25rem', display: '1.5rem' })
createGlobalTheme(':root', { gutter }, { gutter: '1rem' })

globalStyle(':root', {
  colorScheme: 'light dark',
  '@media': {
    [media.tablet]: { vars: { [fontSizes.small]: '.875rem', [fontSizes.display]: '1.75rem', [gutter]: '1.5rem' } },
    [media.desktop]: { vars: { [gutter]: '2rem' } },
    [media.dark]: {
      vars: {
        [color.bg]: '#0f1411',
        [color.surface]: '#181d19',
        [color.sunken]: '#232a25',
        [color.pictureBackground]: '#353e37',
        [color.text]: '#ecefea',
        [color.muted]: '#b0b8b1',
        [color.hairline]: '#333b35',
        [color.controlBorder]: '#808a82',
        [color.action]: '#7ed6a5',
        [color.actionHover]: '#a0e5be',
        [color.onAction]: '#00281a',
        [color.actionSoft]: '#1b3b28',
        [color.info]: '#aeb8ff',
        [color.infoInk]: '#aeb8ff',
        [color.infoSoft]: '#242a45',
        [color.warn]: '#f7c672',
        [color.warnSoft]: '#35280f',
        [color.error]: '#ffb4ab',
        [color.errorSoft]: '#3d1b18',
        [color.brand]: '#0a3b26',
        [color.brandRaised]: '#14553a',
        [color.shadow]: '0 0 0 1px #333b35, 0 8px 24px -8px #000',
      },
    },
    // Paper has no grounds.
    [media.print]: { vars: { [color.onAction]: black, [color.onBrand]: black } },
  },
})
