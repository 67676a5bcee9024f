import { type SubmissionResult, useForm } from '@conform-to/react'
import type { Customer } from '#server/accounts/customers.ts'
import type { SignedInDevice } from '#server/accounts/sessions.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { muted, outdent, row, spreadRow, stack } from '../styles/shared.css.ts'
import { accountTexts, registrationTexts, profileTexts as texts } from '../texts/account.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatPhone } from '../texts/format.ts'
import { passkeyTexts } from '../texts/passkeys.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { toSummaryErrors } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IdentityProofField, NewPasswordFields, PersonFields } from './account-fields.tsx'

type ActionData = { intent: string; result: SubmissionResult } | undefined

type ProfileProps = {
  customer: Pick<Customer, 'firstName' | 'lastName' | 'email' | 'phone' | 'birthday' | 'hasPassword'>
  /** Where its data lead to once they are saved. */
  redirectTo: string
  devices: SignedInDevice[]
  actionData: ActionData
}

/** The customer's data, password and devices, and links to export the data or delete the account. */
export function Profile({ customer, redirectTo, devices, actionData }: ProfileProps) {
  const findResult = (intent: string) => (actionData?.intent === intent ? actionData.result : undefined)
  return (
    <Columns layout="even">
      <div className={stack}>
        <ProfileForm customer={customer} redirectTo={redirectTo} lastResult={findResult('profile')} />
        <Panel title={texts.privacyTitle}>
          <p>{texts.privacyIntro}</p>
          <p>
            <ButtonLink variant="outline" href="/minha-conta/meus-dados">
              {texts.export}
            </ButtonLink>
          </p>
          <div className={`${row} ${outdent}`}>
            <ButtonLink variant="text" href="/privacidade">
              {texts.consent}
            </ButtonLink>
            <ButtonLink variant="text" href="/excluir-conta">
              {texts.deleteAccount}
            </ButtonLink>
          </div>
        </Panel>
      </div>
      <div className={stack}>
        <PasswordForm hasPassword={customer.hasPassword} lastResult={findResult('password')} />
        <Panel title={passkeyTexts.title}>
          <p>{passkeyTexts.intro}</p>
          <p>
            <a href="/minha-conta/chaves">{passkeyTexts.add}</a>
          </p>
        </Panel>
        <DevicesPanel devices={devices} />
      </div>
    </Columns>
  )
}

type ProfileFormProps = Pick<ProfileProps, 'customer' | 'redirectTo'> & { lastResult: SubmissionResult | undefined }

function ProfileForm({ customer, redirectTo, lastResult }: ProfileFormProps) {
  const [form, fields] = useForm<Record<'f_name' | 'l_name' | 'phone' | 'birthday', string>>({
    id: 'perfil',
    lastResult,
    defaultNoValidate: false,
    defaultValue: {
      f_name: customer.firstName,
      l_name: customer.lastName,
      phone: formatPhone(customer.phone),
      birthday: customer.birthday ?? '',
    },
  })
  return (
    <Panel title={texts.dataTitle}>
      <ErrorSummary errors={toSummaryErrors(form)} />
      <PostForm className={stack} id={form.id} onInput={maskFields}>
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <PersonFields
          fields={fields}
          emailField={
            <TextField
              label={accountTexts.email}
              id="email"
              type="email"
              value={customer.email}
              readOnly
              actionButton={
                <ButtonLink variant="outline" href="/minha-conta/email">
                  {texts.changeEmail}
                </ButtonLink>
              }
            />
          }
        />
        <Button>{texts.save}</Button>
      </PostForm>
    </Panel>
  )
}

type PasswordFormProps = { hasPassword: boolean; lastResult: SubmissionResult | undefined }

function PasswordForm({ hasPassword, lastResult }: PasswordFormProps) {
  const [form, fields] = useForm<Record<'current_password' | 'password' | 'password_confirmation', string>>({
    id: 'senha',
    lastResult,
    defaultNoValidate: false,
  })
  return (
    <Panel title={hasPassword ? texts.password : texts.createPassword}>
      {!hasPassword && <p>{texts.noPasswordHint}</p>}
      <ErrorSummary errors={toSummaryErrors(form)} />
      <PostForm className={stack} id={form.id}>
        <FormGuard />
        <IdentityProofField field={fields.current_password} hasPassword={hasPassword} />
        <NewPasswordFields
          fields={fields}
          label={texts.newPassword}
          confirmationLabel={registrationTexts.passwordConfirmation}
        />
        <Button variant="outline">{hasPassword ? texts.changePassword : texts.createPassword}</Button>
      </PostForm>
    </Panel>
  )
}

function DevicesPanel({ devices }: { devices: SignedInDevice[] }) {
  return (
    <Panel title={texts.devices}>
      <ul className={stack}>
        {devices.map(({ id, device, since, signedInBy, isCurrent }) => (
          <li key={id} className={spreadRow}>
            <p id={`aparelho-${id}`}>
              {device || texts.unknownDevice}
              <br />
              <span className={muted}>
                {isCurrent && `${texts.thisDevice}. `}
                {texts.signedInSince(formatDateAndTime(since), signedInBy)}
              </span>
            </p>
            {!isCurrent && (
              <PostForm className={outdent}>
                <Button variant="text" name="session" value={id} aria-describedby={`aparelho-${id}`}>
                  {texts.signOutDevice}
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      <PostForm className={outdent}>
        <Button variant="text" name="intent" value="leave">
          {texts.signOutEverywhere}
        </Button>
      </PostForm>
    </Panel>
  )
}
