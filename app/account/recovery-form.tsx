import { type SubmissionResult, useForm } from '@conform-to/react'
import { FormGuard } from '../shell/form-guard.tsx'
import { stack } from '../styles/shared.css.ts'
import { recoveryTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toSummaryErrors } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { CodeField, EmailField, NewPasswordFields } from './account-fields.tsx'

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
  lastResult: SubmissionResult | undefined
  /** In a dialog, which has a frame of its own. */
  isInDialog?: boolean
}

/** One of the three steps of a password recovery: e-mail, code, password. */
export function RecoveryForm({ step, email, code, lastResult, isInDialog = false }: RecoveryFormProps) {
  const [form, fields] = useForm<Record<'email' | 'code' | 'password' | 'password_confirmation', string>>({
    // In the dialog one stands above the other.
    id: `recuperacao-${step}`,
    lastResult,
    defaultNoValidate: false,
  })
  const emailField = <EmailField field={fields.email} />
  const postForm = (
    <PostForm
      className={stack}
      id={form.id}
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
          <CodeField field={fields.code} label={texts.code} />
          <Button size="big">{texts.confirmCode}</Button>
        </>
      )}
      {step === 'senha' && (
        <>
          <input type="hidden" name="email" value={email} autoComplete="username" />
          <input type="hidden" name="code" value={code} />
          <NewPasswordFields fields={fields} label={texts.password} confirmationLabel={texts.passwordConfirmation} />
          <Button size="big">{texts.resetPassword}</Button>
        </>
      )}
    </PostForm>
  )
  return (
    <>
      <ErrorSummary errors={toSummaryErrors(form)} />
      {isInDialog ? postForm : <Panel as="div">{postForm}</Panel>}
      {step !== 'email' && (
        <p>
          <a href="/recuperacao-senha">{texts.resendCode}</a>
        </p>
      )}
    </>
  )
}
