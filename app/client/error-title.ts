import { useEffect } from 'react'
import { formatErrorTitle } from '../texts/pages.ts'

/** While a form's errors are on the page, its title says so first: screen readers read it, and tabs show it. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return
    const errorPrefix = formatErrorTitle('')
    if (!document.title.startsWith(errorPrefix)) document.title = formatErrorTitle(document.title)
    return () => {
      if (document.title.startsWith(errorPrefix)) document.title = document.title.slice(errorPrefix.length)
    }
  }, [hasErrors])
}
