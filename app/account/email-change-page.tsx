import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { getCookies } from '../http/cookies.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { outdent } from '../styles/shared.css.ts'
import { profileTexts, emailChangeTexts as texts } from '../texts/account.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { type FormState, toFormState } from '../ui/field/form-fields.ts'
import { createAccountFieldProps } from './account-fields.tsx'
import { GuardedFormLayout } from './guarded-form-layout.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  return {
    email: customer.email,
    isEmailConfirmed: customer.emailConfirmedAt !== null,
    isCodeStep: new URL(args.request.url).searchParams.get('etapa') === 'codigo',
    inputs: describeInputs(args.context.shop.accounts.forms.EmailChangeRequest),
    newEmail: getCookies(args).read('recovery')?.email ?? '',
  }
}

const confirmEmailChangeForm = defineCustomerForm({
  intent: 'change',
  identifyingField: 'new_code',
  schema: ({ accounts }) => accounts.forms.EmailChange,
  hasBotProtection: true,
  run: ({ args, shop, visitor: { customer, sessionToken } }, emailChange) =>
    shop.accounts.changeEmail(customer.id, emailChange, args.context.clientNetwork, {
      sessionToken,
      deviceToken: getCookies(args).read('deviceToken'),
    }),
  respond: () => ({
    to: '/minha-conta?section=perfil',
    recovery: null,
    flash: createFlashMessage('ok', profileTexts.emailChanged),
  }),
})

const sendEmailChangeCodesForm = defineCustomerForm({
  intent: 'mail',
  schema: ({ accounts }) => accounts.forms.EmailChangeRequest,
  hasBotProtection: true,
  async run({ args, shop, visitor }, emailChangeRequest) {
    await shop.accounts.sendEmailChangeCodes(visitor.customer.id, emailChangeRequest, args.context.clientNetwork)
    return emailChangeRequest.email
  },
  respond: (_, email) => ({
    to: '/minha-conta/email?etapa=codigo',
    recovery: { email, code: '' },
    flash: createFlashMessage('ok', texts.codesSent),
  }),
})

export const action = createCustomerAction(confirmEmailChangeForm, sendEmailChangeCodesForm)

export const headers = buildNoStoreHeaders

export const meta = createNoindexMeta(texts.title)

export default function EmailChangePage() {
  const loaderData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const isCodeStep = actionData ? actionData.intent === 'change' : loaderData.isCodeStep
  const Step = isCodeStep ? CodesStep : EmailStep
  return <Step {...loaderData} formState={toFormState(actionData)} />
}

interface StepProps {
  /** The account's. */
  email: string
  isEmailConfirmed: boolean
  /** '' on a device that did not ask for the codes. */
  newEmail: string
  formState: FormState
  inputs: Parameters<typeof createAccountFieldProps>[1]
}

function EmailStep({ email, isEmailConfirmed, formState, inputs }: StepProps) {
  const field = createAccountFieldProps(formState, inputs)
  return (
    <GuardedFormLayout
      id="troca"
      title={texts.title}
      intro={isEmailConfirmed ? texts.intro(email) : texts.introUnconfirmed(email)}
      formState={formState}
      fields={
        <>
          <TextField {...field('email')} label={texts.email} />
          {!isEmailConfirmed && <TextField {...field('currentPassword')} isOptional={false} required />}
        </>
      }
      submitLabel={texts.sendCodes}
      intent="mail"
      footer={<BackLink href="/minha-conta?section=perfil">{texts.back}</BackLink>}
    >
      {isEmailConfirmed && <p>{texts.lostMailboxHint}</p>}
    </GuardedFormLayout>
  )
}

function CodesStep({ email, isEmailConfirmed, newEmail, formState, inputs }: StepProps) {
  const field = createAccountFieldProps(formState, inputs)
  return (
    <GuardedFormLayout
      id="codigos"
      title={texts.codesTitle}
      intro={texts.codesIntro}
      formState={formState}
      fields={
        <>
          {newEmail ? (
            <input type="hidden" name="email" value={newEmail} />
          ) : (
            <TextField {...field('email')} label={texts.email} />
          )}
          {isEmailConfirmed && <TextField {...field('code')} label={texts.codeLabel(email)} />}
          <TextField {...field('newCode')} label={texts.newCodeLabel(newEmail)} />
        </>
      }
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
