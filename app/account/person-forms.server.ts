import type { ShopFormContext } from '../http/define-form.server.ts'
import { normalizeDay } from '../texts/normalize-day.ts'

/** Day of birth and new password are refused in the same round as a form's other fields. */
export function createPersonChecks({ shop: { accounts }, formData, visitor }: ShopFormContext) {
  const readFieldText = (name: string) => String(formData.get(name) ?? '')
  const email = visitor.customer?.email ?? readFieldText('email')
  return {
    birthday: () => accounts.assertPlausibleBirthday(normalizeDay(readFieldText('birthday')) || null),
    password: () => readFieldText('password') && accounts.assertPasswordNotGuessable(readFieldText('password'), email),
  }
}
