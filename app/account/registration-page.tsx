import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireGuest } from '../http/access.server.ts'
import { getCookies } from '../http/cookies.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createGuestAction, defineShopForm } from '../http/handle-forms.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { registrationTexts as texts } from '../texts/account.ts'
import { accountFieldNames } from '../ui/field/account-field-names.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import { createPersonChecks } from './person-forms.server.ts'
import { RegistrationForm } from './registration-form.tsx'
import { completeSignIn } from './sign-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  return {
    redirectTo: safeRedirect(new URL(args.request.url).searchParams.get('redirectTo')),
    inputs: describeInputs(args.context.shop.accounts.forms.Registration),
  }
}

export const action = createGuestAction(
  defineShopForm({
    intent: 'register',
    schema: ({ accounts }) => accounts.forms.Registration,
    fields: accountFieldNames,
    hasBotProtection: true,
    extraChecks: createPersonChecks,
    run: ({ args, shop }, registration) =>
      shop.accounts.register(
        registration,
        args.context.clientNetwork,
        args.request.headers.get('User-Agent'),
        getCookies(args).read('deviceId'),
      ),
    respond: ({ args, formData }, sessionToken) =>
      completeSignIn(args, 'sign_up', sessionToken, safeRedirect(formData.get('redirectTo'))),
  }),
)

export const meta: MetaFunction = ({ matches }) => [{ title: buildPageTitle(matches, texts.title) }]

export default function RegistrationPage() {
  const { redirectTo, inputs } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <RegistrationForm redirectTo={redirectTo} inputs={inputs} formState={toFormState(actionData)} />
      <p>
        {texts.haveAccount} <a href={`/login?redirectTo=${encodeURIComponent(redirectTo)}`}>{texts.login}</a>
      </p>
    </div>
  )
}
