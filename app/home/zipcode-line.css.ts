import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, gutter, space, tapTarget } from '../styles/tokens.css.ts'

/** Of phones: under the header's search, which alone stays when one scrolls. */
export const zipcodeLine = style({
  display: 'none',
  '@media': {
    [media.belowTablet]: {
      display: 'flex',
      alignItems: 'center',
      gap: space.s1,
      minHeight: tapTarget,
      margin: `calc(-1*${space.card}) calc(-1*${gutter}) ${space.card}`,
      paddingInline: gutter,
      borderBottom: `1px solid ${color.hairline}`,
      outlineOffset: -3,
      background: color.surface,
      color: color.text,
      lineHeight: 1.25,
      textDecoration: 'none',
    },
  },
})
globalStyle(`${zipcodeLine} :is(svg, small)`, { color: color.muted })
globalStyle(`${zipcodeLine} small`, { fontSize: '1rem' })
// Said once: the header's own, while this page stands below it.
globalStyle(`body:has(${zipcodeLine}) header a[href="/cep"]`, {
  '@media': { [media.belowTablet]: { display: 'none' } },
})
