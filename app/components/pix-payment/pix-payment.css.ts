import { globalStyle, style } from '@vanilla-extract/css'
import { stack } from '../../styles/shared.css.ts'
import { tap, text } from '../../styles/tokens.css.ts'

export const amount = style({ fontSize: text.display, fontVariantNumeric: 'tabular-nums' })

/** The whole text is in view, whatever the width. */
export const code = style([stack])
globalStyle(`${code} textarea`, { fieldSizing: 'content' })

/** Keeps its room, so that nothing moves when scripts arrive. */
export const waiting = style({ visibility: 'hidden' })

export const roomForButton = style({ minHeight: tap })
