import type { HTMLAttributes, ReactElement } from 'react'
import { useDocumentContext } from './document-context.ts'

/**
 * The contents of an element that many pages show alike, such as a product's card. On the server their markup is made once
 * for the same props (`made-once.server.ts`); in the browser they are elements like any others, and the page is the same.
 * @param part follows from its props alone, which are plain data: no ids, no context, nothing of one visitor's own
 * @returns the props for the element around it
 */
export function useMadeOnce(part: ReactElement): Pick<HTMLAttributes<Element>, 'children' | 'dangerouslySetInnerHTML'> {
  const { markupOf } = useDocumentContext()
  return markupOf ? { dangerouslySetInnerHTML: { __html: markupOf(part) } } : { children: part }
}
