import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, innerRadius, radius, space } from '../styles/tokens.css.ts'
import { descriptionList } from '../ui/description-list/description-list.css.ts'
import { choiceLabel } from '../ui/field/field.css.ts'
import { panel } from '../ui/panel/panel.css.ts'

/** A file, the request, the actions and the details, in this order: as many of them side by side as there is room for. */
export const reviewLayout = style({
  display: 'grid',
  gridTemplate: '"file" "request" "action" "details" / minmax(0,1fr)',
  gap: space.s2,
  alignItems: 'start',
  '@media': {
    [media.tablet]: { gridTemplate: '"file file" "request action" "details details" / minmax(0,1fr) minmax(0,1fr)' },
    [media.desktop]: {
      gridTemplate: '"file request" auto "file action" auto "file details" 1fr / minmax(0,1fr) 21rem',
    },
    [media.wide]: {
      gridTemplate: '"file request action" auto "file details action" 1fr / minmax(0,1fr) 18rem 20rem',
    },
  },
})
globalStyle(`${reviewLayout} ${descriptionList} > div`, { paddingBlock: space.half })
// Three columns need the room of their edges.
globalStyle(`${reviewLayout} ${panel}`, { '@media': { [media.tablet]: { padding: space.s2 } } })

const stickyBelowHeader = { position: 'sticky', top: '7.5rem' } as const
export const fileArea = style({ gridArea: 'file', '@media': { [media.tallDesktop]: stickyBelowHeader } })
export const requestArea = style({ gridArea: 'request' })
export const actionArea = style({
  gridArea: 'action',
  '@media': { [`${media.tall} and ${media.wide}`]: stickyBelowHeader },
})
export const detailsArea = style({ gridArea: 'details' })

/** The prescription's picture; links enlarge and turn it without scripts. */
export const documentViewer = style({
  position: 'relative',
  overflow: 'auto',
  // What is asked follows it in the same window.
  maxHeight: 'min(48rem,52vh)',
  minHeight: '20rem',
  padding: space.s2,
  background: color.pictureBackground,
  borderRadius: innerRadius,
  '@media': { [media.tallDesktop]: { maxHeight: 'calc(100vh - 17rem)' } },
})
globalStyle(`${documentViewer} img`, { display: 'block', marginInline: 'auto', width: '100%', maxWidth: '40rem' })
globalStyle(`${documentViewer} > [data-zoom]:target ~ img`, { width: '200%', maxWidth: 'none' })
globalStyle(`${documentViewer} > [data-turn]:target ~ img`, { rotate: '90deg' })

export const decisionSection = style({ borderRadius: radius, ':focus': { outline: `3px solid ${color.info}` } })
// With a mouse the reasons are closer to each other, so that both buttons are in view.
globalStyle(`${decisionSection} ${choiceLabel}`, { '@media': { [media.mouse]: { paddingBlock: space.s1 } } })
