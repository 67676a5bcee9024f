import type { HTMLAttributes, ReactElement } from 'react'
import { useDocumentContext } from './document-context.ts'

/**
 * The contents of an element that is the same on many pages, such as a product card. On the server the markup is cached
 * by props (`made-once.server.ts`); in the browser it is rendered as usual, and gives the same page.
 * @param part depends on its props alone, which are plain data: no ids, no context, nothing personal
 * @returns the props for the element around it
 */
export function useMadeOnce(part: ReactElement): Pick<HTMLAttributes<Element>, 'children' | 'dangerouslySetInnerHTML'> {
  const { markupOf } = useDocumentContext()
  return markupOf ? { dangerouslySetInnerHTML: { __html: markupOf(part) } } : { children: part }
}
