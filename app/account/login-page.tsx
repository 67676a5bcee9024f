import { useForm } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireGuest } from '../http/access.server.ts'
import { getCookies } from '../http/cookies.server.ts'
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
import { type FormActionData, toFieldProps, toSummaryErrors } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
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
  const { redirectTo, passkeyOptionsJson, isCodeStep, email, signInReason } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const showsCodeStep = actionData
    ? actionData.intent === 'enter' || (isCodeStep && actionData.intent === 'code')
    : isCodeStep
  if (showsCodeStep) return <SignInCodeStep email={email} redirectTo={redirectTo} actionData={actionData} />
  return (
    <LoginForm
      redirectTo={redirectTo}
      passkeyOptionsJson={passkeyOptionsJson}
      signInReason={signInReason}
      actionData={actionData}
    />
  )
}

type LoginFormProps = {
  redirectTo: string
  passkeyOptionsJson: string
  signInReason: string | null
  actionData: FormActionData | undefined
}

/** One form for both sign-in methods, with one e-mail field: a code by e-mail, or a password. */
function LoginForm({ redirectTo, passkeyOptionsJson, signInReason, actionData }: LoginFormProps) {
  const [form, { email, password }] = useForm<Record<'email' | 'password', string>>({
    id: 'login',
    lastResult: actionData?.result,
    defaultNoValidate: false,
  })
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      {signInReason && <Message>{signInReason}</Message>}
      <ErrorSummary errors={toSummaryErrors(form)} />
      <Panel as="div">
        <PostForm className={stack} id={form.id} data-enhanced>
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
          <TextField
            {...toFieldProps(email)}
            label={texts.email}
            type="email"
            autoComplete="username webauthn"
            required
            maxLength={160}
          />
          <TextField
            {...toFieldProps(password)}
            label={texts.password}
            type="password"
            autoComplete="current-password"
            maxLength={128}
          />
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
