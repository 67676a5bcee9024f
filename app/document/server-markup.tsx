import type { ReactNode } from 'react'

const kept = new Map<string, string>()

/**
 * A part of the page that no script ever changes: sent as HTML alone, without the data it was made of, which every page
 * would carry a second time. In the browser it is what stands in the page.
 * @param html instead of children, where it was made before
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
