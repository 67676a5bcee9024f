import type { ShopFormContext } from '../http/define-form.server.ts'
import { normalizeDay } from '../texts/normalize-day.ts'

/** Field names of a customer's data, by input. */
export const personFieldNames = {
  firstName: 'f_name',
  lastName: 'l_name',
  phone: 'phone',
  birthday: 'birthday',
} as const

export const newPasswordFieldNames = { password: 'password', passwordAgain: 'password_confirmation' } as const

/** Day of birth and new password are refused in the same round as a form's other fields. */
export function createPersonChecks({ shop: { accounts }, formData, visitor }: ShopFormContext) {
  const readFieldText = (name: string) => String(formData.get(name) ?? '')
  const email = visitor.customer?.email ?? readFieldText('email')
  return {
    birthday: () => accounts.assertPlausibleBirthday(normalizeDay(readFieldText(personFieldNames.birthday)) || null),
    password: () => readFieldText('password') && accounts.assertPasswordNotGuessable(readFieldText('password'), email),
  }
}
