import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, fontSizes, space } from '../../styles/tokens.css.ts'

/** Picture and words, price under them, the controls below; on wide windows the price stands beside the words. */
export const bagLine = style({
  display: 'grid',
  grid: '"picture words" auto "picture sum" 1fr "controls controls" auto / 5rem minmax(0,1fr)',
  gap: space.card,
  paddingBlock: space.s2,
  borderBottom: `1px solid ${color.hairline}`,
  breakInside: 'avoid',
  ':first-child': { paddingTop: 0 },
  ':last-child': { paddingBottom: 0, border: 0 },
  '@media': {
    [media.tablet]: {
      grid: '"picture words sum" auto "picture controls controls" 1fr / 7rem minmax(0,1fr) auto',
      gap: '.75rem 1.5rem',
    },
  },
})
globalStyle(`${bagLine} > :first-child`, { gridArea: 'picture', alignSelf: 'start' })
globalStyle(`${bagLine} > div`, {
  gridArea: 'words',
  display: 'grid',
  gap: space.s1,
  alignContent: 'start',
})
globalStyle(`${bagLine} h3 a`, { color: 'inherit', textDecoration: 'none' })
globalStyle(`${bagLine} h3 a:hover`, { textDecoration: 'underline' })
globalStyle(`${bagLine} > div > div`, { display: 'flex', flexWrap: 'wrap', gap: space.half })
globalStyle(`${bagLine} small`, { fontSize: fontSizes.small })
globalStyle(`${bagLine} > p`, { gridArea: 'sum', alignSelf: 'start' })
globalStyle(`${bagLine} > form, ${bagLine} > div + span`, {
  gridArea: 'controls',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.half} ${space.s3}`,
  '@media': { [media.forcedColors]: { gap: space.s1 } },
})
// Their text is aligned with the edge, not their padding; in forced colours they have a border.
globalStyle(`${bagLine} > form > button`, {
  marginInline: `calc(-1*${space.card})`,
  '@media': { [media.forcedColors]: { marginInline: 0 } },
})
globalStyle(`${bagLine} > form`, { alignSelf: 'end' })
globalStyle(`${bagLine} > div + span`, { alignSelf: 'start', '@media': { [media.belowTablet]: { gridColumn: 2 } } })
globalStyle(`${bagLine} > form > :last-child`, { marginLeft: 'auto' })
// With scripts it has nothing to do until the quantity is changed; its place stays.
globalStyle(`${bagLine} [data-settled]`, { visibility: 'hidden' })
