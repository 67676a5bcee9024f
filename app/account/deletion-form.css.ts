import { style } from '@vanilla-extract/css'
import { space } from '../styles/tokens.css.ts'

export const list = style({ display: 'grid', gap: space.half, paddingLeft: space.s3, listStyle: 'disc' })
