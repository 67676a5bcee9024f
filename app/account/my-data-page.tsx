import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { noStoreHeaders, seeOther } from '../http/responses.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { profileTexts, exportTexts as texts } from '../texts/account.ts'
import { PasswordField } from './account-fields.tsx'
import { exportAddress } from './data-export.server.ts'
import { GuardedForm } from './guarded-form.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requireCustomer(args)
  return null
}

/** Asks for the password again: the file holds everything, and a browser left open may be in anybody's hands. */
export async function action(args: ActionFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const form = await readForm(args.request)
  const { network, shop } = args.context
  const outcome = await submitGuardedForm(args, shop.accounts.forms.PasswordProof, form, ({ current }) =>
    shop.accounts.provePassword(customer.id, current, network),
  )
  if ('refusal' in outcome) return outcome.refusal
  return seeOther(args.context, exportAddress(args.context, customer.id))
}

export const headers = noStoreHeaders

export const meta = noindexMeta(texts.title)

export default function DataRequestPage() {
  const answer = useActionData<typeof action>()
  return (
    <GuardedForm<'current_password'>
      id="meus-dados"
      title={texts.title}
      intro={texts.intro}
      answer={answer}
      fields={({ current_password }) => <PasswordField field={current_password} label={profileTexts.currentPassword} />}
      submit={profileTexts.export}
    >
      <p>
        <a href="/minha-conta">{texts.back}</a>
      </p>
    </GuardedForm>
  )
}
