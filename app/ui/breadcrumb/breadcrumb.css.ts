import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, fontSizes, space, tapTarget } from '../../styles/tokens.css.ts'

export const breadcrumb = style({
  marginBottom: space.s1,
  fontSize: fontSizes.small,
  '@media': { [media.tablet]: { marginBlock: '-.75rem 0' }, [media.print]: { display: 'none' } },
})
// One line, cut with an ellipsis. The margin leaves room for the focus ring.
globalStyle(`${breadcrumb} ol`, {
  overflow: 'clip',
  overflowClipMargin: 5,
  color: color.muted,
  lineHeight: tapTarget,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
globalStyle(`${breadcrumb} li`, { display: 'inline' })
globalStyle(`${breadcrumb} a`, { display: 'inline-block', color: 'inherit' })
// Under tablets only the parent, with an arrow back.
globalStyle(`${breadcrumb} li:not(:nth-last-child(2))`, { '@media': { [media.belowTablet]: { display: 'none' } } })
// Visible, but not read out: the text after the slash is the content's alternative text.
globalStyle(`${breadcrumb} li::before`, {
  margin: '0 .5rem',
  color: color.controlBorder,
  '@media': { [media.belowTablet]: { content: '"‹" / ""', marginLeft: 0 } },
})
globalStyle(`${breadcrumb} li + li::before`, { '@media': { [media.tablet]: { content: '"›" / ""' } } })
