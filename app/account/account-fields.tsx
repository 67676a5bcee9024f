import type { ReactNode } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import { profileTexts, accountFieldTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { accountFieldNames } from '../ui/field/account-field-names.ts'
import { DateField } from '../ui/field/date-field.tsx'
import { TextField } from '../ui/field/field.tsx'
import { createFieldProps, type InputHints } from '../ui/field/field-props.ts'
import type { FormState } from '../ui/field/form-fields.ts'

type AccountInput = keyof typeof texts
export type AccountFieldProps = ReturnType<typeof createAccountFieldProps>

export function createAccountFieldProps(
  state: FormState,
  inputs: { readonly [Input in AccountInput]?: InputHints } = {},
  values: { readonly [Input in AccountInput]?: string } = {},
) {
  return createFieldProps<AccountInput>({ inputs, texts, names: accountFieldNames, values, state })
}

/** The e-mail by which somebody is known already. */
export function UsernameField({ field }: { field: AccountFieldProps }) {
  return <TextField {...field('email')} autoComplete="username" />
}

/** Confirms who holds the account: by the password, or without one by a code, which the form's own button requests. */
export function IdentityProofField({ field, hasPassword }: { field: AccountFieldProps; hasPassword: boolean }) {
  const passwordProps = field('currentPassword')
  if (hasPassword) return <TextField {...passwordProps} />
  return (
    <>
      {/* Enter presses a form's first button: that must be the one at its end. */}
      <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true" />
      <TextField
        {...field('code')}
        id={passwordProps.id}
        name={passwordProps.name}
        error={passwordProps.error}
        label={profileTexts.verificationCode}
        hint={profileTexts.verificationHint}
        actionButton={
          <Button variant="outline" name="intent" value="proof" formNoValidate>
            {profileTexts.sendVerificationCode}
          </Button>
        }
      />
    </>
  )
}

/** The account holder's data, the e-mail after the name. Phone and birthday accept any spelling; a form with `maskFields` formats them. */
export function PersonFields({ field, emailField }: { field: AccountFieldProps; emailField: ReactNode }) {
  return (
    <>
      <Columns layout="even">
        <TextField {...field('firstName')} />
        <TextField {...field('lastName')} />
      </Columns>
      {emailField}
      <TextField {...field('phone')} />
      <DateField {...field('birthday')} autoComplete="bday" />
    </>
  )
}

interface NewPasswordFieldsProps {
  field: AccountFieldProps
  /** Where they are not called as in the registration. */
  label?: string
  confirmationLabel?: string
}

export function NewPasswordFields({ field, label, confirmationLabel }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField {...field('password')} minLength={8} {...(label && { label })} />
      <TextField {...field('passwordAgain')} minLength={8} {...(confirmationLabel && { label: confirmationLabel })} />
    </>
  )
}
