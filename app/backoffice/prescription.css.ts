import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, innerRadius, radius, space } from '../styles/tokens.css.ts'
import { facts } from '../ui/description-list/description-list.css.ts'
import { choice } from '../ui/field/field.css.ts'
import { panel } from '../ui/panel/panel.css.ts'

/** A file, what is asked of it, the answer and the rest, in this order: as many of them side by side as there is room for. */
export const reviewLayout = style({
  display: 'grid',
  gridTemplate: '"file" "request" "answer" "rest" / minmax(0,1fr)',
  gap: space.s2,
  alignItems: 'start',
  '@media': {
    [media.tablet]: { gridTemplate: '"file file" "request answer" "rest rest" / minmax(0,1fr) minmax(0,1fr)' },
    [media.desktop]: {
      gridTemplate: '"file request" auto "file answer" auto "file rest" 1fr / minmax(0,1fr) 21rem',
    },
    [media.wide]: {
      gridTemplate: '"file request answer" auto "file rest answer" 1fr / minmax(0,1fr) 18rem 20rem',
    },
  },
})
globalStyle(`${reviewLayout} ${facts} > div`, { paddingBlock: space.half })
// Three columns need the room of their edges.
globalStyle(`${reviewLayout} ${panel}`, { '@media': { [media.tablet]: { padding: space.s2 } } })

const inView = { position: 'sticky', top: '7.5rem' } as const
export const file = style({ gridArea: 'file', '@media': { [media.tallDesktop]: inView } })
export const request = style({ gridArea: 'request' })
export const answer = style({ gridArea: 'answer', '@media': { [`${media.tall} and ${media.wide}`]: inView } })
export const rest = style({ gridArea: 'rest' })

/** The prescription's picture; links enlarge and turn it without scripts. */
export const document = style({
  position: 'relative',
  overflow: 'auto',
  // What is asked follows it in the same window.
  maxHeight: 'min(48rem,52vh)',
  minHeight: '20rem',
  padding: space.s2,
  background: color.plate,
  borderRadius: innerRadius,
  '@media': { [media.tallDesktop]: { maxHeight: 'calc(100vh - 17rem)' } },
})
globalStyle(`${document} img`, { display: 'block', marginInline: 'auto', width: '100%', maxWidth: '40rem' })
globalStyle(`${document} > [data-zoom]:target ~ img`, { width: '200%', maxWidth: 'none' })
globalStyle(`${document} > [data-turn]:target ~ img`, { rotate: '90deg' })

export const decision = style({ borderRadius: radius, ':focus': { outline: `3px solid ${color.info}` } })
// With a mouse the reasons are closer to each other, so that both buttons are in view.
globalStyle(`${decision} ${choice}`, { '@media': { [media.mouse]: { paddingBlock: space.s1 } } })
