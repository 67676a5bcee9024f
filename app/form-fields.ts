import type { FieldMetadata } from '@conform-to/react'
import type { FieldError } from './components/error-summary/error-summary.tsx'

/** What a guarded form sends beside its own fields. The trap has a name that robots like to fill in. */
export const guardFields = { token: 'form_token', trap: 'website' }

/** What a field component needs of conform's field: its name doubles as its id, so that links to it are readable. */
export function fieldProps(field: FieldMetadata<string | undefined> | FieldMetadata<string>) {
  return { id: field.name, name: field.name, defaultValue: field.initialValue, error: field.errors ?? null }
}

/** The error summary of a form: what concerns the whole form (its name is empty), and each refused field. */
export function errorsOf(form: { allErrors: Record<string, string[] | undefined> }): FieldError[] {
  return Object.entries(form.allErrors).flatMap(([id, messages]) =>
    messages?.[0] ? [{ id: id || undefined, message: messages[0] }] : [],
  )
}
