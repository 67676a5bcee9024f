import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { createCustomerAction } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { readSavedFormResult } from '../http/saved-form.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { addAddressForm, addFirstAddressForm, fillStreetForm } from '../shell/address-forms.server.ts'
import { outdent, spreadRow, stack } from '../styles/shared.css.ts'
import { emailConfirmationTexts, accountTexts as texts, walletTexts } from '../texts/account.ts'
import { quoteTexts } from '../texts/quotes.ts'
import { reminderTexts } from '../texts/reminders.ts'
import { Button } from '../ui/button/button.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { Price } from '../ui/price/price.tsx'
import { loadAccountSection } from './account-section.server.ts'
import { AddressBook } from './address-book.tsx'
import { changeAddressForm, removeAddressForm } from './address-forms.server.ts'
import { BenefitBalances } from './benefit-balances.tsx'
import { OrderList } from './order-list.tsx'
import { Profile } from './profile.tsx'
import {
  changePasswordForm,
  describeProfileInputs,
  saveProfileForm,
  sendProofCodeForm,
  signOutDeviceForm,
  signOutEverywhereForm,
} from './profile-forms.server.ts'
import { Statement } from './statement.tsx'

const titleBySection = {
  perfil: texts.profile,
  carteira: texts.wallet,
  beneficio: texts.benefit,
  pedidos: texts.orders,
  endereco: texts.addresses,
}
type SectionName = keyof typeof titleBySection

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const { searchParams } = new URL(args.request.url)
  const requestedSection = searchParams.get('section') ?? ''
  const mayShowSection =
    Object.hasOwn(titleBySection, requestedSection) &&
    (requestedSection !== 'beneficio' || visitor.isBenefitUser || searchParams.has('gain'))
  const section = mayShowSection ? (requestedSection as SectionName) : 'perfil'
  const { firstName, lastName, email, phone, birthday, emailConfirmedAt, hasPassword } = visitor.customer
  return data({
    section,
    isBenefitUser: visitor.isBenefitUser,
    redirectTo: safeRedirect(
      searchParams.get('redirectTo'),
      `/minha-conta?section=${section === 'perfil' ? section : 'endereco'}`,
    ),
    customer: { firstName, lastName, email, phone, birthday, hasPassword },
    inputs: section === 'perfil' ? describeProfileInputs(args.context.shop) : {},
    savedResult: readSavedFormResult(args, visitor.customer),
    isEmailConfirmed: emailConfirmedAt !== null,
    ...(await loadAccountSection(args, visitor, section)),
  })
}

export const action = createCustomerAction(
  ...[
    removeAddressForm,
    signOutEverywhereForm,
    fillStreetForm,
    signOutDeviceForm,
    sendProofCodeForm,
    changePasswordForm,
    saveProfileForm,
    changeAddressForm,
    addFirstAddressForm,
    addAddressForm,
  ],
)

export const headers = buildNoStoreHeaders

export const meta = createNoindexMeta<typeof loader>((data) => data && titleBySection[data.section])

export default function AccountPage() {
  const {
    section,
    isBenefitUser,
    isEmailConfirmed,
    redirectTo,
    customer,
    inputs,
    devices,
    orders,
    addressBook,
    wallet,
    benefit,
    savedResult,
  } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const visibleSections = Object.entries(titleBySection).filter(([key]) => key !== 'beneficio' || isBenefitUser)
  return (
    <div className={stack}>
      <div className={spreadRow}>
        <h1>{titleBySection[section]}</h1>
        <PostForm className={outdent} action="/sair">
          <Button variant="text">{texts.signOut}</Button>
        </PostForm>
      </div>
      <Columns layout="menu">
        <Chips
          label={texts.sections}
          items={visibleSections.map(([key, name]) => ({
            name,
            href: `/minha-conta?section=${key}`,
            isCurrent: key === section,
          }))}
        />
        <div className={stack}>
          {!isEmailConfirmed && (
            <Message tone="warn" title={emailConfirmationTexts.pendingTitle}>
              <p>{emailConfirmationTexts.pendingHint}</p>
              <p>
                <a href="/confirmar-email">{emailConfirmationTexts.submit}</a>
              </p>
            </Message>
          )}
          {devices && (
            <Profile
              customer={customer}
              redirectTo={redirectTo}
              devices={devices}
              inputs={inputs}
              actionData={actionData ?? (savedResult && { intent: 'profile', result: savedResult })}
            />
          )}
          {wallet && (
            <>
              <Panel title={walletTexts.balance}>
                <Price priceCents={wallet.statement.balanceCents} />
                {wallet.cashbackPercent > 0 && <p>{walletTexts.cashback(wallet.cashbackPercent)}</p>}
              </Panel>
              <Statement {...wallet.statement} title={walletTexts.statement} sectionParams={{ section: 'carteira' }} />
            </>
          )}
          {benefit && (
            <>
              <BenefitBalances gains={benefit.gains} />
              <Statement
                {...benefit.statement}
                title={walletTexts.statementTitle(benefit.gain.name)}
                sectionParams={{ section: 'beneficio', gain: String(benefit.gain.id) }}
              />
            </>
          )}
          {orders && (
            <>
              <OrderList orders={orders} />
              <p>
                <a href="/minha-conta/lembretes">{reminderTexts.title}</a> ·{' '}
                <a href="/orcar-receita">{quoteTexts.title}</a>
              </p>
            </>
          )}
          {addressBook && (
            <AddressBook
              {...addressBook}
              isNameMissing={customer.firstName === ''}
              redirectTo={redirectTo}
              formState={toFormState(actionData ?? (savedResult && { intent: 'add', result: savedResult }))}
            />
          )}
        </div>
      </Columns>
    </div>
  )
}
