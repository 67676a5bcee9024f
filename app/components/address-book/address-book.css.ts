import { globalStyle, style } from '@vanilla-extract/css'
import { pair } from '../../styles/shared.css.ts'
import { space } from '../../styles/tokens.css.ts'

/** The fields stand at one height, whichever label breaks into two lines and whichever field is refused. */
export const evenPair = style([pair, { rowGap: 0 }])
globalStyle(`${evenPair} > div`, { gridRow: 'span 3', gridTemplateRows: 'subgrid', rowGap: 0 })
globalStyle(`${evenPair} > div > label`, { alignSelf: 'end', marginBottom: space.half })
globalStyle(`${evenPair} > div > p`, { marginTop: space.half })
