import { globalStyle, style } from '@vanilla-extract/css'
import { space } from '../styles/tokens.css.ts'

/** Long text: a readable line length, and room above each heading. */
export const article = style({ maxWidth: '44rem', marginInline: 'auto' })
globalStyle(`${article} :is(p, ul)`, { marginTop: space.s2 })
globalStyle(`${article} section`, { marginTop: space.s4 })
globalStyle(`${article} ul`, { paddingLeft: '1.25rem', listStyle: 'disc' })
globalStyle(`${article} li + li`, { marginTop: space.s1 })
globalStyle(`${article} h1 + p`, { fontSize: '1.125rem' })
