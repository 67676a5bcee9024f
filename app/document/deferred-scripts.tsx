import { Scripts, useLocation } from '@remix-run/react'
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react'
import { useDocumentContext } from './document-context.ts'
import { pageViewTrackerSource, scriptLoaderSource } from './script-loader.ts'

/**
 * Prefetches a link's page when it is pressed, which is the eagerness of rules that name none. Any earlier would be a guess, and
 * the page might show an outdated bag. Taken away on 2G and 3G (script-loader.ts), where a press that turns out to be the start of
 * scrolling would cost the page that is being read.
 */
const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: ['/produto/*', '/categoria/*'] } }],
})

/**
 * Remix's scripts, deferred: the module that starts the framework is written as inert text, its preloads are left out, and
 * a small inline script starts it later (`script-loader.ts` says when). Until then the page is plain HTML.
 */
export function DeferredScripts({
  hydratesEagerly,
  hasAnalyticsConsent,
}: {
  hydratesEagerly: boolean
  hasAnalyticsConsent: boolean
}) {
  const { hasScripts } = useDocumentContext()
  const { pathname } = useLocation()
  if (!hasScripts) return null
  return (
    <>
      <script
        type="speculationrules"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules
        dangerouslySetInnerHTML={{ __html: speculationRules }}
      />
      {hasAnalyticsConsent && (
        <noscript>
          <img src={`/medida?path=${encodeURIComponent(pathname)}`} alt="" width="1" height="1" />
        </noscript>
      )}
      <InertScripts />
      <script
        data-eager={hydratesEagerly || undefined}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own loader
        dangerouslySetInnerHTML={{ __html: scriptLoaderSource + (hasAnalyticsConsent ? pageViewTrackerSource : '') }}
      />
    </>
  )
}

function InertScripts() {
  const { handoffScript = '' } = useDocumentContext()
  // Scripts is a plain function component: called directly, its hooks run as ours and its elements can be replaced.
  return <>{makeScriptsInert((Scripts as (props: object) => ReactNode)({}), handoffScript)}</>
}

/** Remix's context with the page's data. What is not handed over as a stream needs none. */
function insertHandoffScript(contextScript: string, handoffScript: string): string {
  const cutIndex = handoffScript.startsWith('window.__remixContext.data')
    ? contextScript.indexOf('window.__remixContext.stream')
    : -1
  return (cutIndex < 0 ? contextScript : contextScript.slice(0, cutIndex)) + handoffScript
}

interface ScriptProps {
  children?: ReactNode | undefined
  type?: string | undefined
  id?: string | undefined
  async?: boolean | undefined
  dangerouslySetInnerHTML?: { __html: string } | undefined
}

function makeScriptsInert(tree: ReactNode, handoffScript: string): ReactNode {
  return Children.map(tree, (child) => {
    if (!isValidElement<ScriptProps>(child)) return child
    if (child.type === 'link') return null
    if (child.type === Fragment) return <>{makeScriptsInert(child.props.children, handoffScript)}</>
    if (child.type !== 'script') return child
    const __html = child.props.dangerouslySetInnerHTML?.__html ?? ''
    if (child.props.type !== 'module') {
      return cloneElement(child, { dangerouslySetInnerHTML: { __html: insertHandoffScript(__html, handoffScript) } })
    }
    return cloneElement(child, {
      type: 'text/plain',
      id: 'framework',
      async: undefined,
      dangerouslySetInnerHTML: { __html },
    })
  })
}
