import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, fontSizes, space } from '../../styles/tokens.css.ts'

export const emptyState = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.s2,
  maxWidth: '32rem',
  margin: '0 auto',
  // Less in a low window, where words come first.
  paddingBlock: '4vh',
  textAlign: 'center',
})
globalStyle(`${emptyState} > p`, { color: color.muted, textWrap: 'balance' })
globalStyle(`${emptyState} > div:last-child`, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: space.s1,
})
globalStyle(`${emptyState} :is(h2, h3)`, { fontSize: fontSizes.title })

/** A disc with an icon or a number, and the demo's flower at its edge. */
export const illustration = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: '10rem',
  height: '10rem',
  borderRadius: '50%',
  background: color.actionSoft,
  color: color.action,
  fontSize: '3rem',
  fontWeight: 800,
  '@media': { [media.forcedColors]: { border: '1px solid' }, [media.short]: { display: 'none' } },
})
globalStyle(`${illustration} svg`, { width: '5.5rem', height: '5.5rem', strokeWidth: 1 })
globalStyle(`${illustration} > span svg`, {
  position: 'absolute',
  top: 0,
  right: 0,
  width: '2.5rem',
  height: '2.5rem',
})
