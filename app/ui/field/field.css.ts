import { globalStyle, style } from '@vanilla-extract/css'
import { color, fontSizes, space } from '../../styles/tokens.css.ts'

export const field = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.half,
  alignContent: 'start',
})
// A label breaks before its "(opcional)", not in its name.
globalStyle(`${field} > label, ${field} > legend`, { fontWeight: 600, textWrap: 'wrap' })
globalStyle(`${field} > legend`, { marginBottom: space.half, padding: 0 })
globalStyle(`${field} label small`, { color: color.muted, fontSize: '1rem', fontWeight: 400 })
// The hint and, after it, the error.
globalStyle(`${field} > p`, { color: color.muted, fontSize: fontSizes.small })
globalStyle(`${field} > [id$=error]`, {
  display: 'flex',
  gap: space.half,
  color: color.error,
  fontWeight: 600,
})
globalStyle(`${field} > p svg`, { width: '1.25rem', height: '1.25rem' })
globalStyle(`${field} [aria-invalid=true]`, { borderColor: color.error, boxShadow: `inset 0 0 0 1px ${color.error}` })
globalStyle(`${field} :disabled`, { background: color.sunken, color: color.muted, borderColor: color.hairline })

/** The control and its button on one line. */
export const controlRow = style({ display: 'flex', flexWrap: 'wrap', gap: space.s1 })
globalStyle(`${controlRow} > input`, { flex: '1 1 9rem' })

/** A checkbox or radio button with its label; a count is pushed to the end of the line. */
export const choiceLabel = style({
  display: 'flex',
  gap: space.card,
  alignItems: 'center',
  // 44 px tall with one line of text; the same padding for two lines.
  paddingBlock: space.card,
  lineHeight: 1.25,
  cursor: 'pointer',
})
globalStyle(`${choiceLabel} input`, { width: '1.25rem', height: '1.25rem', flex: 'none', accentColor: color.action })
globalStyle(`${choiceLabel} small`, { marginLeft: 'auto', color: color.muted, fontSize: '1rem' })
// Specific enough to win inside a field, whose own label is bold.
globalStyle(`.${field} > .${choiceLabel}`, { fontWeight: 400 })
