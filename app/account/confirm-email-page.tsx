import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { noFields, submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, noStoreHeaders, seeOther } from '../http/responses.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { outdent } from '../styles/shared.css.ts'
import { accountReplies, confirmationTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { CodeField } from './account-fields.tsx'
import { GuardedForm } from './guarded-form.tsx'

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

export const meta = noindexMeta(texts.title)

export default function ConfirmationPage() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <GuardedForm<'code'>
      id="confirmacao"
      title={texts.title}
      intro={texts.intro(email)}
      answer={answer}
      fields={({ code }) => <CodeField field={code} label={texts.code} />}
      submit={texts.submit}
      other={
        <PostForm className={outdent}>
          <FormGuard />
          <Button variant="text">{texts.again}</Button>
        </PostForm>
      }
    />
  )
}
