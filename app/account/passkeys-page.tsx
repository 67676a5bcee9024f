import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireCustomer } from '../http/access.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage, throwAsErrorPage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { type FormActionData, toFormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { NewPasskeyNameField, PasskeyList } from '../ui/passkey-list/passkey-list.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps, IdentityProofField } from './account-fields.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { sendProofCodeForm } from './profile-forms.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const passkeys = await args.context.shop.accounts.listPasskeys(customer.id)
  return data({ passkeys, hasPassword: customer.hasPassword }, { headers: buildNoStoreHeaders() })
}

const passkeysPath = '/minha-conta/chaves'
const textSchema = z.string().default('')
const redirectToPasskeys = (message: string) => ({ to: passkeysPath, flash: createFlashMessage('ok', message) })

/** The first step: confirms who holds the account. Its response is the page of the second step. */
const requestPasskeyOptionsForm = defineCustomerForm({
  intent: 'begin',
  schema: ({ accounts }) => accounts.forms.PasswordProof,
  hasBotProtection: true,
  run: ({ args, shop, visitor }, { currentPassword }) =>
    shop.accounts.startPasskeyRegistration(visitor.customer.id, currentPassword, args.context.clientNetwork),
  respond: (_, options) => data<FormActionData>({ intent: 'create', result: { initialValue: { options } } }),
})

const addPasskeyForm = defineCustomerForm({
  intent: 'add',
  schema: () => z.object({ answer: textSchema, name: textSchema }),
  run: ({ shop, visitor }, passkey) => shop.accounts.addPasskey(visitor.customer.id, passkey),
  respond: () => redirectToPasskeys(texts.addedMessage),
})

const renamePasskeyForm = defineCustomerForm({
  intent: 'rename',
  schema: () => z.object({ name: textSchema }),
  run: ({ shop, formData, visitor }, { name }) =>
    shop.accounts.renamePasskey(visitor.customer.id, String(formData.get('id')), name),
  respond: () => redirectToPasskeys(texts.renamedMessage),
})

const removePasskeyForm = defineCustomerForm({
  intent: 'remove',
  run: ({ shop, formData, visitor }) =>
    shop.accounts.removePasskey(visitor.customer.id, String(formData.get('id'))).catch(throwAsErrorPage),
  respond: () => redirectToPasskeys(texts.removedMessage),
})

const passkeysAction = createCustomerAction(
  sendProofCodeForm,
  renamePasskeyForm,
  removePasskeyForm,
  addPasskeyForm,
  requestPasskeyOptionsForm,
)
export const action = (args: ActionFunctionArgs) => passkeysAction(args)

export const headers = buildNoStoreHeaders
export const meta = createNoindexMeta(texts.title)

export default function PasskeysPage() {
  const { passkeys, hasPassword } = useLoaderData<typeof loader>()
  const formState = toFormState(useActionData<typeof action>())
  const { intent, errors, getFieldValue } = formState
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <ErrorSummary errors={errors} />
      {intent === 'create' ? (
        <Panel title={texts.add}>
          <p>{texts.createHint}</p>
          <noscript>{texts.needsScripts}</noscript>
          <PasskeyForm kind="create" options={getFieldValue('options')}>
            <input type="hidden" name="intent" value="add" />
            <NewPasskeyNameField />
            <Button size="big">{texts.add}</Button>
          </PasskeyForm>
        </Panel>
      ) : (
        <Panel title={texts.add}>
          <p>{texts.verificationHint}</p>
          <PostForm className={stack}>
            <FormGuard />
            <IdentityProofField field={createAccountFieldProps(formState)} hasPassword={hasPassword} />
            <Button variant="outline" name="intent" value="begin">
              {texts.proceed}
            </Button>
          </PostForm>
        </Panel>
      )}
      <PasskeyList passkeys={passkeys} intents={{ rename: 'rename', remove: 'remove' }} />
      <p>
        <a href="/minha-conta?section=perfil">{texts.back}</a>
      </p>
    </div>
  )
}
