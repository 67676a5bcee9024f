import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { customerAction, customerForm } from '../http/handle-forms.server.ts'
import { noStoreHeaders } from '../http/responses.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { profileTexts, exportTexts as texts } from '../texts/account.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { ProofField } from './account-fields.tsx'
import { exportTicket, isExportTicket } from './data-export.server.ts'
import { GuardedForm } from './guarded-form.tsx'
import { mailProof } from './profile-forms.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const ticket = new URL(args.request.url).searchParams.get('ticket')
  const file = isExportTicket(args.context, customer.id, ticket)
    ? `/minha-conta/meus-dados.json?ticket=${ticket}`
    : null
  return data(
    { file, hasPassword: customer.hasPassword },
    { headers: { ...noStoreHeaders(), ...(file && { Refresh: `1; url=${file}` }) } },
  )
}

/**
 * Asks for the password again: the file holds everything, and a browser left open may be in anybody's hands. A download leaves
 * the page as it is, so it is another one that starts it, without the form and what was refused before.
 */
export const action = customerAction(
  mailProof,
  customerForm({
    intent: 'prove',
    schema: ({ accounts }) => accounts.forms.PasswordProof,
    fields: { currentPassword: 'current_password' },
    hasBotProtection: true,
    run: ({ args, shop, visitor }, { currentPassword }) =>
      shop.accounts.provePassword(visitor.customer.id, currentPassword, args.context.network),
    next: ({ args, visitor }) => ({
      to: `/minha-conta/meus-dados?ticket=${exportTicket(args.context, visitor.customer.id)}`,
    }),
  }),
)

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = noindexMeta(texts.title)

export default function DataRequestPage() {
  const { file, hasPassword } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  if (file) return <Ready file={file} />
  return (
    <GuardedForm<'current_password'>
      id="meus-dados"
      title={texts.title}
      intro={texts.intro}
      actionData={actionData}
      fields={({ current_password }) => <ProofField field={current_password} hasPassword={hasPassword} />}
      submitLabel={profileTexts.export}
    >
      <p>
        <a href="/minha-conta">{texts.back}</a>
      </p>
    </GuardedForm>
  )
}

/** The download starts by itself; where it does not, by the link. */
function Ready({ file }: { file: string }) {
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.ready}</h1>
      <Panel as="div">
        <p>{texts.readyHint}</p>
        <ButtonLink size="big" href={file}>
          {texts.file}
        </ButtonLink>
      </Panel>
      <p>
        <a href="/minha-conta">{texts.back}</a>
      </p>
    </div>
  )
}
