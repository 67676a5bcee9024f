import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireGuest } from '../http/access.server.ts'
import { cookiesOf } from '../http/cookies.server.ts'
import { guestForms, shopForm } from '../http/handle-forms.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { titleOf } from '../seo/page-title.ts'
import { loginTexts as texts } from '../texts/account.ts'
import { EmailField, PasswordField } from './account-fields.tsx'
import { GuardedForm } from './guarded-form.tsx'
import { signIn } from './signing-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  return { redirectTo: safeRedirect(new URL(args.request.url).searchParams.get('redirectTo')) }
}

export const action = guestForms(
  shopForm({
    intent: 'login',
    schema: ({ accounts }) => accounts.forms.Login,
    fields: { email: 'email', password: 'password' },
    isGuarded: true,
    run: ({ args, shop }, { email, password }) =>
      shop.accounts.login(
        email,
        password,
        args.context.network,
        args.request.headers.get('User-Agent'),
        cookiesOf(args).read('deviceToken'),
      ),
    next: ({ args, form }, token) => signIn(args, 'login', token, safeRedirect(form.get('redirectTo'))),
  }),
)

export const meta: MetaFunction = ({ matches }) => [{ title: titleOf(matches, texts.title) }]

export default function LoginPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <GuardedForm<'email' | 'password'>
      id="login"
      title={texts.title}
      answer={answer}
      fields={({ email, password }) => (
        <>
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <EmailField field={email} />
          <PasswordField field={password} label={texts.password} />
        </>
      )}
      submit={texts.submit}
    >
      <p>
        <a href="/recuperacao-senha">{texts.forgotten}</a>
      </p>
      <p>
        {texts.noAccount} <a href={`/cadastro?redirectTo=${encodeURIComponent(redirectTo)}`}>{texts.register}</a>
      </p>
    </GuardedForm>
  )
}
