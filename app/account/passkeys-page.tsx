import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireCustomer } from '../http/access.server.ts'
import { noFields } from '../http/define-form.server.ts'
import { customerAction, customerForm } from '../http/handle-forms.server.ts'
import { flashMessage, noStoreHeaders, throwAsErrorPage } from '../http/responses.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { type FormReply, formStateOf } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { NewPasskeyName, PasskeyList } from '../ui/passkey-list/passkey-list.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ProofInput } from './account-fields.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { mailProof } from './profile-forms.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const passkeys = await args.context.shop.accounts.listPasskeys(customer.id)
  return data({ passkeys, hasPassword: customer.hasPassword }, { headers: noStoreHeaders() })
}

const pagePath = '/minha-conta/chaves'
const rawText = z.string().default('')
const redirectToPage = (message: string) => ({ to: pagePath, flash: flashMessage('ok', message) })

/** The first step: confirms who holds the account. Its response is the page of the second step. */
const requestPasskeyOptions = customerForm({
  intent: 'begin',
  schema: ({ accounts }) => accounts.forms.PasswordProof,
  fields: { currentPassword: 'current_password' },
  hasBotProtection: true,
  run: ({ args, shop, visitor }, { currentPassword }) =>
    shop.accounts.beginPasskey(visitor.customer.id, currentPassword, args.context.network),
  next: (_, options) => data<FormReply>({ form: 'create', result: { initialValue: { options } } }),
})

const add = customerForm({
  intent: 'add',
  schema: () => z.object({ answer: rawText, name: rawText }),
  fields: { answer: 'answer', name: 'name' },
  run: ({ shop, visitor }, passkey) => shop.accounts.addPasskey(visitor.customer.id, passkey),
  next: () => redirectToPage(texts.added),
})

const rename = customerForm({
  intent: 'rename',
  schema: () => z.object({ name: rawText }),
  fields: { name: 'name' },
  run: ({ shop, form, visitor }, { name }) =>
    shop.accounts.renamePasskey(visitor.customer.id, String(form.get('id')), name),
  next: () => redirectToPage(texts.renamed),
})

const remove = customerForm({
  ...noFields,
  intent: 'remove',
  run: ({ shop, form, visitor }) =>
    shop.accounts.removePasskey(visitor.customer.id, String(form.get('id'))).catch(throwAsErrorPage),
  next: () => redirectToPage(texts.removed),
})

const handleForms = customerAction(mailProof, rename, remove, add, requestPasskeyOptions)
export const action = (args: ActionFunctionArgs) => handleForms(args)

export const headers = noStoreHeaders
export const meta = noindexMeta(texts.title)

export default function PasskeysPage() {
  const { passkeys, hasPassword } = useLoaderData<typeof loader>()
  const { form, errors, fieldError, fieldValue } = formStateOf(useActionData<typeof action>())
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <ErrorSummary errors={errors} />
      {form === 'create' ? (
        <Panel title={texts.add}>
          <p>{texts.last}</p>
          <noscript>{texts.needsScripts}</noscript>
          <PasskeyForm kind="create" options={fieldValue('options')}>
            <input type="hidden" name="intent" value="add" />
            <NewPasskeyName field="name" />
            <Button size="big">{texts.add}</Button>
          </PasskeyForm>
        </Panel>
      ) : (
        <Panel title={texts.add}>
          <p>{texts.proof}</p>
          <PostForm className={stack}>
            <FormGuard />
            <ProofInput hasPassword={hasPassword} error={fieldError('current_password')} />
            <Button variant="outline" name="intent" value="begin">
              {texts.begin}
            </Button>
          </PostForm>
        </Panel>
      )}
      <PasskeyList passkeys={passkeys} nameField="name" intents={{ rename: 'rename', remove: 'remove' }} />
      <p>
        <a href="/minha-conta?section=perfil">{texts.back}</a>
      </p>
    </div>
  )
}
