import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, space } from '../styles/tokens.css.ts'

export const footer = style({
  paddingBlock: space.s4,
  background: color.surface,
  borderTop: `1px solid ${color.hairline}`,
})
globalStyle(`${footer} h2`, { marginBottom: space.s1, fontSize: '1rem' })
globalStyle(`${footer} li a`, {
  display: 'inline-block',
  paddingBlock: space.card,
  color: color.text,
  lineHeight: 1.25,
  textDecorationColor: color.controlBorder,
  '@media': { [media.tablet]: { paddingBlock: '.375rem' } },
})
globalStyle(`${footer} li svg`, { display: 'inline', marginInlineEnd: '.25rem', verticalAlign: 'middle' })

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(9rem,100%),1fr))',
  gap: '1.5rem 1rem',
  marginBottom: space.s3,
  paddingBottom: space.s3,
  borderBottom: `1px solid ${color.hairline}`,
  '@media': { [media.print]: { display: 'none' } },
})

export const legalText = style({
  color: color.muted,
  fontSize: fontSizes.small,
  '@media': { [media.tablet]: { columns: 2, columnGap: space.s4 } },
})
globalStyle(`${legalText} p`, { breakInside: 'avoid', paddingBottom: space.s1 })
globalStyle(`${legalText} b`, { color: color.text })
