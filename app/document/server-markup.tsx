import type { ReactNode } from 'react'

const markupById = new Map<string, string>()

/**
 * A part of the page that scripts never change: sent as HTML only, without its code and the data it was rendered from. In the
 * browser the markup is read from the page.
 */
export function ServerMarkup({ id, children }: { id: string; children?: ReactNode }) {
  if (typeof document === 'undefined') return <div id={id}>{children}</div>
  const markup = markupById.get(id) ?? document.getElementById(id)?.innerHTML
  if (markup !== undefined) markupById.set(id, markup)
  return (
    <div
      id={id}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, as it already stands in the page
      dangerouslySetInnerHTML={{ __html: markup ?? '' }}
    />
  )
}
