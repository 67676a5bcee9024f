import { style } from '@vanilla-extract/css'
import { color, space } from '../styles/tokens.css.ts'

export const list = style({ display: 'grid' })

export const operationPath = style({
  padding: `${space.card} 0`,
  borderTop: `1px solid ${color.line}`,
  fontWeight: 700,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
})

export const exampleBlock = style({ overflowX: 'auto', padding: space.s2, background: color.sunken })
