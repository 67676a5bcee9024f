import type { ComponentProps } from 'react'
import * as css from './button.css.ts'

type Look = {
  /** One `solid` per view; `outline` is the second choice, `text` the third, `soft` for cards. */
  variant?: keyof typeof css.variants | undefined
  /** `big` for the page's main button; `icon` for a square one, which needs a name that only its icon shows. */
  size?: keyof typeof css.sizes | undefined
}

type ButtonProps = Look & ComponentProps<'button'>
type ButtonLinkProps = Look & ComponentProps<'a'>

function looks({ variant = 'solid', size }: Look, off: unknown) {
  return css.variants[variant] + (size ? ` ${css.sizes[size]}` : '') + (off ? ` ${css.off}` : '')
}

export function Button({ variant, size, ...button }: ButtonProps) {
  return <button {...button} className={looks({ variant, size }, button.disabled || button['aria-disabled'])} />
}

/** A link that looks like a button; it navigates and changes nothing. */
export function ButtonLink({ variant, size, children, ...link }: ButtonLinkProps) {
  return (
    <a {...link} className={looks({ variant, size }, false)}>
      {children}
    </a>
  )
}
