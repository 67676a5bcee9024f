import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space, tapTarget } from '../../styles/tokens.css.ts'

export const pagination = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.half,
  marginTop: space.s4,
})
globalStyle(`${pagination} > *`, {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: tapTarget,
  minHeight: tapTarget,
  paddingInline: space.card,
  borderRadius: radius,
  fontWeight: 600,
  textDecoration: 'none',
})
globalStyle(`${pagination} > a:hover`, { background: color.actionSoft })
globalStyle(`${pagination} > [aria-current]`, {
  background: color.action,
  color: color.onAction,
  '@media': { [media.forcedColors]: { outline: '2px solid Highlight', outlineOffset: -3 } },
})
globalStyle(`${pagination} > span`, { color: color.muted, fontWeight: 400 })

/** On phones "1 de 5" replaces the numbers. */
export const pageNumber = style({})
export const pagePosition = style({})
globalStyle(`${pagination} > ${pageNumber}`, { '@media': { [media.phone]: { display: 'none' } } })
globalStyle(`${pagination} > ${pagePosition}`, { '@media': { [media.grid]: { display: 'none' } } })
