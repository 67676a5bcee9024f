import { useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { listen } from './listen.ts'
import { isTranslated } from './translated.ts'

/**
 * For a form whose address holds its choices: with scripts each applies as it is made, without leaving the place; a typed one
 * when its field is left.
 */
export function useAutoSubmit() {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  useEffect(() => {
    const choices = form.current
    if (!choices) return
    const apply = () => {
      if (isTranslated()) choices.requestSubmit()
      else submit(choices, { replace: true, preventScrollReset: true })
    }
    return listen(choices, { change: apply })
  }, [submit])
  return form
}
