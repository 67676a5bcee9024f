import { FormGuard } from '../shell/form-guard.tsx'
import { outdent } from '../styles/shared.css.ts'
import { signInCodeTexts as texts } from '../texts/account.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps, UsernameField } from './account-fields.tsx'
import { GuardedFormLayout } from './guarded-form-layout.tsx'

interface SignInCodeStepProps {
  /** To which the code went; '' on a device that did not ask for it. */
  email: string
  redirectTo: string
  formState: FormState
  inputs: Parameters<typeof createAccountFieldProps>[1]
}

export function SignInCodeStep({ email, redirectTo, formState, inputs }: SignInCodeStepProps) {
  const field = createAccountFieldProps(formState, inputs)
  return (
    <GuardedFormLayout
      id="codigo"
      title={texts.title}
      intro={email ? texts.intro(email) : texts.introWithoutEmail}
      formState={formState}
      fields={
        <>
          <input type="hidden" name="redirectTo" value={redirectTo} />
          {email ? <input type="hidden" name="email" value={email} /> : <UsernameField field={field} />}
          <TextField {...field('code')} hint={texts.hint} />
        </>
      }
      submitLabel={texts.submit}
      intent="enter"
      footer={
        <div className={outdent}>
          {email && (
            <PostForm>
              <FormGuard />
              <input type="hidden" name="redirectTo" value={redirectTo} />
              <input type="hidden" name="email" value={email} />
              <Button variant="text" name="intent" value="code">
                {texts.resendCode}
              </Button>
            </PostForm>
          )}
          <ButtonLink variant="text" href={`/login?redirectTo=${encodeURIComponent(redirectTo)}`}>
            {texts.useOtherEmail}
          </ButtonLink>
        </div>
      }
    >
      <Message>{texts.warning}</Message>
    </GuardedFormLayout>
  )
}
