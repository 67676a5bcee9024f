import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { stack } from '../styles/shared.css.ts'
import { space, tap, text } from '../styles/tokens.css.ts'

export const amount = style({ fontSize: text.display, fontVariantNumeric: 'tabular-nums' })

/** The whole code is visible at any width. */
export const code = style([stack])
globalStyle(`${code} textarea`, { fieldSizing: 'content' })

/** Two sentences in the same grid cell, one of them visible: nothing moves when scripts arrive. */
export const either = style({ display: 'grid' })
globalStyle(`${either} > *`, { gridArea: '1/1' })
export const unseen = style({ visibility: 'hidden' })

export const roomForButton = style({ minHeight: tap, '@media': { [media.noScripts]: { display: 'none' } } })

/** On phones, where one cannot scan one's own screen, the QR code is folded away; on desktops it stands open. */
export const fold = style({})
globalStyle(`${fold} > summary`, { display: 'list-item', minHeight: tap, paddingBlock: space.s1, fontWeight: 600 })
globalStyle(`${fold} > summary`, {
  '@supports': { 'selector(::details-content)': { '@media': { [media.desktop]: { display: 'none' } } } },
})
globalStyle(`${fold}::details-content`, {
  '@media': { [media.desktop]: { contentVisibility: 'visible', blockSize: 'auto' } },
})
