import { FormGuard } from '../shell/form-guard.tsx'
import { stack } from '../styles/shared.css.ts'
import { registrationTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps, NewPasswordFields, PersonFields } from './account-fields.tsx'

type RegistrationFormProps = {
  /** Where to continue after registration. */
  redirectTo: string
  formState: FormState
  inputs: Parameters<typeof createAccountFieldProps>[1]
}

/** The registration form. It must not ask for a CPF (SP Lei 17.301/2020). */
export function RegistrationForm({ redirectTo, formState, inputs }: RegistrationFormProps) {
  const field = createAccountFieldProps(formState, inputs)
  return (
    <>
      <ErrorSummary title={texts.errorTitle} errors={formState.errors} />
      <Panel as="div">
        <p>{texts.intro}</p>
        <PostForm className={stack} id="cadastro" onInput={maskFields}>
          <FormGuard />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <PersonFields field={field} emailField={<TextField {...field('email')} />} />
          <NewPasswordFields field={field} />
          <Checkbox
            id="terms"
            name="terms"
            error={formState.getFieldError('terms')}
            defaultChecked={formState.getFieldValue('terms') !== ''}
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
