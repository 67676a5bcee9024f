import { guardFields } from '../form-fields.ts'
import { fields } from '../texts/fields.ts'
import { useDocumentContext } from './document-context.ts'

/**
 * What keeps robots from a form, with or without scripts: when it was fetched, signed, and a trap for who fills in every field.
 * In the browser the token is the one that stands in the page: there is no other.
 */
export function FormGuard() {
  const { formToken } = useDocumentContext()
  return (
    <>
      <input
        type="hidden"
        name={guardFields.token}
        suppressHydrationWarning
        {...(formToken && { value: formToken() })}
      />
      <label hidden>
        {fields.trap}
        <input name={guardFields.trap} tabIndex={-1} autoComplete="off" />
      </label>
    </>
  )
}
