import type { ReactNode } from 'react'

const kept = new Map<string, string>()

/**
 * A part of the page that no script ever changes: sent as HTML alone, without the data it was made of, which every page
 * would carry a second time. In the browser it is what stands in the page.
 */
export function ServerMarkup({ id, children }: { id: string; children: ReactNode }) {
  if (typeof document === 'undefined') return <div id={id}>{children}</div>
  const html = kept.get(id) ?? document.getElementById(id)?.innerHTML ?? ''
  kept.set(id, html)
  return (
    <div
      id={id}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, as it already stands in the page
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
