import type { ComponentProps } from 'react'
import * as css from './button.css.ts'

type ButtonStyle = {
  /** One `solid` per view; `outline` is the second choice, `text` the third, `soft` for cards. */
  variant?: keyof typeof css.variants | undefined
  /** `big` for the page's main button; `icon` for a square one, which needs a name that only its icon shows. */
  size?: keyof typeof css.sizes | undefined
}

/** Its layout would show what is `hidden`: a wrapper hides it. */
type ButtonProps = ButtonStyle & Omit<ComponentProps<'button'>, 'hidden'>
type ButtonLinkProps = ButtonStyle & ComponentProps<'a'>

function buildButtonClassName({ variant = 'solid', size }: ButtonStyle, isDisabled: unknown) {
  return css.variants[variant] + (size ? ` ${css.sizes[size]}` : '') + (isDisabled ? ` ${css.disabledButton}` : '')
}

export function Button({ variant, size, ...buttonProps }: ButtonProps) {
  return (
    <button
      {...buttonProps}
      className={buildButtonClassName({ variant, size }, buttonProps.disabled || buttonProps['aria-disabled'])}
    />
  )
}

/** A link that looks like a button; it navigates and changes nothing. */
export function ButtonLink({ variant, size, children, ...linkProps }: ButtonLinkProps) {
  return (
    <a {...linkProps} className={buildButtonClassName({ variant, size }, false)}>
      {children}
    </a>
  )
}
