import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { cookiesOf } from '../http/cookies.server.ts'
import { customerAction, customerForm } from '../http/handle-forms.server.ts'
import { flashMessage, noStoreHeaders } from '../http/responses.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { outdent } from '../styles/shared.css.ts'
import { profileTexts, emailChangeTexts as texts } from '../texts/account.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import type { FormReply } from '../ui/field/form-fields.ts'
import { CodeField, EmailField, PasswordField } from './account-fields.tsx'
import { GuardedForm } from './guarded-form.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  return {
    email: customer.email,
    isConfirmed: customer.emailConfirmedAt !== null,
    isCodeStep: new URL(args.request.url).searchParams.get('etapa') === 'codigo',
    newEmail: cookiesOf(args).read('recovery')?.email ?? '',
  }
}

const confirmEmailChange = customerForm({
  intent: 'change',
  identifyingField: 'new_code',
  schema: ({ accounts }) => accounts.forms.EmailChange,
  fields: { email: 'email', code: 'code', newCode: 'new_code' },
  hasBotProtection: true,
  run: ({ args, shop, visitor: { customer, token } }, emailChange) =>
    shop.accounts.changeEmail(customer.id, emailChange, args.context.network, {
      token,
      deviceToken: cookiesOf(args).read('deviceToken'),
    }),
  next: () => ({
    to: '/minha-conta?section=perfil',
    recovery: null,
    flash: flashMessage('ok', profileTexts.emailChanged),
  }),
})

const mailCodes = customerForm({
  intent: 'mail',
  schema: ({ accounts }) => accounts.forms.EmailChangeRequest,
  fields: { email: 'email', currentPassword: 'current_password' },
  hasBotProtection: true,
  async run({ args, shop, visitor }, emailChangeRequest) {
    await shop.accounts.mailEmailChangeCodes(visitor.customer.id, emailChangeRequest, args.context.network)
    return emailChangeRequest.email
  },
  next: (_, email) => ({
    to: '/minha-conta/email?etapa=codigo',
    recovery: { email, code: '' },
    flash: flashMessage('ok', texts.codesSent),
  }),
})

export const action = customerAction(confirmEmailChange, mailCodes)

export const headers = noStoreHeaders

export const meta = noindexMeta(texts.title)

export default function EmailChangePage() {
  const loaderData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const isCodeStep = actionData ? actionData.form === 'change' : loaderData.isCodeStep
  return isCodeStep ? (
    <CodesStep {...loaderData} actionData={actionData} />
  ) : (
    <AddressStep {...loaderData} actionData={actionData} />
  )
}

interface StepProps {
  /** The account's. */
  email: string
  isConfirmed: boolean
  /** '' on a device that did not ask for the codes. */
  newEmail: string
  actionData: FormReply | undefined
}

function AddressStep({ email, isConfirmed, actionData }: StepProps) {
  return (
    <GuardedForm<'email' | 'current_password'>
      id="troca"
      title={texts.title}
      intro={isConfirmed ? texts.intro(email) : texts.introUnconfirmed(email)}
      actionData={actionData}
      fields={(fields) => (
        <>
          <EmailField field={fields.email} label={texts.email} newAccount />
          {!isConfirmed && <PasswordField field={fields.current_password} label={profileTexts.currentPassword} />}
        </>
      )}
      submitLabel={texts.send}
      intent="mail"
      footer={<BackLink href="/minha-conta?section=perfil">{texts.back}</BackLink>}
    >
      {isConfirmed && <p>{texts.lostMailbox}</p>}
    </GuardedForm>
  )
}

function CodesStep({ email, isConfirmed, newEmail, actionData }: StepProps) {
  return (
    <GuardedForm<'email' | 'code' | 'new_code'>
      id="codigos"
      title={texts.codes}
      intro={texts.codesIntro}
      actionData={actionData}
      fields={(fields) => (
        <>
          {newEmail ? (
            <input type="hidden" name="email" value={newEmail} />
          ) : (
            <EmailField field={fields.email} label={texts.email} newAccount />
          )}
          {isConfirmed && <CodeField field={fields.code} label={texts.code(email)} />}
          <CodeField field={fields.new_code} label={texts.newCode(newEmail)} />
        </>
      )}
      submitLabel={texts.submit}
      intent="change"
      footer={<BackLink href="/minha-conta/email">{texts.startOver}</BackLink>}
    />
  )
}

function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <div className={outdent}>
      <ButtonLink variant="text" href={href}>
        {children}
      </ButtonLink>
    </div>
  )
}
