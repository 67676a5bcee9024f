import type { ShopFormContext } from '../http/define-form.server.ts'
import { readDay } from '../texts/read-day.ts'

/** Field names of a customer's data, by input. */
export const personFields = { firstName: 'f_name', lastName: 'l_name', phone: 'phone', birthday: 'birthday' } as const

export const newPasswordFields = { password: 'password', passwordAgain: 'password_confirmation' } as const

/** Day of birth and new password are refused in the same round as a form's other fields. */
export function personChecks({ shop: { accounts }, formData, visitor }: ShopFormContext) {
  const fieldText = (name: string) => String(formData.get(name) ?? '')
  const email = visitor.customer?.email ?? fieldText('email')
  return {
    birthday: () => accounts.assertPlausibleBirthday(readDay(fieldText(personFields.birthday)) || null),
    password: () => fieldText('password') && accounts.assertNotGuessable(fieldText('password'), email),
  }
}
