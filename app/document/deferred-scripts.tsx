import { useLocation } from '@remix-run/react'
import { InertScripts } from './handoff.tsx'
import { pageViewTrackerSource, scriptLoaderSource } from './script-loader.ts'

/**
 * Prefetches a link's page when it is pressed, which is the eagerness of rules that name none. Any earlier would be a guess, and
 * the page might show an outdated bag. Taken away on 2G and 3G (script-loader.ts), where a press that turns out to be the start of
 * scrolling would cost the page that is being read.
 */
const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: ['/produto/*', '/categoria/*'] } }],
})

/** What a page knows of how its scripts start. */
export interface ScriptsStart {
  hydratesEagerly: boolean
  hasAnalyticsConsent: boolean
}

/**
 * Remix's scripts, deferred: the module that starts the framework is written as inert text, its preloads are left out, and
 * a small inline script starts it later (`script-loader.ts` says when). Until then the page is plain HTML. Written on the server
 * alone (`ServerMarkup`): the scripts that fetch the framework need not bring themselves along.
 */
export function DeferredScripts({
  handoffScript,
  hydratesEagerly,
  hasAnalyticsConsent,
}: ScriptsStart & { handoffScript: string }) {
  const { pathname } = useLocation()
  return (
    <>
      <script
        type="speculationrules"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules
        dangerouslySetInnerHTML={{ __html: speculationRules }}
      />
      {hasAnalyticsConsent && (
        <noscript>
          <img src={`/medida?path=${encodeURIComponent(pathname)}`} alt="" width="1" height="1" />
        </noscript>
      )}
      <InertScripts handoffScript={handoffScript} />
      <script
        data-eager={hydratesEagerly || undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own loader
        dangerouslySetInnerHTML={{ __html: scriptLoaderSource + (hasAnalyticsConsent ? pageViewTrackerSource : '') }}
      />
    </>
  )
}
