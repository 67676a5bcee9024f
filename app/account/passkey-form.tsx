import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../client/hydrated.ts'
import { answerSilently, askPasskey, hasPasskeys } from '../client/passkeys.ts'
import { reserveSpace, stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

interface PasskeyFormProps {
  kind: 'get' | 'create'
  /** What the browser asks the device with, as JSON. */
  options: string
  /** Offers passkeys in the address field's list, too, without a button. */
  offersSilently?: boolean
  /** Its other fields, and its button. */
  children: ReactNode
}

/** A form that a device answers. Without scripts, or where the browser knows no passkeys, it is not there. */
export function PasskeyForm({ kind, options, offersSilently = false, children }: PasskeyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLInputElement>(null)
  const silent = useRef<AbortController>()
  const [hasFailed, setFailed] = useState(false)
  const hydrated = useHydrated()
  const send = useCallback((text: string) => {
    if (!form.current || !answer.current) return
    answer.current.value = text
    form.current.submit()
  }, [])
  useEffect(() => {
    if (!offersSilently) return
    const controller = new AbortController()
    silent.current = controller
    void answerSilently(options, controller.signal).then((text) => text && send(text))
    return () => controller.abort()
  }, [offersSilently, options, send])
  const ask = (event: FormEvent) => {
    event.preventDefault()
    silent.current?.abort()
    setFailed(false)
    askPasskey(kind, options).then(send, () => setFailed(true))
  }
  return (
    // A class that lays it out would show what is hidden.
    <PostForm ref={form} className={reserveSpace} onSubmit={ask} hidden={!hydrated || !hasPasskeys()}>
      <div className={stack}>
        <input type="hidden" name="answer" ref={answer} />
        {children}
        {hasFailed && (
          <Message tone="error" role="alert">
            {texts.failed}
          </Message>
        )}
      </div>
    </PostForm>
  )
}
