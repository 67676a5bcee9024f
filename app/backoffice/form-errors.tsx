import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import type { FormState } from '../ui/field/form-fields.ts'

type FormErrorsProps = {
  failedForm: FormState | undefined
  /** A field that keeps the focus, for the next code, and says itself what is wrong with this one. */
  focusedField?: string | undefined
}

/** Why a form was refused, with links to its fields. */
export function FormErrors({ failedForm, focusedField }: FormErrorsProps) {
  const errors = failedForm?.errors.filter(({ id }) => !id || id !== focusedField) ?? []
  return <ErrorSummary errors={errors} takesFocus={focusedField === undefined} />
}
