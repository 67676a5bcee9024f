import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { noFields, submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, noStoreHeaders, seeOther } from '../http/responses.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrow } from '../styles/narrow.css.ts'
import { outdent, stack } from '../styles/shared.css.ts'
import { accountReplies, confirmationTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { errorsOf, fieldProps } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  if (customer.emailConfirmedAt) throw redirect('/minha-conta', 303)
  return { email: customer.email }
}

/** With a code, confirms the e-mail; without one, mails another. */
export async function action(args: ActionFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const { network, shop } = args.context
  const form = await readForm(args.request)
  if (!form.has('code')) {
    const mailCode = () => shop.accounts.mailConfirmationCode(customer.id)
    const outcome = await submitGuardedForm(args, noFields, form, mailCode)
    if ('refusal' in outcome) return outcome.refusal
    return seeOther(args.context, '/confirmar-email', { flash: flashMessage('ok', accountReplies.codeSent) })
  }
  const outcome = await submitGuardedForm(args, shop.accounts.forms.EmailConfirmation, form, ({ code }) =>
    shop.accounts.confirmEmail(customer.id, code, network),
  )
  if ('refusal' in outcome) return outcome.refusal
  return seeOther(args.context, '/minha-conta', { flash: flashMessage('ok', texts.done) })
}

export const headers = noStoreHeaders

export const meta: MetaFunction = ({ matches }) => [
  { title: titleOf(matches, texts.title) },
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmationPage() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, { code }] = useForm<{ code: string }>({
    id: 'confirmacao',
    lastResult: answer?.result,
    defaultNoValidate: false,
  })
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={errorsOf(form)} />
      <Panel as="div">
        <p>{texts.intro(email)}</p>
        <form className={stack} method="post" id={form.id}>
          <FormGuard />
          <TextField
            {...fieldProps(code)}
            label={texts.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={12}
          />
          <Button size="big">{texts.submit}</Button>
        </form>
        <form className={outdent} method="post">
          <FormGuard />
          <Button variant="text">{texts.again}</Button>
        </form>
      </Panel>
    </div>
  )
}
