import type { Customer } from '#server/accounts/customers.ts'
import type { SignedInDevice } from '#server/accounts/sessions.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { muted, outdent, row, spreadRow, stack } from '../styles/shared.css.ts'
import { accountTexts, profileTexts as texts } from '../texts/account.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatPhone } from '../texts/format.ts'
import { noticeTexts } from '../texts/notices.ts'
import { passkeyTexts } from '../texts/passkeys.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { type FormActionData, type FormState, toFormState } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { createAccountFieldProps, IdentityProofField, NewPasswordFields, PersonFields } from './account-fields.tsx'

type ProfileProps = {
  customer: Pick<Customer, 'firstName' | 'lastName' | 'email' | 'phone' | 'birthday' | 'hasPassword'>
  /** Where its data lead to once they are saved. */
  redirectTo: string
  devices: SignedInDevice[]
  actionData: FormActionData | undefined
  inputs: Parameters<typeof createAccountFieldProps>[1]
}

export function Profile({ customer, redirectTo, devices, actionData, inputs }: ProfileProps) {
  const getState = (intent: string) => toFormState(actionData?.intent === intent ? actionData : undefined)
  return (
    <Columns layout="even">
      <div className={stack}>
        <ProfileForm customer={customer} redirectTo={redirectTo} inputs={inputs} formState={getState('profile')} />
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
        <PasswordForm hasPassword={customer.hasPassword} inputs={inputs} formState={getState('password')} />
        <Panel title={passkeyTexts.title}>
          <p>{passkeyTexts.intro}</p>
          <p>
            <a href="/minha-conta/chaves">{passkeyTexts.add}</a>
          </p>
        </Panel>
        <Panel title={noticeTexts.panelTitle}>
          <p>{noticeTexts.panelIntro}</p>
          <p>
            <a href="/minha-conta/avisos">{noticeTexts.choose}</a>
          </p>
        </Panel>
        <DevicesPanel devices={devices} />
      </div>
    </Columns>
  )
}

type ProfileFormProps = Pick<ProfileProps, 'customer' | 'redirectTo' | 'inputs'> & { formState: FormState }

function ProfileForm({ customer, redirectTo, inputs, formState }: ProfileFormProps) {
  const { firstName, lastName, phone, birthday } = customer
  const values = { firstName, lastName, phone: formatPhone(phone), birthday: birthday ?? '' }
  return (
    <Panel title={texts.dataTitle}>
      <ErrorSummary errors={formState.errors} />
      <PostForm className={stack} id="perfil" onInput={maskFields}>
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <PersonFields
          field={createAccountFieldProps(formState, inputs, values)}
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

type PasswordFormProps = Pick<ProfileProps, 'inputs'> & { hasPassword: boolean; formState: FormState }

function PasswordForm({ hasPassword, inputs, formState }: PasswordFormProps) {
  const field = createAccountFieldProps(formState, inputs)
  return (
    <Panel title={hasPassword ? texts.password : texts.createPassword}>
      {!hasPassword && <p>{texts.noPasswordHint}</p>}
      <ErrorSummary errors={formState.errors} />
      <PostForm className={stack} id="senha">
        <FormGuard />
        <IdentityProofField field={field} hasPassword={hasPassword} />
        <NewPasswordFields field={field} label={texts.newPassword} />
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
