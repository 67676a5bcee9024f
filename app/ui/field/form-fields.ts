import type { SubmissionResult } from '@conform-to/dom'
import type { FieldError } from '../error-summary/error-summary.tsx'

/** The extra fields of a guarded form. The trap has a name that robots tend to fill in. */
export const guardFieldNames = { formToken: 'form_token', honeypot: 'website', captcha: 'captchaToken' }

/** The field that says for whose account a form's page was made (`http/form-account.server.ts`). */
export const accountFieldName = 'account'

/** The entries of a form's error summary: errors of the whole form (under the empty name), and of each refused field. */
function toSummaryErrors(errors: Record<string, string[] | null>): FieldError[] {
  return Object.entries(errors).flatMap(([id, messages]) =>
    messages?.[0] ? [{ id: id || undefined, message: messages[0] }] : [],
  )
}

/** A form that its page shows again: everything typed except secrets, and what is wrong with it by the names of its fields. */
export interface FormActionData {
  /** The `intent` of the form that was sent: a page may have several. */
  intent: string
  /** Error code; undefined without an error. */
  code?: string | undefined
  result: SubmissionResult
}

/** The values and errors of a form that is shown again; without action data, of one that was not sent yet. */
export function toFormState(actionData: FormActionData | undefined) {
  const { initialValue, error } = actionData?.result ?? {}
  const errors = toSummaryErrors(error ?? {})
  /** All that was typed into fields of this name. */
  const getFieldValues = (name: string) => [initialValue?.[name] ?? []].flat().map(String)
  return {
    intent: actionData?.intent,
    errorCode: actionData?.code,
    errors,
    /** The first thing that is wrong; null: nothing. */
    message: errors[0]?.message ?? null,
    getFieldError: (name: string) => errors.find(({ id }) => id === name)?.message ?? null,
    getFieldValues,
    /** @param defaultValue where nothing was sent */
    getFieldValue: (name: string, defaultValue = '') => (actionData ? (getFieldValues(name)[0] ?? '') : defaultValue),
  }
}

export type FormState = ReturnType<typeof toFormState>
