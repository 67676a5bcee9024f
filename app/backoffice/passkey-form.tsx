import type { ReactNode } from 'react'
import { stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'

type PasskeyFormProps = { kind: 'get' | 'create'; options: string; action: string; children: ReactNode }

/** A form that a device answers; `passkey-script.ts` shows it. */
export function PasskeyForm({ kind, options, action, children }: PasskeyFormProps) {
  return (
    <PostForm className={stack} action={action} hidden data-passkey={kind} data-options={options}>
      <input type="hidden" name="answer" />
      {children}
      <p role="alert" hidden>
        {texts.failed}
      </p>
    </PostForm>
  )
}
