import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireGuest } from '../http/access.server.ts'
import { submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { titleOf } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { registrationTexts as texts } from '../texts/account.ts'
import { addPersonErrors } from './person-errors.server.ts'
import { RegistrationForm } from './registration-form.tsx'
import { signIn } from './signing-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  return { redirectTo: safeRedirect(new URL(args.request.url).searchParams.get('redirectTo')) }
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args)
  const form = await readForm(args.request)
  const { network, shop } = args.context
  const outcome = await submitGuardedForm(args, shop.accounts.forms.Registration, form, (registration) =>
    shop.accounts.register(registration, network, args.request.headers.get('User-Agent')),
  )
  if ('refusal' in outcome) {
    await addPersonErrors(args, form, outcome.refusal)
    return outcome.refusal
  }
  return signIn(args, 'sign_up', outcome.value, safeRedirect(form.get('redirectTo')))
}

export const meta: MetaFunction = ({ matches }) => [{ title: titleOf(matches, texts.title) }]

export default function RegistrationPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <RegistrationForm redirectTo={redirectTo} lastResult={answer?.result} />
      <p>
        {texts.haveAccount} <a href={`/login?redirectTo=${encodeURIComponent(redirectTo)}`}>{texts.login}</a>
      </p>
    </div>
  )
}
