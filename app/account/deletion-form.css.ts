import { style } from '@vanilla-extract/css'
import { space } from '../styles/tokens.css.ts'

export const bulletList = style({ display: 'grid', gap: space.half, paddingLeft: space.s3, listStyle: 'disc' })
