import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { muted, outdent, stack } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatPhone } from '../texts/format.ts'
import { noticeTexts as texts } from '../texts/notices.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { type FormActionData, type FormState, toFormState } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps } from './account-fields.tsx'

const noticesPath = '/minha-conta/avisos'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const { accounts, whatsapp } = args.context.shop
  return data({
    isEnabled: whatsapp.isWhatsappEnabled(),
    contact: await accounts.findWhatsappContact(customer.id),
    phone: customer.phone,
  })
}

/** The first step. Its response is the page of the second. */
const sendCodeForm = defineCustomerForm({
  intent: 'send',
  schema: ({ accounts }) => accounts.forms.WhatsappNumber,
  hasBotProtection: true,
  run: ({ shop, visitor }, { phone }) => shop.accounts.sendWhatsappCode(visitor.customer.id, phone),
  respond: (_, phone) => data<FormActionData>({ intent: 'confirm', result: { initialValue: { phone } } }),
})

const confirmForm = defineCustomerForm({
  intent: 'confirm',
  schema: ({ accounts }) => accounts.forms.WhatsappProof,
  run: ({ args, shop, visitor }, proof) =>
    shop.accounts.confirmWhatsappNumber(visitor.customer.id, proof, args.context.clientNetwork),
  respond: () => ({ to: noticesPath, flash: createFlashMessage('ok', texts.confirmedMessage) }),
})

const stopForm = defineCustomerForm({
  intent: 'stop',
  run: ({ shop, visitor }) => shop.accounts.stopWhatsapp(visitor.customer.id),
  respond: () => ({ to: noticesPath, flash: createFlashMessage('ok', texts.stoppedMessage) }),
})

export const action = createCustomerAction(stopForm, confirmForm, sendCodeForm)

export const headers = buildNoStoreHeaders
export const meta = createNoindexMeta(texts.title)

export default function NoticesPage() {
  const { isEnabled, contact, phone } = useLoaderData<typeof loader>()
  const formState = toFormState(useActionData<typeof action>())
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <ErrorSummary errors={formState.errors} />
      <Panel title={texts.whatsapp}>
        {contact && (
          <PostForm className={stack}>
            <p>{texts.current(formatPhone(contact.phone), formatDateAndTime(new Date(contact.since)))}</p>
            <p className={muted}>{texts.stopHint}</p>
            <Button variant="outline" name="intent" value="stop">
              {texts.stop}
            </Button>
          </PostForm>
        )}
        {!isEnabled && <p>{texts.disabled}</p>}
        {isEnabled && <NumberForm formState={formState} phone={contact?.phone ?? phone} isChange={contact !== null} />}
      </Panel>
      <p>
        <a href="/minha-conta?section=perfil">{texts.back}</a>
      </p>
    </div>
  )
}

type NumberFormProps = { formState: FormState; phone: string; isChange: boolean }

/** The number, then the code that was sent there. */
function NumberForm({ formState, phone, isChange }: NumberFormProps) {
  const { intent, getFieldValue } = formState
  const field = createAccountFieldProps(formState, {}, { phone: formatPhone(phone) })
  const typedPhone = getFieldValue('phone') ?? ''
  if (intent === 'confirm')
    return (
      <PostForm className={stack} id="codigo">
        <input type="hidden" name="phone" value={typedPhone} />
        <TextField {...field('code')} hint={texts.codeHint(formatPhone(typedPhone))} />
        <Button name="intent" value="confirm">
          {texts.confirm}
        </Button>
        <div className={outdent}>
          <ButtonLink variant="text" href={noticesPath}>
            {texts.otherNumber}
          </ButtonLink>
        </div>
      </PostForm>
    )
  return (
    <PostForm className={stack} id="numero" onInput={maskFields}>
      <FormGuard />
      <TextField {...field('phone')} hint={texts.numberHint} />
      <Button variant={isChange ? 'outline' : 'solid'} name="intent" value="send">
        {texts.sendCode}
      </Button>
    </PostForm>
  )
}
