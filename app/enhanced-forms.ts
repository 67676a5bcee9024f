import { useSubmit } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Sends every form marked `data-enhanced` without leaving the page: where the answer leads back here, only what changed is
 * drawn anew and the place on the page is kept. Without scripts the same forms are sent by the browser.
 */
export function useEnhancedForms(): void {
  const submit = useSubmit()
  useEffect(() => {
    const send = (event: SubmitEvent) => {
      const { target: form, submitter } = event
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
      if (form.dataset.enhanced === undefined) return
      event.preventDefault()
      // A form without an address of its own goes to this page; Remix would take it for the root's.
      const own = submitter?.getAttribute('formaction') ?? form.getAttribute('action')
      const action = own ?? `${location.pathname}${location.search}`
      submit((submitter as HTMLButtonElement | null) ?? form, { action, method: 'post', preventScrollReset: true })
    }
    document.addEventListener('submit', send)
    return () => document.removeEventListener('submit', send)
  }, [submit])
}
