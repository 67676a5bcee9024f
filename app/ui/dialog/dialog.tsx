import { Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { dialogSizes, overlay } from './dialog.css.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  size?: keyof typeof dialogSizes
  children: ReactNode
}

/**
 * A modal dialog: it traps the focus, and returns it to the opener when it closes. It weighs 14 kB: pages use `LazyDialog`,
 * opened by a link to a page that does the same.
 */
export function Dialog({ open, onOpenChange, title, size = 'normal', children }: DialogProps) {
  // Read before anything inside the dialog takes the focus.
  const [opener] = useState(() => document.activeElement)
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }

  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlay} />
        <RadixDialog.Content
          className={dialogSizes[size]}
          aria-modal
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <div>
            <RadixDialog.Title>{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <Button variant="text" size="icon" type="button" aria-label={texts.close}>
                <Icon name="close" />
              </Button>
            </RadixDialog.Close>
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
