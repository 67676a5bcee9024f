import { Links } from '@remix-run/react'
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, useEffect } from 'react'
import { useDocumentContext } from './document-context.ts'

/**
 * The page's links, with its style sheets inlined into the head: on a slow connection an external style sheet would delay
 * the first paint by a round trip. In the browser the text is the one the server inlined.
 */
export function InlineLinks() {
  const { stylesheets } = useDocumentContext()
  // Links is a plain function component without props: called directly, its hooks run as ours and its elements can be replaced.
  const linkElements = listElements((Links as () => ReactNode)())
  const { css, hrefs } = stylesheets
    ? inlineStylesheets(linkElements, stylesheets)
    : readInlinedStylesheets(linkElements)
  const isInlined = ({ props }: LinkElement) => props.rel === 'stylesheet' && hrefs.has(props.href)
  useEffect(markStylesheetsAsFetched, [])
  return (
    <>
      {css && (
        <style
          id={styleElementId}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheets
          dangerouslySetInnerHTML={{ __html: css }}
        />
      )}
      {linkElements.filter((link) => !isInlined(link))}
    </>
  )
}

const styleElementId = 'styles'

type LinkElement = ReactElement<{ rel?: string; href: string; children?: ReactNode }>

function listElements(tree: ReactNode): LinkElement[] {
  return Children.toArray(tree).flatMap((child) => {
    if (!isValidElement<LinkElement['props']>(child)) return []
    return child.type === Fragment ? listElements(child.props.children) : [child]
  })
}

interface InlinedStylesheets {
  css: string
  hrefs: ReadonlySet<string>
}

function inlineStylesheets(links: LinkElement[], stylesheets: ReadonlyMap<string, string>): InlinedStylesheets {
  const hrefs = listStylesheetHrefs(links).filter((href) => stylesheets.has(href))
  return { css: hrefs.map((href) => stylesheets.get(href)).join(''), hrefs: new Set(hrefs) }
}

let inlinedStylesheets: InlinedStylesheets | undefined

/** While hydrating, the style sheets are those inlined in the head. Those of pages visited later arrive as ordinary links. */
function readInlinedStylesheets(links: LinkElement[]): InlinedStylesheets {
  if (!inlinedStylesheets) {
    const css = document.getElementById(styleElementId)?.textContent ?? ''
    inlinedStylesheets = { css, hrefs: new Set(css ? listStylesheetHrefs(links) : []) }
  }
  return inlinedStylesheets
}

function listStylesheetHrefs(links: LinkElement[]): string[] {
  return links.filter(({ props }) => props.rel === 'stylesheet').map(({ props }) => props.href)
}

/** The files of what few pages show when they arrive (vite.config.ts). */
const rareStylesheet = /\/(rare\w+)-[\w-]+\.css$/

/** Stands in a page's styles for such a file where the page shows nothing of it. */
const formatOmission = (href: string) => `/*${rareStylesheet.exec(href)?.[1]}*/`

interface RareStylesheet {
  css: string
  omission: string
  /** Of a page that shows something of it. */
  use: RegExp
}

// Compiled once: an expression that is new for each page costs more than all of its search.
const rareStylesheetsByBuild = new WeakMap<ReadonlyMap<string, string>, RareStylesheet[]>()

function listRareStylesheets(stylesheets: ReadonlyMap<string, string>): RareStylesheet[] {
  return [...stylesheets]
    .filter(([href]) => rareStylesheet.test(href))
    .map(([href, css]) => {
      // The first class of each selector is of what it styles; others may stand in it.
      const classNames = new Set(css.match(/(?<=(^|[{},])\.)\w+/g))
      return { css, omission: formatOmission(href), use: new RegExp(`["\\s](?:${[...classNames].join('|')})["\\s]`) }
    })
}

/** A page's HTML, without the styles of messages and the like where it shows none: its scripts fetch them. */
export function leaveOutRareStyles(html: string, stylesheets: ReadonlyMap<string, string>): string {
  const rareStylesheets = rareStylesheetsByBuild.get(stylesheets) ?? listRareStylesheets(stylesheets)
  rareStylesheetsByBuild.set(stylesheets, rareStylesheets)
  return rareStylesheets.reduce(
    (text, { css, omission, use }) => (use.test(text) ? text : text.replace(css, omission)),
    html,
  )
}

/**
 * Before a navigation Remix fetches each style sheet without a link in the document, and so does Vite before a lazy import.
 * A disabled link satisfies both and loads nothing. The head's effects run before the body's, which may import lazily.
 */
function markStylesheetsAsFetched() {
  const { hrefs = [], css = '' } = inlinedStylesheets ?? {}
  for (const href of hrefs) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    if (!css.includes(formatOmission(href))) link.setAttribute('disabled', '')
    link.href = href
    document.head.append(link)
  }
}
