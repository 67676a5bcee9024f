import { type SubmissionResult, useForm } from '@conform-to/react'
import { FormGuard } from '../shell/form-guard.tsx'
import { stack } from '../styles/shared.css.ts'
import { registrationTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Checkbox } from '../ui/field/field.tsx'
import { toSummaryErrors } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { EmailField, NewPasswordFields, PersonFields } from './account-fields.tsx'

type FieldName = 'f_name' | 'l_name' | 'email' | 'phone' | 'birthday' | 'password' | 'password_confirmation' | 'terms'

type RegistrationFormProps = {
  /** Where to continue after registration. */
  redirectTo: string
  lastResult: SubmissionResult | undefined
}

/** The registration form. It must not ask for a CPF (SP Lei 17.301/2020). */
export function RegistrationForm({ redirectTo, lastResult }: RegistrationFormProps) {
  const [form, fields] = useForm<Record<FieldName, string>>({
    id: 'cadastro',
    lastResult,
    defaultNoValidate: false,
  })
  const { terms } = fields
  return (
    <>
      <ErrorSummary title={texts.errorTitle} errors={toSummaryErrors(form)} />
      <Panel as="div">
        <p>{texts.intro}</p>
        <PostForm className={stack} id={form.id} onInput={maskFields}>
          <FormGuard />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <PersonFields fields={fields} emailField={<EmailField field={fields.email} isNewEmail />} />
          <NewPasswordFields fields={fields} label={texts.password} confirmationLabel={texts.passwordConfirmation} />
          <Checkbox
            id={terms.name}
            name={terms.name}
            error={terms.errors ?? null}
            defaultChecked={Boolean(terms.initialValue)}
            required
            label={
              <>
                {texts.termsLabel} <a href="/termos-e-condicoes">{texts.termsLink}</a>.
              </>
            }
          />
          <Button size="big">{texts.submit}</Button>
        </PostForm>
      </Panel>
    </>
  )
}
