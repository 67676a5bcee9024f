import { Meta } from '@remix-run/react'
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { formatErrorTitle } from '../texts/pages.ts'
import { useDocumentContext } from './document-context.ts'

/**
 * The page's title, descriptions and the like. The title of a refused form's page says so; in the browser it stays as it
 * arrived, and `useErrorTitle` changes it afterwards.
 */
export function PageMeta() {
  const { hasFormErrors } = useDocumentContext()
  // Meta is a plain function component without props: called directly, its elements can be replaced.
  const tags = (Meta as () => ReactElement<{ children: ReactNode }>)()
  return Children.map(tags.props.children, (tag) => {
    if (!isValidElement<{ children: string }>(tag) || tag.type !== 'title') return tag
    const title = tag.props.children
    return <title suppressHydrationWarning>{hasFormErrors ? formatErrorTitle(title) : title}</title>
  })
}
