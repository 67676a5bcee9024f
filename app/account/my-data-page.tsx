import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { profileTexts, exportTexts as texts } from '../texts/account.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { createAccountFieldProps, IdentityProofField } from './account-fields.tsx'
import { createExportTicket, isValidExportTicket } from './data-export.server.ts'
import { GuardedFormLayout } from './guarded-form-layout.tsx'
import { sendProofCodeForm } from './profile-forms.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const ticket = new URL(args.request.url).searchParams.get('ticket')
  const fileHref = isValidExportTicket(args.context, customer.id, ticket)
    ? `/minha-conta/meus-dados.json?ticket=${ticket}`
    : null
  return data(
    { fileHref, hasPassword: customer.hasPassword },
    { headers: { ...buildNoStoreHeaders(), ...(fileHref && { Refresh: `1; url=${fileHref}` }) } },
  )
}

/**
 * Asks for the password again: the file holds everything, and a browser left open may be in anybody's hands. A download leaves
 * the page as it is, so it is another one that starts it, without the form and what was refused before.
 */
export const action = createCustomerAction(
  sendProofCodeForm,
  defineCustomerForm({
    intent: 'prove',
    schema: ({ accounts }) => accounts.forms.PasswordProof,
    hasBotProtection: true,
    run: ({ args, shop, visitor }, { currentPassword }) =>
      shop.accounts.verifyPasswordOrCode(visitor.customer.id, currentPassword, args.context.clientNetwork),
    respond: ({ args, visitor }) => ({
      to: `/minha-conta/meus-dados?ticket=${createExportTicket(args.context, visitor.customer.id)}`,
    }),
  }),
)

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = createNoindexMeta(texts.title)

export default function MyDataPage() {
  const { fileHref, hasPassword } = useLoaderData<typeof loader>()
  const formState = toFormState(useActionData<typeof action>())
  if (fileHref) return <DataDownload fileHref={fileHref} />
  return (
    <GuardedFormLayout
      id="meus-dados"
      title={texts.title}
      intro={texts.intro}
      formState={formState}
      fields={<IdentityProofField field={createAccountFieldProps(formState)} hasPassword={hasPassword} />}
      submitLabel={profileTexts.export}
    >
      <p>
        <a href="/minha-conta">{texts.back}</a>
      </p>
    </GuardedFormLayout>
  )
}

/** The download starts by itself; where it does not, by the link. */
function DataDownload({ fileHref }: { fileHref: string }) {
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.readyTitle}</h1>
      <Panel as="div">
        <p>{texts.readyHint}</p>
        <ButtonLink size="big" href={fileHref}>
          {texts.downloadFile}
        </ButtonLink>
      </Panel>
      <p>
        <a href="/minha-conta">{texts.back}</a>
      </p>
    </div>
  )
}
