import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space, tapTarget } from '../../styles/tokens.css.ts'

export const section = style({ marginTop: space.s4, '@media': { [media.tablet]: { marginTop: space.s6 } } })
globalStyle(`${section} > header`, {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${space.s2}`,
  minHeight: tapTarget,
  marginBottom: space.s1,
})
globalStyle(`${section} > header a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: tapTarget,
  fontWeight: 600,
  whiteSpace: 'nowrap',
})
