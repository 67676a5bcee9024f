import { useEffect, useRef } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { Button } from '../button/button.tsx'
import { toast } from './toast.css.ts'

export type ToastMessage = {
  /** Tells toasts with the same text apart: a new id shows it again. */
  id?: string | number
  text: string
  tone?: 'ok' | 'error'
  /** The next step, offered beside the message. */
  link?: { href: string; text: string }
  /** Reverts what the message reports. */
  undo?: { text: string; action: string; intent: string; returnTo: string }
}

/** How long a toast stays, in milliseconds (specification, section 9). */
const durationMsByTone = { ok: 4000, error: 6000 }

/**
 * A message that floats over the page and closes after a while, but not while it is hovered or focused. Its live region is
 * always in the page, so that screen readers announce what is put into it.
 *
 * Without scripts the message arrives with the page and stays until the browser closes the dialog.
 */
export function Toast({ message, onClose }: { message: ToastMessage | null; onClose?: (() => void) | undefined }) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const { id, text, tone = 'ok', link, undo } = message ?? { text: '' }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message restarts the timer
  useEffect(() => {
    const dialog = dialogRef.current
    if (!dialog) return
    const closeWhenIdle = () => {
      if (dialog.matches(':hover, :focus-within')) timer = setTimeout(closeWhenIdle, 1000)
      else dialog.close()
    }
    let timer = setTimeout(closeWhenIdle, durationMsByTone[tone])
    return () => clearTimeout(timer)
  }, [id, text, tone])

  return (
    <div role="status">
      {message && (
        <dialog
          key={`${id} ${text}`}
          ref={dialogRef}
          className={toast}
          open
          aria-label={texts.notice}
          onClose={onClose}
        >
          <p>{text}</p>
          {link && <a href={link.href}>{link.text}</a>}{' '}
          {undo && (
            <form method="post" action={undo.action} data-enhanced>
              <input type="hidden" name="redirectTo" value={undo.returnTo} />
              <Button variant="text" name="intent" value={undo.intent}>
                {undo.text}
              </Button>
            </form>
          )}{' '}
          <form method="dialog">
            <Button variant="text">{texts.closeToast}</Button>
          </form>
        </dialog>
      )}
    </div>
  )
}
