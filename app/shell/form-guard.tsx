import { useRouteLoaderData } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { newestFormToken } from '../client/form-token.ts'
import { useDocumentContext } from '../document/document-context.ts'
import { fields } from '../texts/fields.ts'
import { guardFields } from '../ui/field/form-fields.ts'
import type { Shell } from './shell.server.ts'

/**
 * Keeps robots from a form, with or without scripts: a signed time of the request, and a trap field that people don't see.
 * Only the server can make a token. While hydrating it stays the one in the page; on a page that scripts have navigated to
 * it came with the response that led there, whatever the route.
 *
 * Where the shop asks visitors for a captcha, scripts solve it unseen once the form is touched. Without scripts, or when it is
 * sent before that, the form must have been open for two seconds instead.
 */
export function FormGuard() {
  const { formToken } = useDocumentContext()
  const requiresCaptcha = useRouteLoaderData<Shell>('root')?.requiresCaptcha
  const captcha = useRef<HTMLInputElement>(null)
  useCaptcha(captcha, requiresCaptcha)
  const [token] = useState(() => (formToken ?? newestFormToken)())
  return (
    <>
      <input
        type="hidden"
        name={guardFields.token}
        suppressHydrationWarning
        {...(token !== undefined && { value: token })}
      />
      {requiresCaptcha && <input type="hidden" name={guardFields.captcha} ref={captcha} />}
      <label hidden>
        {fields.trap}
        <input name={guardFields.trap} tabIndex={-1} autoComplete="off" />
      </label>
    </>
  )
}

function useCaptcha(field: RefObject<HTMLInputElement>, isRequired: boolean | undefined): void {
  useEffect(() => {
    const form = isRequired ? field.current?.form : null
    const solve = async () => {
      const { solveCaptcha } = await import('./solve-captcha.ts')
      const solution = await solveCaptcha()
      if (field.current && solution) field.current.value = solution
    }
    form?.addEventListener('focusin', solve, { once: true })
    return () => form?.removeEventListener('focusin', solve)
  }, [field, isRequired])
}
