import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireGuest } from '../http/access.server.ts'
import { getCookies } from '../http/cookies.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createGuestAction } from '../http/handle-forms.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { muted, small, stack, visuallyHidden } from '../styles/shared.css.ts'
import { signInCodeTexts, loginTexts as texts } from '../texts/account.ts'
import { passkeyTexts } from '../texts/passkeys.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { type FormState, toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps } from './account-fields.tsx'
import { loginForms } from './login-forms.server.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { SignInCodeStep } from './sign-in-code-step.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  const { searchParams } = new URL(args.request.url)
  const cookies = getCookies(args)
  const redirectTo = safeRedirect(searchParams.get('redirectTo'))
  return {
    redirectTo,
    inputs: describeInputs(args.context.shop.accounts.forms.Login),
    passkeyOptionsJson: args.context.shop.accounts.createPasskeyOptions(),
    isCodeStep: searchParams.get('etapa') === 'codigo',
    email: cookies.read('recovery')?.email ?? '',
    signInReason: cookies.read('pendingFavourite') ? texts.signInReasons.favourite : getSignInReason(redirectTo),
  }
}

/** What led to the sign-in, where its page says so. */
function getSignInReason(redirectTo: string): string | null {
  if (redirectTo.startsWith('/checkout/')) return texts.signInReasons.purchase
  return redirectTo.startsWith('/minha-conta/pedidos') ? texts.signInReasons.order : null
}

export const action = createGuestAction(...loginForms)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: buildPageTitle(matches, data?.isCodeStep ? signInCodeTexts.title : texts.title) },
]

export default function LoginPage() {
  const { isCodeStep, email, ...formProps } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const showsCodeStep = actionData
    ? actionData.intent === 'enter' || (isCodeStep && actionData.intent === 'code')
    : isCodeStep
  const formState = toFormState(actionData)
  if (showsCodeStep) return <SignInCodeStep {...formProps} email={email} formState={formState} />
  return <LoginForm {...formProps} formState={formState} />
}

type LoginFormProps = {
  redirectTo: string
  passkeyOptionsJson: string
  signInReason: string | null
  formState: FormState
  inputs: Parameters<typeof createAccountFieldProps>[1]
}

/** One form for both sign-in methods, with one e-mail field: a code by e-mail, or a password. */
function LoginForm({ redirectTo, passkeyOptionsJson, signInReason, formState, inputs }: LoginFormProps) {
  const field = createAccountFieldProps(formState, inputs)
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      {signInReason && <Message>{signInReason}</Message>}
      <ErrorSummary errors={formState.errors} />
      <Panel as="div">
        <PostForm className={stack} id="login" data-enhanced>
          {/* Enter presses a form's first button: it does what the fields say. */}
          <button
            type="submit"
            className={visuallyHidden}
            name="intent"
            value="continue"
            tabIndex={-1}
            aria-hidden="true"
            formNoValidate
          >
            {texts.continue}
          </button>
          <FormGuard />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <TextField {...field('email')} autoComplete="username webauthn" />
          {/* Enter sends the e-mail without it, too. */}
          <TextField {...field('password')} hint={undefined} autoComplete="current-password" required={false} />
          <Button size="big" name="intent" value="login">
            {texts.submit}
          </Button>
          <p>{texts.codeHint}</p>
          <Button size="wide" variant="outline" name="intent" value="code" formNoValidate>
            {texts.sendCode}
          </Button>
        </PostForm>
        <PasskeyForm kind="get" options={passkeyOptionsJson} offersAutofill>
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <input type="hidden" name="intent" value="passkey" />
          <Button size="wide" variant="outline">
            {passkeyTexts.signIn}
          </Button>
        </PasskeyForm>
      </Panel>
      <p>
        <a href="/recuperacao-senha">{texts.forgotPassword}</a>
      </p>
      <p>
        {texts.noAccount} <a href={`/cadastro?redirectTo=${encodeURIComponent(redirectTo)}`}>{texts.register}</a>
      </p>
      <p className={`${muted} ${small}`}>
        {texts.agreement} <a href="/termos-e-condicoes">{texts.agreementTerms}</a> {texts.agreementAnd}{' '}
        <a href="/privacy-policy.html">{texts.agreementPrivacy}</a>.
      </p>
    </div>
  )
}
