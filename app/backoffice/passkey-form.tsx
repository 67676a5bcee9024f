import type { ReactNode } from 'react'
import { reserveSpace, stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'

type PasskeyFormProps = { kind: 'get' | 'create'; options: string; action: string; children: ReactNode }

/** A form that the device's passkey fills in; `passkey-script.ts` shows it. */
export function PasskeyForm({ kind, options, action, children }: PasskeyFormProps) {
  return (
    // A class that lays it out would show what is hidden.
    <PostForm action={action} className={reserveSpace} hidden data-passkey={kind} data-options={options}>
      <div className={stack}>
        <input type="hidden" name="answer" />
        {children}
        <p role="alert" hidden>
          {texts.failedMessage}
        </p>
      </div>
    </PostForm>
  )
}
