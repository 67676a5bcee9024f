import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space, tapTarget } from '../../styles/tokens.css.ts'

export const quantityField = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '.25rem .75rem',
  position: 'relative',
})
globalStyle(`${quantityField} label`, { fontWeight: 600 })
// As wide as the field and both buttons: nothing moves when scripts add the buttons.
globalStyle(`${quantityField} div`, {
  display: 'grid',
  gridTemplateColumns: `${tapTarget} 3rem ${tapTarget}`,
  border: `1px solid ${color.controlBorder}`,
  borderRadius: radius,
  background: color.surface,
})
globalStyle(`${quantityField} input`, {
  gridArea: '1/1/2/4',
  width: '100%',
  minHeight: '3rem',
  padding: `0 ${tapTarget}`,
  border: 0,
  borderRadius: radius,
  background: 'none',
  fontWeight: 600,
  textAlign: 'center',
  appearance: 'textfield',
  MozAppearance: 'textfield',
})
globalStyle(`${quantityField} input::-webkit-inner-spin-button`, { display: 'none' })
globalStyle(`${quantityField} button`, {
  gridArea: '1/1',
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  padding: 0,
  border: 0,
  borderRadius: radius,
  background: 'none',
  color: color.action,
  cursor: 'pointer',
  '@media': { [media.print]: { display: 'none' } },
})
globalStyle(`${quantityField} button:last-child`, { gridColumn: 3 })
globalStyle(`${quantityField} button:hover`, { background: color.actionSoft })
globalStyle(`${quantityField} button:disabled`, { background: 'none', color: color.controlBorder, cursor: 'default' })
globalStyle(`${quantityField} p`, { flexBasis: '100%', color: color.warn, lineHeight: 1.375 })
// Over what follows, since a button there may be just being pressed: it must not move, nor be covered.
globalStyle(`${quantityField} output`, { position: 'absolute' })
globalStyle(`${quantityField} output:not(:empty)`, {
  inset: '100% 0 auto',
  zIndex: 2,
  width: 'max-content',
  maxWidth: '100%',
  marginTop: space.half,
  padding: space.s1,
  border: '1px solid',
  borderRadius: radius,
  background: color.warnSoft,
  color: color.warn,
  pointerEvents: 'none',
})
