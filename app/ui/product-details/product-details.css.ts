import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, gutter, radius, space } from '../../styles/tokens.css.ts'

/** Pictures beside the details and the form. */
export const productColumns = style({
  display: 'grid',
  gap: space.s2,
  alignItems: 'start',
  '@media': {
    [media.tablet]: { gridTemplateColumns: '1fr 1fr', columnGap: space.s4 },
    [media.desktop]: { gridTemplateColumns: 'minmax(0,1.15fr) minmax(0,1fr)', columnGap: space.s6 },
  },
})
globalStyle(`${productColumns} > *`, { minWidth: 0 })
// In a low window, as under zoom, name and price come first.
globalStyle(`${productColumns} > :first-child`, { '@media': { [media.short]: { order: 1 } } })
// A third part, warnings and data, stands under the pictures.
globalStyle(`${productColumns}:has(> :nth-child(3))`, { gridTemplateRows: 'auto 1fr' })
globalStyle(`${productColumns} > :nth-child(2)`, { '@media': { [media.tablet]: { gridArea: '1/2/3/3' } } })
globalStyle(`${productColumns} > [aria-hidden]`, {
  height: '9.5rem',
  borderRadius: radius,
  aspectRatio: 'auto',
  '@media': { [media.tablet]: { height: '17rem' } },
})

/** The postal code, and under it the promises of a purchase: one line and one icon each. */
export const deliveryPanel = style({
  display: 'grid',
  gap: space.card,
  padding: space.card,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
})
globalStyle(`${deliveryPanel} > form`, {
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  gap: `${space.half} ${space.s1}`,
})
globalStyle(`${deliveryPanel} [inputmode]`, {
  minWidth: 0,
  paddingInline: space.card,
  border: `1px solid ${color.controlBorder}`,
  borderRadius: radius,
  background: color.surface,
})
globalStyle(`${deliveryPanel} label`, { gridColumn: '1/3', fontWeight: 600 })
export const promiseList = style({ display: 'grid', gap: space.card })
globalStyle(`${promiseList} li`, { display: 'flex', gap: space.card, alignItems: 'center' })
globalStyle(`${promiseList} svg`, { color: color.action })
// As tall as a finger, on one line with the others.
globalStyle(`${promiseList} a`, { marginBlock: '-.625rem', paddingBlock: '.625rem' })

/** The cheaper equivalent: its picture beside name, price and saving. */
export const cheaperBox = style({
  display: 'grid',
  gridTemplateColumns: '3.5rem minmax(0,1fr)',
  gap: `0 ${space.card}`,
  padding: space.card,
  border: `1px solid ${color.action}`,
  borderRadius: radius,
  background: color.surface,
})
globalStyle(`${cheaperBox} > :first-child`, { gridRow: '1/9', alignSelf: 'start' })
globalStyle(`${cheaperBox} em`, { color: color.action, fontStyle: 'normal', fontWeight: 600 })

/** Quantity and button on one line; what the number counts is plain to see. */
export const buyForm = style({
  viewTimelineName: '--buy',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr)',
  gap: space.s1,
  '@media': { [media.print]: { display: 'none' } },
})
// What was corrected needs the whole width.
globalStyle(`${buyForm}:has(p)`, { gridTemplateColumns: 'minmax(0,1fr)' })
globalStyle(`${buyForm} label`, {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
})

const appearAnimation = keyframes({
  from: { visibility: 'hidden', opacity: 0 },
  to: { visibility: 'visible', opacity: 1 },
})

/** Needs no script: the browser plays it as the form scrolls out of view. Where it cannot, there is no bar. */
export const stickyBuyBar = style({
  display: 'none',
  '@supports': {
    '(animation-timeline: view())': {
      '@media': {
        [media.tallPhone]: {
          position: 'fixed',
          inset: 'auto 0 calc(3.75rem + 1px + env(safe-area-inset-bottom))',
          zIndex: 3,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: space.s2,
          padding: `${space.s1} ${gutter}`,
          borderTop: `1px solid ${color.hairline}`,
          background: color.surface,
          // Nothing moves: it appears for who asked for calm, too.
          animation: `${appearAnimation} linear both !important`,
          animationTimeline: '--buy !important',
          animationRange: 'exit 95% exit 100% !important',
        },
      },
    },
  },
})
globalStyle(`${stickyBuyBar} b`, { fontSize: '1.25rem' })
globalStyle(`${stickyBuyBar} button`, { flex: '0 1 12rem' })
// So that the page's end is not behind the bar.
globalStyle(`body:has(.${stickyBuyBar}) footer`, { '@media': { [media.tallPhone]: { paddingBottom: '5rem' } } })
// The comparison's tray would lie on the button, then under the bar: it stays at the end of the page.
globalStyle(`body:has(.${stickyBuyBar}) aside`, { '@media': { [media.tallPhone]: { position: 'static' } } })
