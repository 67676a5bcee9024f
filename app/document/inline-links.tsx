import { Links } from '@remix-run/react'
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { useHydrated } from '../components/hydrated/hydrated.ts'
import { useDocumentContext } from './document-context.ts'

/**
 * The page's links, its own style sheets written into the head as one: on a slow connection a style sheet of its own would
 * cost the first paint one more round trip. In the browser the text is what the server put there.
 */
export function InlineLinks() {
  const { nonce, stylesheets } = useDocumentContext()
  const hydrated = useHydrated()
  // Links is a plain function component without props: called, its hooks run as ours and its elements can be replaced.
  const links = elementsIn((Links as () => ReactNode)())
  const { text, hrefs } = stylesheets ? inline(links, stylesheets) : inlinedInDocument(links)
  const isInlined = ({ props }: Link) => props.rel === 'stylesheet' && hrefs.has(props.href)
  return (
    <>
      {text && (
        <style
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheets
          dangerouslySetInnerHTML={{ __html: text }}
        />
      )}
      {links.map((link) => {
        if (!isInlined(link)) return link
        // Before its first call Remix would fetch each sheet for which it finds no link. One that is disabled loads nothing.
        return hydrated && <link key={link.key} rel="stylesheet" href={link.props.href} {...{ disabled: true }} />
      })}
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

function inline(links: Link[], stylesheets: ReadonlyMap<string, string>): Inlined {
  const hrefs = hrefsOf(links).filter((href) => stylesheets.has(href))
  return { text: hrefs.map((href) => stylesheets.get(href)).join(''), hrefs: new Set(hrefs) }
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
