import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, fontSizes, radius } from '../../styles/tokens.css.ts'

const badge = style({
  display: 'inline-block',
  padding: '0 .375rem',
  borderRadius: radius,
  background: color.sunken,
  fontSize: fontSizes.small,
  fontWeight: 600,
  lineHeight: '1.5rem',
  // An outline takes no room, so that as many badges fit a line as without it.
  '@media': { [media.forcedColors]: { outline: '1px solid' } },
})

globalStyle(`${badge} svg`, {
  display: 'inline',
  width: '1rem',
  height: '1rem',
  marginRight: '.25rem',
  verticalAlign: '-.15rem',
})

export const tones = styleVariants({
  plain: [badge],
  discount: [badge, { background: color.action, color: color.onAction }],
  ok: [badge, { background: color.actionSoft, color: color.action }],
  low: [badge, { background: color.warnSoft, color: color.warn }],
  info: [badge, { background: color.infoSoft, color: color.infoInk }],
  generic: [badge, { background: color.accent, color: color.onAccent }],
  error: [badge, { background: color.errorSoft, color: color.error }],
  muted: [badge, { color: color.muted }],
})

// The minus sign, which is not read aloud: the words behind say what the number is.
globalStyle(`${tones.discount}::before`, { content: '"\\2212" / ""' })
