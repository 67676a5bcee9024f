import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { noFields, submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, seeOther } from '../http/responses.server.ts'
import { visitorOf } from '../http/visitor.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { accountReplies, deletionTexts as texts } from '../texts/account.ts'
import { DeletionForm } from './deletion-form.tsx'
import { signOut } from './signing-in.server.ts'

/** What a deletion means anyone may read; only the forms ask who it is. */
export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await visitorOf(args)
  const { pathname, search, searchParams } = new URL(args.request.url)
  return {
    signIn: customer ? null : `/login?redirectTo=${encodeURIComponent(pathname + search)}`,
    asksCode: customer !== null && searchParams.get('etapa') === 'codigo',
  }
}

/** Without a code, mails one; with it, deletes the account and signs out. */
export async function action(args: ActionFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const { network, shop } = args.context
  const form = await readForm(args.request)
  if (!form.has('deleteToken')) {
    const outcome = await submitGuardedForm(args, noFields, form, () => shop.accounts.mailDeletionCode(customer.id))
    if ('refusal' in outcome) return data({ ...outcome.refusal.data, asksCode: false }, outcome.refusal.init ?? 422)
    return seeOther(args.context, '/excluir-conta?etapa=codigo', { flash: flashMessage('ok', accountReplies.codeSent) })
  }
  const outcome = await submitGuardedForm(args, shop.accounts.forms.Deletion, form, ({ code }) =>
    shop.accounts.deleteAccount(customer.id, code, network),
  )
  if ('refusal' in outcome) return data({ ...outcome.refusal.data, asksCode: true }, outcome.refusal.init ?? 422)
  return signOut(args, accountReplies.accountDeleted)
}

export const meta = noindexMeta(texts.title)

export default function DeletionPage() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <DeletionForm signIn={loaded.signIn} asksCode={answer?.asksCode ?? loaded.asksCode} lastResult={answer?.result} />
    </div>
  )
}
