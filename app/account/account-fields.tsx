import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import { loginTexts, profileTexts, registrationTexts as texts } from '../texts/account.ts'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DateField } from '../ui/field/date-field.tsx'
import { TextField } from '../ui/field/field.tsx'
import { toFieldProps } from '../ui/field/form-fields.ts'

type Field = FieldMetadata<string>

/** An account's e-mail field; `isNewEmail` where the e-mail is not the username yet. */
export function EmailField({
  field,
  label = loginTexts.email,
  isNewEmail = false,
}: {
  field: Field
  label?: string
  isNewEmail?: boolean
}) {
  return (
    <TextField
      {...toFieldProps(field)}
      label={label}
      type="email"
      autoComplete={isNewEmail ? 'email' : 'username'}
      required
      maxLength={160}
    />
  )
}

/** The account's password, to sign in or to confirm who holds the account. */
export function PasswordField({ field, label }: { field: Field; label: string }) {
  return (
    <TextField
      {...toFieldProps(field)}
      label={label}
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
    />
  )
}

/** Confirms who holds the account: by the password, or without one by a code, which the form's own button requests. */
export function IdentityProofField({ field, hasPassword }: { field: Field; hasPassword: boolean }) {
  if (hasPassword) return <PasswordField field={field} label={profileTexts.currentPassword} />
  return <IdentityProofCodeField {...toFieldProps(field)} />
}

/** The same outside a form of conform's. */
export function PlainIdentityProofField({ hasPassword, error }: { hasPassword: boolean; error: string | null }) {
  const field = { id: 'current_password', name: 'current_password', error }
  if (!hasPassword) return <IdentityProofCodeField {...field} />
  const passwordProps = { type: 'password', autoComplete: 'current-password', required: true, maxLength: 128 }
  return <TextField {...field} {...passwordProps} label={profileTexts.currentPassword} />
}

function IdentityProofCodeField(field: {
  id: string
  name: string
  error: string | string[] | null
  defaultValue?: string | undefined
}) {
  return (
    <>
      {/* Enter presses a form's first button: that must be the one at its end. */}
      <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true" />
      <TextField
        {...field}
        label={profileTexts.verificationCode}
        hint={profileTexts.verificationHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        actionButton={
          <Button variant="outline" name="intent" value="proof" formNoValidate>
            {profileTexts.sendVerificationCode}
          </Button>
        }
      />
    </>
  )
}

/** A code that was mailed. */
export function CodeField({ field, label, hint }: { field: Field; label: string; hint?: string }) {
  return (
    <TextField
      {...toFieldProps(field)}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
    />
  )
}

type PersonFieldsProps = {
  fields: Record<'f_name' | 'l_name' | 'phone' | 'birthday', Field>
  /** The e-mail field, shown after the name. */
  emailField: ReactNode
}

/** The account holder's data. Phone and birthday accept any spelling; a form with `maskFields` formats them. */
export function PersonFields({ fields: { f_name, l_name, phone, birthday }, emailField }: PersonFieldsProps) {
  return (
    <>
      <Columns layout="even">
        <TextField
          {...toFieldProps(f_name)}
          label={texts.firstName}
          autoComplete="given-name"
          required
          maxLength={80}
        />
        <TextField
          {...toFieldProps(l_name)}
          label={texts.lastName}
          autoComplete="family-name"
          required
          maxLength={80}
        />
      </Columns>
      {emailField}
      <TextField
        {...toFieldProps(phone)}
        label={texts.phone}
        hint={texts.phoneHint}
        type="tel"
        data-mask="phone"
        autoComplete="tel"
        required
      />
      <DateField {...toFieldProps(birthday)} label={texts.birthday} isOptional autoComplete="bday" />
    </>
  )
}

type NewPasswordFieldsProps = {
  fields: Record<'password' | 'password_confirmation', Field>
  label: string
  confirmationLabel: string
}

/** A new password, and its confirmation. */
export function NewPasswordFields({ fields, label, confirmationLabel }: NewPasswordFieldsProps) {
  const passwordProps = { type: 'password', autoComplete: 'new-password', required: true, minLength: 8, maxLength: 128 }
  return (
    <>
      <TextField {...toFieldProps(fields.password)} {...passwordProps} label={label} hint={texts.passwordHint} />
      <TextField {...toFieldProps(fields.password_confirmation)} {...passwordProps} label={confirmationLabel} />
    </>
  )
}
