import { useSubmit } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Submits every form marked `data-enhanced` without leaving the page: where the response redirects back here, only what
 * changed is rendered again and the scroll position is kept. Without scripts the browser submits the same forms.
 */
export function useEnhancedForms(): void {
  const submit = useSubmit()
  useEffect(() => {
    const send = (event: SubmitEvent) => {
      const { target: form, submitter } = event
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
      if (form.dataset.enhanced === undefined) return
      event.preventDefault()
      // A form without an `action` is submitted to this page; Remix would take it for the root's.
      const own = submitter?.getAttribute('formaction') ?? form.getAttribute('action')
      const action = own ?? `${location.pathname}${location.search}`
      submit((submitter as HTMLButtonElement | null) ?? form, { action, method: 'post', preventScrollReset: true })
    }
    document.addEventListener('submit', send)
    return () => document.removeEventListener('submit', send)
  }, [submit])
}
