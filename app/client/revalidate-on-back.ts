import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { isPageTranslated } from './translated-page.ts'

/**
 * A page that 'Back' shows again as it was left has the bag of then: its data are loaded anew, while it is already read.
 */
export function useRevalidateOnBack() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      if (isPageTranslated()) location.reload()
      else revalidate()
    }
    window.addEventListener('pageshow', handlePageShow)
    return () => window.removeEventListener('pageshow', handlePageShow)
  }, [revalidate])
}
