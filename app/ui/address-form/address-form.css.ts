import { globalStyle, style } from '@vanilla-extract/css'
import { pair } from '../../styles/shared.css.ts'
import { space } from '../../styles/tokens.css.ts'

const narrow = '(max-width: 17rem)'

/**
 * Aligns the two fields even where one label wraps or one field is refused; stacks them where a long word would not fit.
 */
export const evenPair = style([pair, { rowGap: 0, containerType: 'inline-size' }])
globalStyle(`${evenPair} > div`, {
  gridRow: 'span 3',
  gridTemplateRows: 'subgrid',
  rowGap: 0,
  '@container': { [narrow]: { gridColumn: '1/-1' } },
})
globalStyle(`${evenPair} > div + div`, { '@container': { [narrow]: { marginTop: space.s2 } } })
globalStyle(`${evenPair} > div > label`, { alignSelf: 'end', marginBottom: space.half })
globalStyle(`${evenPair} > div > p`, { marginTop: space.half })
