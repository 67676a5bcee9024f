import { useEffect } from 'react'
import { errorTitle } from '../texts/pages.ts'

/** While a form's errors are on the page, its title says so first: screen readers read it, and tabs show it. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return
    const mark = errorTitle('')
    if (!document.title.startsWith(mark)) document.title = errorTitle(document.title)
    return () => {
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
    }
  }, [hasErrors])
}
