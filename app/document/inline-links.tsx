import { Links } from '@remix-run/react'
import { Children, Fragment, isValidElement, type ReactNode } from 'react'
import { useHydrated } from '../components/hydrated/hydrated.ts'
import { useDocumentContext } from './document-context.ts'

/**
 * The page's links, its own style sheets written into the head: on a slow connection a style sheet of its own would cost
 * the first paint one more round trip. In the browser the text is found where the server put it.
 */
export function InlineLinks() {
  const { nonce, stylesheets } = useDocumentContext()
  const hydrated = useHydrated()
  const textOf = stylesheets ? (href: string) => stylesheets.get(href) : textInDocument
  // Links is a plain function component without props: called, its hooks run as ours and its elements can be replaced.
  return <>{replaceStylesheets((Links as () => ReactNode)(), { nonce, textOf, hydrated })}</>
}

interface Inlining {
  nonce: string | undefined
  textOf: (href: string) => string | undefined
  hydrated: boolean
}

function replaceStylesheets(tree: ReactNode, inlining: Inlining): ReactNode {
  const { nonce, textOf, hydrated } = inlining
  return Children.map(tree, (child) => {
    if (!isValidElement<{ children?: ReactNode; rel?: string; href?: string }>(child)) return child
    if (child.type === Fragment) return <>{replaceStylesheets(child.props.children, inlining)}</>
    if (child.type !== 'link' || child.props.rel !== 'stylesheet') return child
    const { href = '' } = child.props
    const text = textOf(href)
    if (text === undefined) return child
    return (
      <Fragment key={href}>
        <style
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheet
          dangerouslySetInnerHTML={{ __html: text }}
        />
        {/* Before its first call Remix would fetch each sheet for which it finds no link. One that is disabled loads nothing. */}
        {hydrated && <link rel="stylesheet" href={href} {...{ disabled: true }} />}
      </Fragment>
    )
  })
}

const found = new Map<string, string>()
let waiting: string[] | undefined

/**
 * The head's styles stand in the order in which the page that comes alive asks for them, so that they need no names.
 * Sheets of pages visited later arrive as ordinary links.
 */
function textInDocument(href: string): string | undefined {
  waiting ??= [...document.head.querySelectorAll('style[nonce]')].map((style) => style.textContent ?? '')
  if (!found.has(href)) {
    const text = waiting.shift()
    if (text !== undefined) found.set(href, text)
  }
  return found.get(href)
}
