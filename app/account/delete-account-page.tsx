import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { accountMessages, deletionTexts as texts } from '../texts/account.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import { DeletionForm } from './deletion-form.tsx'
import { completeSignOut } from './sign-in.server.ts'

/** What a deletion means anyone may read; only the forms ask who it is. */
export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await loadVisitor(args)
  const { pathname, search, searchParams } = new URL(args.request.url)
  return {
    signInHref: customer ? null : `/login?redirectTo=${encodeURIComponent(pathname + search)}`,
    isCodeStep: customer !== null && searchParams.get('etapa') === 'codigo',
  }
}

const deleteAccountForm = defineCustomerForm({
  intent: 'delete',
  identifyingField: 'deleteToken',
  schema: ({ accounts }) => accounts.forms.DeletionConfirmation,
  fields: { code: 'deleteToken' },
  hasBotProtection: true,
  run: ({ args, shop, visitor }, { code }) =>
    shop.accounts.deleteAccount(visitor.customer.id, code, args.context.clientNetwork),
  respond: ({ args }) => completeSignOut(args, accountMessages.accountDeleted),
})

const sendDeletionCodeForm = defineCustomerForm({
  intent: 'mail',
  hasBotProtection: true,
  run: ({ shop, visitor }) => shop.accounts.sendDeletionCode(visitor.customer.id),
  respond: () => ({ to: '/excluir-conta?etapa=codigo', flash: createFlashMessage('ok', accountMessages.codeSent) }),
})

export const action = createCustomerAction(deleteAccountForm, sendDeletionCodeForm)

export const meta = createNoindexMeta(texts.title)

export default function DeleteAccountPage() {
  const loaderData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <DeletionForm
        signInHref={loaderData.signInHref}
        isCodeStep={actionData ? actionData.intent === 'delete' : loaderData.isCodeStep}
        formState={toFormState(actionData)}
      />
    </div>
  )
}
