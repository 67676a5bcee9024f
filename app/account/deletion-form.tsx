import { FormGuard } from '../shell/form-guard.tsx'
import { outdent, row, stack } from '../styles/shared.css.ts'
import { deletionTexts as texts } from '../texts/account.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps } from './account-fields.tsx'
import { bulletList } from './deletion-form.css.ts'

type DeletionFormProps = {
  /** Where a visitor signs in first. */
  signInHref: string | null
  /** A code was mailed. */
  isCodeStep: boolean
  formState: FormState
}

/** Explains the deletion of an account, then asks for the mailed code that confirms it. */
export function DeletionForm({ signInHref, isCodeStep, formState }: DeletionFormProps) {
  const codeProps = createAccountFieldProps(formState)('code')
  return (
    <>
      <ErrorSummary errors={formState.errors} />
      <Panel as="div">
        {isCodeStep ? (
          <>
            <p>{texts.codeIntro}</p>
            <PostForm className={stack} id="exclusao">
              <FormGuard />
              <TextField
                {...codeProps}
                id="deleteToken"
                name="deleteToken"
                error={formState.getFieldError('deleteToken')}
              />
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
