import { style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, fastTransition, radius, space, tapTarget } from '../../styles/tokens.css.ts'

const button = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.s1,
  minHeight: tapTarget,
  padding: '.5rem 1.25rem',
  border: '1px solid transparent',
  borderRadius: radius,
  background: 'none',
  color: color.action,
  fontWeight: 600,
  lineHeight: 1.25,
  textAlign: 'center',
  textWrap: 'balance',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: `background-color ${fastTransition}, border-color ${fastTransition}`,
  ':hover': { background: color.actionSoft },
  ':active': { transform: 'translateY(1px)' },
  '@media': { [media.forcedColors]: { borderColor: 'ButtonBorder' }, [media.print]: { display: 'none' } },
})

export const variants = styleVariants({
  solid: [button, { background: color.action, color: color.onAction, ':hover': { background: color.actionHover } }],
  outline: [button, { borderColor: color.controlBorder, ':hover': { borderColor: color.action } }],
  text: [button, { paddingInline: space.card }],
  // A card's button: unobtrusive, since a page has 24 of them.
  soft: [button, { background: color.actionSoft, ':hover': { background: color.action, color: color.onAction } }],
  danger: [button, { borderColor: color.error, color: color.error, ':hover': { background: color.errorSoft } }],
})

export const sizes = styleVariants({
  big: { minHeight: '3.25rem', width: '100%' },
  wide: { width: '100%' },
  icon: { padding: 0, width: tapTarget },
})

export const disabledButton = style({
  selectors: {
    '&, &:hover': {
      background: color.sunken,
      borderColor: color.hairline,
      color: color.muted,
      cursor: 'not-allowed',
      transform: 'none',
    },
  },
})
