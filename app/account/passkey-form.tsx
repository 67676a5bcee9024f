import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { isPasskeySupported, requestAutofilledPasskey, requestPasskey } from '../client/passkeys.ts'
import { useHydrated } from '../client/use-hydrated.ts'
import { reserveSpace, stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

interface PasskeyFormProps {
  kind: 'get' | 'create'
  /** The WebAuthn options for the browser, as JSON. */
  options: string
  /** Offers passkeys in the e-mail field's autofill, too, without a button. */
  offersAutofill?: boolean
  /** Its other fields, and its button. */
  children: ReactNode
}

/** A form that is submitted with a passkey's response. Without scripts, or where the browser knows no passkeys, it is not there. */
export function PasskeyForm({ kind, options, offersAutofill = false, children }: PasskeyFormProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const responseInputRef = useRef<HTMLInputElement>(null)
  const autofillAbortRef = useRef<AbortController>()
  const [hasFailed, setHasFailed] = useState(false)
  const isHydrated = useHydrated()
  const submitResponse = useCallback((responseJson: string) => {
    if (!formRef.current || !responseInputRef.current) return
    responseInputRef.current.value = responseJson
    formRef.current.submit()
  }, [])
  useEffect(() => {
    if (!offersAutofill) return
    const controller = new AbortController()
    autofillAbortRef.current = controller
    void requestAutofilledPasskey(options, controller.signal).then((text) => text && submitResponse(text))
    return () => controller.abort()
  }, [offersAutofill, options, submitResponse])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    autofillAbortRef.current?.abort()
    setHasFailed(false)
    requestPasskey(kind, options).then(submitResponse, () => setHasFailed(true))
  }
  return (
    // A class that lays it out would show what is hidden.
    <PostForm
      ref={formRef}
      className={reserveSpace}
      onSubmit={handleSubmit}
      hidden={!isHydrated || !isPasskeySupported()}
    >
      <div className={stack}>
        <input type="hidden" name="answer" ref={responseInputRef} />
        {children}
        {hasFailed && (
          <Message tone="error" role="alert">
            {texts.failedMessage}
          </Message>
        )}
      </div>
    </PostForm>
  )
}
