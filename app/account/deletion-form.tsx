import { type SubmissionResult, useForm } from '@conform-to/react'
import { FormGuard } from '../shell/form-guard.tsx'
import { outdent, row, stack } from '../styles/shared.css.ts'
import { deletionTexts as texts } from '../texts/account.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toSummaryErrors } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { CodeField } from './account-fields.tsx'
import { bulletList } from './deletion-form.css.ts'

type DeletionFormProps = {
  /** Where a visitor signs in first. */
  signInHref: string | null
  /** A code was mailed. */
  isCodeStep: boolean
  lastResult: SubmissionResult | undefined
}

/** Explains the deletion of an account, then asks for the mailed code that confirms it. */
export function DeletionForm({ signInHref, isCodeStep, lastResult }: DeletionFormProps) {
  const [form, fields] = useForm<{ deleteToken: string }>({ id: 'exclusao', lastResult, defaultNoValidate: false })
  return (
    <>
      <ErrorSummary errors={toSummaryErrors(form)} />
      <Panel as="div">
        {isCodeStep ? (
          <>
            <p>{texts.codeIntro}</p>
            <PostForm className={stack} id={form.id}>
              <FormGuard />
              <CodeField field={fields.deleteToken} label={texts.code} />
              <Button variant="danger" size="big">
                {texts.deleteAccount}
              </Button>
            </PostForm>
            <PostForm className={`${row} ${outdent}`}>
              <FormGuard />
              <Button variant="text">{texts.resendCode}</Button>
              <ButtonLink variant="text" href="/minha-conta">
                {texts.keepAccount}
              </ButtonLink>
            </PostForm>
          </>
        ) : (
          <>
            <p>{texts.intro}</p>
            <ul className={bulletList}>
              {texts.erasedData.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <p>{texts.retention}</p>
            <p>{signInHref ? texts.signInFirst : texts.confirmationHint}</p>
            {signInHref ? (
              <ButtonLink href={signInHref}>{texts.signIn}</ButtonLink>
            ) : (
              <PostForm className={stack}>
                <FormGuard />
                <Button variant="danger" size="big">
                  {texts.sendCode}
                </Button>
                <span className={outdent}>
                  <ButtonLink variant="text" href="/minha-conta">
                    {texts.keepAccount}
                  </ButtonLink>
                </span>
              </PostForm>
            )}
          </>
        )}
      </Panel>
    </>
  )
}
