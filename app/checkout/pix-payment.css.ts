import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { stack } from '../styles/shared.css.ts'
import { color, fontSizes, radius, space, tapTarget } from '../styles/tokens.css.ts'

export const amountText = style({ fontSize: fontSizes.display, lineHeight: 1.25, fontVariantNumeric: 'tabular-nums' })

/** The whole code is visible at any width. */
export const pixCodeBox = style([stack])
globalStyle(`${pixCodeBox} textarea`, { fieldSizing: 'content' })

/** Two texts in the same grid cell, one of them visible: nothing moves when scripts arrive. */
export const overlayGrid = style({ display: 'grid' })
globalStyle(`${overlayGrid} > *`, { gridArea: '1/1' })
export const invisible = style({ visibility: 'hidden' })

export const copyControls = style({ '@media': { [media.noScripts]: { display: 'none' } } })

/** On phones, where one cannot scan one's own screen, the QR code is folded away; on desktops and on paper it stands open. */
export const qrDetails = style({})
const openMedia = `${media.desktop}, ${media.print}`
globalStyle(`${qrDetails} > summary`, {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: tapTarget,
  paddingInline: space.s2,
  border: `1px solid ${color.controlBorder}`,
  borderRadius: radius,
  fontWeight: 600,
})
globalStyle(`${qrDetails}[open] > summary`, { marginBottom: space.s2 })
globalStyle(`${qrDetails}[open] > summary > svg`, { rotate: '180deg' })
globalStyle(`${qrDetails} > summary`, {
  '@supports': { 'selector(::details-content)': { '@media': { [openMedia]: { display: 'none' } } } },
})
globalStyle(`${qrDetails}::details-content`, {
  '@media': { [openMedia]: { contentVisibility: 'visible', blockSize: 'auto' } },
})
