import { style } from '@vanilla-extract/css'
import { color, space } from '../styles/tokens.css.ts'

export const operationList = style({ display: 'grid' })

export const operationPath = style({
  padding: `${space.card} 0`,
  borderTop: `1px solid ${color.hairline}`,
  fontWeight: 700,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
})

export const exampleBlock = style({ overflowX: 'auto', padding: space.s2, background: color.sunken })
