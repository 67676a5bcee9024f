import type { SubmissionResult } from '@conform-to/dom'
import { accountFieldName } from '../ui/field/form-fields.ts'
import type { SavedForm } from './cookie-values.server.ts'
import { type CookieChanges, getCookies } from './cookies.server.ts'
import { toSubmissionResult } from './define-form.server.ts'
import { isAccountTag } from './form-account.server.ts'
import type { RequestArgs } from './load-context.ts'
import { listSecretFieldNames } from './secret-fields.ts'

/** Bytes: a sealed cookie of more would not be kept by browsers. The longest reply of the staff fits. */
const maxSavedFormBytes = 2_800

/**
 * Saves what was typed into a form whose session ended meanwhile, by age, on another device or in another tab, until its
 * sender has signed in again. The first page after that gets it, and the shell clears it. A form that names no account
 * is not saved: whoever signs in next would read it.
 * @param nonSecretFieldNames fields that are normally secret but may be kept in this form
 */
export function buildSavedFormCookieChanges(
  { request }: RequestArgs,
  form: FormData,
  nonSecretFieldNames: string[] = [],
): CookieChanges {
  const excludedFieldNames = [...listSecretFieldNames(nonSecretFieldNames), accountFieldName]
  const account = String(form.get(accountFieldName) ?? '')
  const fields: SavedForm['fields'] = []
  const files: string[] = []
  for (const [name, value] of form) {
    if (excludedFieldNames.includes(name)) continue
    if (typeof value === 'string') fields.push([name, value])
    else if (value.size > 0) files.push(name)
  }
  const savedForm: SavedForm = { path: new URL(request.url).pathname, fields, files, account }
  const fitsCookie = Buffer.byteLength(JSON.stringify(savedForm)) <= maxSavedFormBytes
  return account !== '' && fields.length > 0 && fitsCookie ? { savedForm } : {}
}

/**
 * The form that was saved for this page, as a refused one is shown again, but without an error.
 * @param missingFileMessage the message of a field whose file has to be chosen again
 */
export function readSavedFormResult(
  args: RequestArgs,
  customer: { id: number } | null,
  missingFileMessage = '',
): SubmissionResult | undefined {
  const savedForm = customer && findOwnSavedForm(args, customer.id)
  if (savedForm?.path !== new URL(args.request.url).pathname) return undefined
  const error = Object.fromEntries(savedForm.files.map((name) => [name, [missingFileMessage]]))
  return { ...toSubmissionResult(savedForm.fields, {}, []), ...(savedForm.files.length > 0 && { error }) }
}

export function findOwnSavedForm(args: RequestArgs, customerId: number): SavedForm | null {
  const savedForm = getCookies(args).read('savedForm')
  return savedForm && isAccountTag(args.context.shop, savedForm.account, 'customer', customerId) ? savedForm : null
}
