import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space } from '../../styles/tokens.css.ts'

const message = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr)',
  gap: space.card,
  padding: space.s2,
  borderRadius: radius,
  '@media': { [media.forcedColors]: { border: '1px solid' } },
})
globalStyle(`${message} b`, { display: 'block' })
globalStyle(`${message} h2`, { fontSize: '1rem', lineHeight: 1.5 })
globalStyle(`${message} * + p`, { marginTop: space.s1 })
globalStyle(`${message} li`, { paddingBlock: space.half })

export const tones = styleVariants({
  info: [message, { background: color.infoSoft }],
  ok: [message, { background: color.actionSoft }],
  warn: [message, { background: color.warnSoft }],
  error: [message, { background: color.errorSoft, border: `1px solid ${color.error}` }],
})
globalStyle(`${tones.info} > svg`, { color: color.infoInk })
globalStyle(`${tones.ok} > svg`, { color: color.action })
globalStyle(`${tones.warn} > svg`, { color: color.warn })
globalStyle(`${tones.error} > svg, ${tones.error} a`, { color: color.error })
