import { useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { listen } from './listen.ts'

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
    return listen(choices, { change: () => submit(choices, { replace: true, preventScrollReset: true }) })
  }, [submit])
  return form
}
