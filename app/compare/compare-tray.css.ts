import { style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { spreadRow } from '../styles/shared.css.ts'
import { color, radius, space } from '../styles/tokens.css.ts'

/** Stays in view at the foot of the window, above the phone's bar. */
export const compareTray = style([
  spreadRow,
  {
    maxWidth: '28rem',
    margin: `${space.s3} auto 0`,
    padding: `${space.s1} ${space.s2}`,
    // Visible in forced colours only.
    border: '1px solid transparent',
    borderRadius: radius,
    background: color.infoSoft,
    '@media': {
      [media.tall]: { position: 'sticky', bottom: space.s2, zIndex: 2, boxShadow: color.shadow },
      [media.tallPhone]: { bottom: '4.5rem' },
    },
  },
])

/** Hidden on phones, where the tray has one line. */
export const unitLabel = style({ '@media': { [media.phone]: { display: 'none' } } })
