import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type FormErrorsProps = {
  request: Pick<StaffRequest, 'failedForm'>
  /** A field that keeps the focus, for the next code, and says itself what is wrong with this one. */
  focusedField?: string | undefined
}

/** Why a form was refused, with links to its fields. */
export function FormErrors({ request: { failedForm }, focusedField }: FormErrorsProps) {
  const errors = failedForm?.errors.filter(({ id }) => !id || id !== focusedField) ?? []
  return <ErrorSummary errors={errors} takesFocus={focusedField === undefined} />
}
