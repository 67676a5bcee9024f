import { globalStyle, type StyleRule, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, gutter, space } from '../styles/tokens.css.ts'

/**
 * Scrolls sideways where the products don't fit, with the features' names sticky. Positioned, so that visually hidden text
 * does not overflow it.
 */
export const scrollContainer = style({ position: 'relative', overflowX: 'auto' })

export const table = style({ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' })
globalStyle(`${table} :is(th, td)`, {
  width: '11rem',
  padding: space.card,
  borderBottom: `1px solid ${color.hairline}`,
  textAlign: 'left',
  verticalAlign: 'top',
  fontWeight: 400,
})
globalStyle(`${table} :is(th, td):first-child`, {
  position: 'sticky',
  left: 0,
  width: '8.5rem',
  background: color.bg,
  color: color.muted,
})
globalStyle(`${table} thead img`, { marginBottom: space.s1 })
globalStyle(`${table} th small`, { display: 'block', color: color.infoInk, fontSize: 'inherit' })

/** A feature in which the products differ. */
export const differingRow = style({})
globalStyle(`${differingRow} td`, { fontWeight: 600 })

// On phones a feature's name is above its values, so that two products fit the screen.
const styleOnPhones = (selector: string, rules: StyleRule) =>
  globalStyle(`${table} ${selector}`, { '@media': { [media.phone]: rules } })
styleOnPhones(':is(thead, tbody)', { display: 'block' })
styleOnPhones('tr', {
  display: 'block',
  width: 'max-content',
  borderBottom: `1px solid ${color.hairline}`,
  whiteSpace: 'nowrap',
})
styleOnPhones(':is(th, td)', { border: 0, padding: `0 ${space.s1} ${space.card} 0`, whiteSpace: 'normal' })
styleOnPhones(':is(th, td):not(:first-child)', { display: 'inline-block', width: `max(9rem,50vw - ${gutter})` })
styleOnPhones('th:first-child', { display: 'block', width: 0, padding: `${space.card} 0 0`, whiteSpace: 'nowrap' })
styleOnPhones('td:first-child', { display: 'none' })
// The buttons' row has no name above it.
styleOnPhones('td:first-child ~ td', { paddingTop: space.card })
styleOnPhones('th small', { display: 'inline' })

/** Where the products don't fit beside each other. */
export const scrollHint = style({ color: color.muted, '@media': { [media.tablet]: { display: 'none' } } })

export const actions = style({})
globalStyle(`${actions} > form + form`, { marginTop: space.s1 })
