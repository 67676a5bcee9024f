import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireGuest } from '../http/access.server.ts'
import { submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { deviceTokenOf } from '../http/visitor.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { loginTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { errorsOf, fieldProps } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { EmailField } from './account-fields.tsx'
import { signIn } from './signing-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  return { redirectTo: safeRedirect(new URL(args.request.url).searchParams.get('redirectTo')) }
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args)
  const form = await readForm(args.request)
  const { network, shop } = args.context
  const userAgent = args.request.headers.get('User-Agent')
  const outcome = await submitGuardedForm(args, shop.accounts.forms.Login, form, ({ email, password }) =>
    shop.accounts.login(email, password, network, userAgent, deviceTokenOf(args)),
  )
  if ('refusal' in outcome) return outcome.refusal
  return signIn(args, 'login', outcome.value, safeRedirect(form.get('redirectTo')))
}

export const meta: MetaFunction = ({ matches }) => [{ title: titleOf(matches, texts.title) }]

export default function LoginPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: 'login',
    lastResult: answer?.result,
    defaultNoValidate: false,
  })
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={errorsOf(form)} />
      <Panel as="div">
        <form className={stack} method="post" id={form.id}>
          <FormGuard />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <EmailField field={fields.email} />
          <TextField
            {...fieldProps(fields.password)}
            label={texts.password}
            type="password"
            autoComplete="current-password"
            required
            maxLength={128}
          />
          <Button size="big">{texts.submit}</Button>
        </form>
      </Panel>
      <p>
        <a href="/recuperacao-senha">{texts.forgotten}</a>
      </p>
      <p>
        {texts.noAccount} <a href={`/cadastro?redirectTo=${encodeURIComponent(redirectTo)}`}>{texts.register}</a>
      </p>
    </div>
  )
}
