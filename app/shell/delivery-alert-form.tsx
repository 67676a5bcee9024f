import { stack } from '../styles/shared.css.ts'
import { coverageNoticeTexts as texts } from '../texts/coverage-notice.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { FormGuard } from './form-guard.tsx'

type DeliveryAlertFormProps = {
  /** Eight digits. */
  zipcode: string
  returnTo: string
  email?: string | undefined
  /** Where the page has said already that nothing is delivered there. */
  message?: string
  error?: string | undefined
}

/** Asks where to write once the shop delivers to a postal code. */
export function DeliveryAlertForm({ zipcode, returnTo, email, message, error }: DeliveryAlertFormProps) {
  return (
    <PostForm className={stack} action="/cep/avise-me" noValidate>
      <FormGuard />
      <input type="hidden" name="zipcode" value={zipcode} />
      <input type="hidden" name="redirectTo" value={returnTo} />
      <p>{message ?? texts.message(zipcode)}</p>
      <TextField
        label={texts.email}
        hint={texts.hint}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={email}
        error={error}
      />
      <Button variant="outline">{texts.submit}</Button>
    </PostForm>
  )
}
