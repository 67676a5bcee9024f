import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { noStoreHeaders, seeOther } from '../http/responses.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { profileTexts, exportTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { errorsOf, fieldProps } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { exportAddress } from './data-export.server.ts'

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

export const meta: MetaFunction = ({ matches }) => [
  { title: titleOf(matches, texts.title) },
  { name: 'robots', content: 'noindex' },
]

export default function DataRequestPage() {
  const answer = useActionData<typeof action>()
  const [form, { current_password }] = useForm<{ current_password: string }>({
    id: 'meus-dados',
    lastResult: answer?.result,
    defaultNoValidate: false,
  })
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={errorsOf(form)} />
      <Panel as="div">
        <p>{texts.intro}</p>
        <form className={stack} method="post" id={form.id}>
          <FormGuard />
          <TextField
            {...fieldProps(current_password)}
            label={profileTexts.currentPassword}
            type="password"
            autoComplete="current-password"
            required
            maxLength={128}
          />
          <Button size="big">{profileTexts.export}</Button>
        </form>
      </Panel>
      <p>
        <a href="/minha-conta">{texts.back}</a>
      </p>
    </div>
  )
}
