import { FormGuard } from '../shell/form-guard.tsx'
import { stack } from '../styles/shared.css.ts'
import { recoveryTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import type { InputHints } from '../ui/field/field-props.ts'
import type { FormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps, NewPasswordFields, UsernameField } from './account-fields.tsx'

export type RecoveryStep = 'email' | 'codigo' | 'senha'

/** What each step is called: its page's heading, or its dialog's. */
export const titleByStep: Record<RecoveryStep, string> = {
  email: texts.title,
  codigo: texts.codeTitle,
  senha: texts.passwordTitle,
}

type RecoveryFormProps = {
  step: RecoveryStep
  /** From the previous step; empty when the e-mail's link was opened on another device. */
  email: string
  code: string
  formState: FormState
  inputs: Record<'email' | 'password' | 'passwordAgain', InputHints>
  /** In a dialog, which has a frame of its own. */
  isInDialog?: boolean
}

/** One of the three steps of a password recovery: e-mail, code, password. */
export function RecoveryForm({ step, email, code, formState, inputs, isInDialog = false }: RecoveryFormProps) {
  const field = createAccountFieldProps(formState, inputs)
  const emailField = <UsernameField field={field} />
  const postForm = (
    <PostForm
      className={stack}
      // In the dialog one stands above the other.
      id={`recuperacao-${step}`}
      action={`/recuperacao-senha${step === 'email' ? '' : `?etapa=${step}`}`}
      data-enhanced={step === 'email' || undefined}
    >
      <FormGuard />
      {step === 'email' && (
        <>
          <p>{texts.intro}</p>
          {emailField}
          <Button size="big">{texts.send}</Button>
        </>
      )}
      {step === 'codigo' && (
        <>
          <p>{email ? texts.codeIntro(email) : texts.codeIntroWithoutEmail}</p>
          {email ? <input type="hidden" name="email" value={email} /> : emailField}
          <TextField {...field('code')} />
          <Button size="big">{texts.confirmCode}</Button>
        </>
      )}
      {step === 'senha' && (
        <>
          <input type="hidden" name="email" value={email} autoComplete="username" />
          <input type="hidden" name="code" value={code} />
          <NewPasswordFields field={field} label={texts.password} confirmationLabel={texts.passwordAgain} />
          <Button size="big">{texts.resetPassword}</Button>
        </>
      )}
    </PostForm>
  )
  return (
    <>
      <ErrorSummary errors={formState.errors} />
      {isInDialog ? postForm : <Panel as="div">{postForm}</Panel>}
      {step !== 'email' && (
        <p>
          <a href="/recuperacao-senha">{texts.resendCode}</a>
        </p>
      )}
    </>
  )
}
