import spriteUrl from './icons.svg?url'

export type IconName =
  | 'accessible'
  | 'baby'
  | 'bag'
  | 'bottle'
  | 'brush'
  | 'chat'
  | 'check'
  | 'clock'
  | 'close'
  | 'compare'
  | 'copy'
  | 'delivery'
  | 'down'
  | 'drop'
  | 'exit'
  | 'filter'
  | 'flower'
  | 'heart'
  | 'heart-full'
  | 'home'
  | 'info'
  | 'leaf'
  | 'logo'
  | 'menu'
  | 'minus'
  | 'package'
  | 'pill'
  | 'pin'
  | 'pin-off'
  | 'pix'
  | 'plus'
  | 'prescription'
  | 'pulse'
  | 'repeat'
  | 'right'
  | 'search'
  | 'sort'
  | 'tag'
  | 'trash'
  | 'tube'
  | 'upload'
  | 'user'
  | 'wallet'
  | 'warning'

/**
 * An icon of the sprite, 24 px, in the text's colour. Always beside text, or in a control with an accessible name.
 *
 * All icons are in one file that every page shares, so that 24 hearts cost 24 references.
 */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
