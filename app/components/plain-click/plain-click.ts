import type { MouseEvent } from 'react'

/** A click that would open a link here: with a key or another button it opens a tab or a window, which is left alone. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
