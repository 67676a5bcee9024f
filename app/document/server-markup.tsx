import type { ReactNode } from 'react'

const kept = new Map<string, string>()

/**
 * A part of the page that scripts never change: sent as HTML only, without the data it was rendered from. In the browser
 * the markup is read from the page.
 * @param html instead of children, where it is already rendered
 */
export function ServerMarkup({ id, html, children }: { id: string; html?: string; children?: ReactNode }) {
  const isServer = typeof document === 'undefined'
  if (isServer && html === undefined) return <div id={id}>{children}</div>
  const markup = isServer ? html : (kept.get(id) ?? document.getElementById(id)?.innerHTML)
  if (!isServer && markup !== undefined) kept.set(id, markup)
  return (
    <div
      id={id}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, as it already stands in the page
      dangerouslySetInnerHTML={{ __html: markup ?? '' }}
    />
  )
}
