import { useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { addListeners } from './add-listeners.ts'
import { isPageTranslated } from './translated-page.ts'

/**
 * For a form whose address holds its choices: with scripts each applies as it is made, without leaving the place; a typed one
 * when its field is left.
 */
export function useAutoSubmit() {
  const formRef = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  useEffect(() => {
    const formElement = formRef.current
    if (!formElement) return
    const handleChange = () => {
      if (isPageTranslated()) formElement.requestSubmit()
      else submit(formElement, { replace: true, preventScrollReset: true })
    }
    return addListeners(formElement, { change: handleChange })
  }, [submit])
  return formRef
}
