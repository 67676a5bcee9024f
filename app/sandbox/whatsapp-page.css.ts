import { style } from '@vanilla-extract/css'
import { color, radius, space } from '../styles/tokens.css.ts'

/** The phone's screen. */
export const chat = style({
  display: 'grid',
  gap: space.s1,
  padding: space.s2,
  background: color.pictureBackground,
  borderRadius: radius,
})

export const chatHead = style({ fontWeight: 700 })

export const bubble = style({
  maxWidth: '22rem',
  padding: space.card,
  background: color.surface,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  overflowWrap: 'anywhere',
})

export const bubbleButton = style({
  marginTop: space.s1,
  paddingTop: space.s1,
  borderTop: `1px solid ${color.hairline}`,
  textAlign: 'center',
})

export const replyForm = style({ marginTop: space.s1 })
