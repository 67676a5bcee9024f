import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, space } from '../../styles/tokens.css.ts'

/** Pictures beside the details and the form. */
export const columns = style({
  display: 'grid',
  gap: space.s3,
  '@media': {
    [media.tablet]: { gridTemplateColumns: '1fr 1fr', gap: space.s4 },
    [media.desktop]: { gridTemplateColumns: 'minmax(0,1.15fr) minmax(0,1fr)', gap: space.s6 },
  },
})
globalStyle(`${columns} > *`, { minWidth: 0 })

/** The promises of a purchase: one line and one icon each. */
export const promises = style({
  display: 'grid',
  gap: space.card,
  paddingBlock: space.s2,
  borderBlock: `1px solid ${color.line}`,
})
globalStyle(`${promises} li`, { display: 'flex', gap: space.card, alignItems: 'center' })
globalStyle(`${promises} svg`, { color: color.action })

/** Description beside data sheet, under the columns above. */
export const details = style([columns, { marginTop: space.s4, '@media': { [media.tablet]: { marginTop: space.s6 } } }])
