import type { FieldMetadata } from '@conform-to/react'
import type { FieldError } from '../error-summary/error-summary.tsx'

/** The extra fields of a guarded form. The trap has a name that robots tend to fill in. */
export const guardFields = { token: 'form_token', trap: 'website', captcha: 'captchaToken' }

/** The field that says for whose account a form's page was made (`http/form-account.server.ts`). */
export const accountField = 'account'

/** A field component's props, from conform's field. The name doubles as the id, so that links to it are readable. */
export function fieldProps(field: FieldMetadata<string | undefined> | FieldMetadata<string>) {
  return { id: field.name, name: field.name, defaultValue: field.initialValue, error: field.errors ?? null }
}

/** The entries of a form's error summary: errors of the whole form (under the empty name), and of each refused field. */
export function errorsOf(form: { allErrors: Record<string, string[] | undefined> }): FieldError[] {
  return Object.entries(form.allErrors).flatMap(([id, messages]) =>
    messages?.[0] ? [{ id: id || undefined, message: messages[0] }] : [],
  )
}
