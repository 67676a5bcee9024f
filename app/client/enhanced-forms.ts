import { useLocation, useNavigationType, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Submits every form marked `data-enhanced` without leaving the page: where the response redirects back here, only what
 * changed is rendered again and the scroll position is kept; another page is shown from its top, as if the browser had opened
 * it. Without scripts the browser submits the same forms.
 */
export function useEnhancedForms(): void {
  const submit = useSubmit()
  const { pathname } = useLocation()
  const isBackNavigation = useNavigationType() === 'POP'
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    if (isBackNavigation) return
    window.scrollTo(0, 0)
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }, [pathname, isBackNavigation])
  useEffect(() => {
    const handleSubmit = (event: SubmitEvent) => {
      const { target: form, submitter } = event
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
      if (form.dataset.enhanced === undefined) return
      event.preventDefault()
      // A form without an `action` is submitted to this page; Remix would take it for the root's.
      const explicitAction = submitter?.getAttribute('formaction') ?? form.getAttribute('action')
      const action = explicitAction ?? `${location.pathname}${location.search}`
      submit((submitter as HTMLButtonElement | null) ?? form, { action, method: 'post', preventScrollReset: true })
    }
    document.addEventListener('submit', handleSubmit)
    return () => document.removeEventListener('submit', handleSubmit)
  }, [submit])
}
