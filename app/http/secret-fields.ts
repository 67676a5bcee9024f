import { guardFieldNames } from '../ui/field/form-fields.ts'

/**
 * Fields never sent back: a password in the page's source could be read over a shoulder or from a cache, and the new page
 * has its own guard fields.
 */
const defaultSecretFieldNames = [
  ...['current_password', 'password', 'password_confirmation', 'cpf', 'deleteToken', 'code', 'new_code', 'answer'],
  ...Object.values(guardFieldNames),
]

/** Names of fields that hold a secret, but for those that hold none in this form. */
export function listSecretFieldNames(nonSecretFieldNames: string[]): string[] {
  return defaultSecretFieldNames.filter((name) => !nonSecretFieldNames.includes(name))
}
