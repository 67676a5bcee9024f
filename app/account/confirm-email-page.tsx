import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { outdent } from '../styles/shared.css.ts'
import { accountMessages, emailChangeTexts, emailConfirmationTexts as texts } from '../texts/account.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps } from './account-fields.tsx'
import { GuardedFormLayout } from './guarded-form-layout.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  if (customer.emailConfirmedAt) throw redirect('/minha-conta', 303)
  return { email: customer.email }
}

const confirmEmailForm = defineCustomerForm({
  intent: 'confirm',
  identifyingField: 'code',
  schema: ({ accounts }) => accounts.forms.EmailConfirmation,
  hasBotProtection: true,
  run: ({ args, shop, visitor }, { code }) =>
    shop.accounts.confirmEmail(visitor.customer.id, code, args.context.clientNetwork),
  respond: () => ({ to: '/minha-conta', flash: createFlashMessage('ok', texts.confirmedMessage) }),
})

const resendCodeForm = defineCustomerForm({
  intent: 'mail',
  hasBotProtection: true,
  run: ({ shop, visitor }) => shop.accounts.sendConfirmationCode(visitor.customer.id),
  respond: () => ({ to: '/confirmar-email', flash: createFlashMessage('ok', accountMessages.codeSent) }),
})

export const action = createCustomerAction(confirmEmailForm, resendCodeForm)

export const headers = buildNoStoreHeaders

export const meta = createNoindexMeta(texts.title)

export default function ConfirmEmailPage() {
  const { email } = useLoaderData<typeof loader>()
  const formState = toFormState(useActionData<typeof action>())
  return (
    <GuardedFormLayout
      id="confirmacao"
      title={texts.title}
      intro={texts.intro(email)}
      formState={formState}
      fields={<TextField {...createAccountFieldProps(formState)('code')} />}
      submitLabel={texts.submit}
      footer={
        <div className={outdent}>
          <PostForm>
            <FormGuard />
            <Button variant="text">{texts.resendCode}</Button>
          </PostForm>
          <ButtonLink variant="text" href="/minha-conta/email">
            {emailChangeTexts.wrongEmailLink}
          </ButtonLink>
        </div>
      }
    />
  )
}
