import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space, tapTarget } from '../../styles/tokens.css.ts'

export const quantity = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '.25rem .75rem',
  position: 'relative',
})
globalStyle(`${quantity} label`, { fontWeight: 600 })
// As wide as the field and both buttons: nothing moves when scripts add the buttons.
globalStyle(`${quantity} div`, {
  display: 'grid',
  gridTemplateColumns: `${tapTarget} 3rem ${tapTarget}`,
  border: `1px solid ${color.edge}`,
  borderRadius: radius,
  background: color.surface,
})
globalStyle(`${quantity} input`, {
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
globalStyle(`${quantity} input::-webkit-inner-spin-button`, { display: 'none' })
globalStyle(`${quantity} button`, {
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
globalStyle(`${quantity} button:last-child`, { gridColumn: 3 })
globalStyle(`${quantity} button:hover`, { background: color.actionSoft })
globalStyle(`${quantity} button:disabled`, { background: 'none', color: color.edge, cursor: 'default' })
globalStyle(`${quantity} p`, { flexBasis: '100%', color: color.warn, lineHeight: 1.375 })
// Over what follows, since a button there may be just being pressed: it must not move, nor be covered.
globalStyle(`${quantity} output`, { position: 'absolute' })
globalStyle(`${quantity} output:not(:empty)`, {
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
