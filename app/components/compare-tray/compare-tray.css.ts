import { style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { spread } from '../../styles/shared.css.ts'
import { color, radius, space } from '../../styles/tokens.css.ts'

/** Stays in view at the foot of the window, above the phone's bar. */
export const tray = style([
  spread,
  {
    marginTop: space.s3,
    padding: `${space.s1} ${space.s2}`,
    borderRadius: radius,
    background: color.infoSoft,
    '@media': {
      [media.tallPhone]: { position: 'sticky', bottom: '4.5rem', zIndex: 2 },
      [media.tallDesktop]: { position: 'sticky', bottom: space.s2, zIndex: 2 },
    },
  },
])
