import { useRouteLoaderData } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'
import { readNewestFormToken } from '../client/form-token.ts'
import { useDocumentContext } from '../document/document-context.ts'
import { fieldErrors } from '../texts/fields.ts'
import { guardFieldNames } from '../ui/field/form-fields.ts'
import type { Shell } from './shell.server.ts'

/**
 * Keeps robots from a form, with or without scripts: a signed time of the request, and a trap field that people don't see.
 * Only the server can make a token. In the browser it is the one of the page as it came, also where React draws it anew, or of
 * the newest response to the router, whatever the route.
 *
 * Where the shop asks visitors for a captcha, scripts solve it unseen once the form is touched. Without scripts, or when it is
 * sent before that, the form must have been open for two seconds instead.
 */
export function FormGuard() {
  const { createFormToken } = useDocumentContext()
  const requiresCaptcha = useRouteLoaderData<Shell>('root')?.requiresCaptcha
  const captchaRef = useRef<HTMLInputElement>(null)
  useCaptcha(captchaRef, requiresCaptcha)
  const formToken = (createFormToken ?? readNewestFormToken)()
  return (
    <>
      <input type="hidden" name={guardFieldNames.formToken} suppressHydrationWarning value={formToken ?? ''} />
      {requiresCaptcha && <input type="hidden" name={guardFieldNames.captcha} ref={captchaRef} />}
      <label hidden>
        {fieldErrors.honeypot}
        <input name={guardFieldNames.honeypot} tabIndex={-1} autoComplete="off" />
      </label>
    </>
  )
}

function useCaptcha(inputRef: RefObject<HTMLInputElement>, isRequired: boolean | undefined): void {
  useEffect(() => {
    const form = isRequired ? inputRef.current?.form : null
    const fillSolution = async () => {
      const { solveCaptcha } = await import('./solve-captcha.ts')
      const solution = await solveCaptcha()
      if (inputRef.current && solution) inputRef.current.value = solution
    }
    form?.addEventListener('focusin', fillSolution, { once: true })
    return () => form?.removeEventListener('focusin', fillSolution)
  }, [inputRef, isRequired])
}
