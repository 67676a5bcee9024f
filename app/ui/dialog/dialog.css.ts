import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { backdrop, color, radius, space } from '../../styles/tokens.css.ts'

export const overlay = style({ position: 'fixed', inset: 0, zIndex: 8, background: backdrop })

const dialogBox = style({
  position: 'fixed',
  inset: 0,
  zIndex: 8,
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.s2,
  alignContent: 'start',
  width: 'calc(100% - 2rem)',
  height: 'fit-content',
  maxHeight: 'calc(100dvh - 2rem)',
  margin: 'auto',
  padding: space.s3,
  overflowY: 'auto',
  borderRadius: radius,
  background: color.surface,
  boxShadow: color.shadow,
  '@media': { [media.forcedColors]: { border: '1px solid' } },
})
globalStyle(`${dialogBox} > div:first-child`, {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.s2,
  margin: '-.5rem -.5rem 0 0',
})

/** Address and postal code; explanations; the quick view (specification, section 9). */
export const dialogSizes = styleVariants({
  narrow: [dialogBox, { maxWidth: 350 }],
  normal: [dialogBox, { maxWidth: '28rem' }],
  wide: [dialogBox, { maxWidth: 1100 }],
  /** At the window's edge, in full height: the menu on phones. */
  drawer: [
    dialogBox,
    { maxWidth: '22rem', width: 'calc(100% - 3rem)', height: '100dvh', maxHeight: 'none', margin: 0, borderRadius: 0 },
  ],
})
