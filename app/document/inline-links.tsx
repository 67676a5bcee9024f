import { Links } from '@remix-run/react'
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, useEffect } from 'react'
import { useDocumentContext } from './document-context.ts'

/**
 * The page's links, its own style sheets written into the head as one: on a slow connection a style sheet of its own would
 * cost the first paint one more round trip. In the browser the text is what the server put there.
 */
export function InlineLinks() {
  const { nonce, stylesheets, setStyles } = useDocumentContext()
  // Links is a plain function component without props: called, its hooks run as ours and its elements can be replaced.
  const links = elementsIn((Links as () => ReactNode)())
  const { text, hrefs } = stylesheets ? inline(links, stylesheets) : inlinedInDocument(links)
  const isInlined = ({ props }: Link) => props.rel === 'stylesheet' && hrefs.has(props.href)
  useEffect(markAsFetched, [])
  return (
    <>
      {text && (
        <style
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheets
          dangerouslySetInnerHTML={{ __html: setStyles ? setStyles(text) : text }}
        />
      )}
      {links.filter((link) => !isInlined(link))}
    </>
  )
}

type Link = ReactElement<{ rel?: string; href: string; children?: ReactNode }>

function elementsIn(tree: ReactNode): Link[] {
  return Children.toArray(tree).flatMap((child) => {
    if (!isValidElement<Link['props']>(child)) return []
    return child.type === Fragment ? elementsIn(child.props.children) : [child]
  })
}

interface Inlined {
  text: string
  hrefs: ReadonlySet<string>
}

const joined = new Map<string, string>()

/** Pages of one sort share one text: by being the same it is known again (server/web/page-text.ts). */
function inline(links: Link[], stylesheets: ReadonlyMap<string, string>): Inlined {
  const hrefs = hrefsOf(links).filter((href) => stylesheets.has(href))
  const sort = hrefs.join(' ')
  const text = joined.get(sort) ?? hrefs.map((href) => stylesheets.get(href)).join('')
  joined.set(sort, text)
  return { text, hrefs: new Set(hrefs) }
}

let found: Inlined | undefined

/** What the page that comes alive asks for stands in its head. Sheets of pages visited later arrive as ordinary links. */
function inlinedInDocument(links: Link[]): Inlined {
  if (!found) {
    const text = document.head.querySelector('style[nonce]')?.textContent ?? ''
    found = { text, hrefs: new Set(text ? hrefsOf(links) : []) }
  }
  return found
}

function hrefsOf(links: Link[]): string[] {
  return links.filter(({ props }) => props.rel === 'stylesheet').map(({ props }) => props.href)
}

/**
 * Before a call Remix fetches each sheet for which it finds no link, and so does Vite before a part that is fetched later.
 * They find one that is disabled: it loads nothing. The head's effects run before the body's, which may fetch parts.
 */
function markAsFetched() {
  for (const href of found?.hrefs ?? []) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.setAttribute('disabled', '')
    link.href = href
    document.head.append(link)
  }
}
