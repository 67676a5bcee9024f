import { globalStyle, style } from '@vanilla-extract/css'
import { fieldPair } from '../../styles/shared.css.ts'
import { space } from '../../styles/tokens.css.ts'

const narrowContainer = '(max-width: 17rem)'

/**
 * Aligns the two fields even where one label wraps or one field has an error; stacks them where a long word would not fit.
 */
export const alignedFieldPair = style([fieldPair, { rowGap: 0, containerType: 'inline-size' }])
globalStyle(`${alignedFieldPair} > div`, {
  gridRow: 'span 3',
  gridTemplateRows: 'subgrid',
  rowGap: 0,
  '@container': { [narrowContainer]: { gridColumn: '1/-1' } },
})
globalStyle(`${alignedFieldPair} > div + div`, { '@container': { [narrowContainer]: { marginTop: space.s2 } } })
globalStyle(`${alignedFieldPair} > div > label`, { alignSelf: 'end', marginBottom: space.half })
globalStyle(`${alignedFieldPair} > div > p`, { marginTop: space.half })
