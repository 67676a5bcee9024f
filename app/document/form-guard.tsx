import { guardFields } from '../form-fields.ts'
import { fields } from '../texts/fields.ts'
import { useDocumentContext } from './document-context.ts'

/**
 * Keeps robots from a form, with or without scripts: a signed time of the request, and a trap field that people don't see.
 * In the browser the token is read from the page, since only the server can make one.
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
