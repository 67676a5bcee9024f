import { setNonce } from 'get-nonce'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { overlay, sizes } from './dialog.css.ts'

// Radix puts a style into the page, to keep what lies behind from scrolling: the policy lets it in with the page's nonce.
if (typeof document !== 'undefined') setNonce(document.querySelector<HTMLElement>('style[nonce]')?.nonce ?? '')

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  size?: keyof typeof sizes
  children: ReactNode
}

/**
 * A window over the page, which holds the focus until it closes and gives it back to what opened it. It weighs 14 kB:
 * pages use `LazyDialog`, and what opens it is a link to a page that does the same.
 */
export function Dialog({ open, onOpenChange, title, size = 'normal', children }: DialogProps) {
  // Known before anything inside takes the focus for itself.
  const [opener] = useState(() => document.activeElement)
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content className={sizes[size]} aria-modal aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <div>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <Button variant="text" size="icon" type="button" aria-label={texts.close}>
                <Icon name="close" />
              </Button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
