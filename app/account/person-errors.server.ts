import type { AppLoadContext } from '@remix-run/node'
import { addFieldErrors, type FormRefusal } from '../http/forms.server.ts'
import { readDay } from '../texts/typed-day.ts'

/** Day of birth and new password are refused in the same round as a form's other fields. */
export function addPersonErrors(
  { context }: { context: AppLoadContext },
  form: FormData,
  refusal: FormRefusal,
  email = String(form.get('email')),
): Promise<void> {
  const { accounts } = context.shop
  const birthday = readDay(String(form.get('birthday') ?? ''))
  const password = String(form.get('password') ?? '')
  return addFieldErrors({ context }, form, refusal, {
    birthday: () => accounts.assertPlausibleBirthday(birthday || null),
    password: () => password && accounts.assertNotGuessable(password, email),
  })
}
