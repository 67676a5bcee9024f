import { style } from '@vanilla-extract/css'
import { color, fastTransition, innerRadius, radius, space } from '../../styles/tokens.css.ts'

/** An input, textarea or select. */
export const control = style({
  width: '100%',
  minWidth: 0,
  minHeight: '3rem',
  padding: '.5rem .75rem',
  border: `1px solid ${color.controlBorder}`,
  borderRadius: radius,
  background: color.surface,
  transition: `border-color ${fastTransition}`,
  ':hover': { borderColor: color.text },
  '::placeholder': { color: color.muted, opacity: 1 },
  ':focus-visible': { outlineOffset: 0, borderColor: color.info },
})

/** The browser's own button of a field for files: rules for the pages that have one. */
export const fileButtonRules = {
  minHeight: '2rem',
  marginRight: space.card,
  paddingInline: space.card,
  border: 0,
  borderRadius: innerRadius,
  background: color.actionSoft,
  color: color.action,
  font: 'inherit',
  fontWeight: 600,
  cursor: 'pointer',
}
