import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { VitePluginConfig } from '@remix-run/dev'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true
  }
}

/**
 * The Remix plugin's options, the flags on the way to React Router 7. Remix itself would not read this file: vite.config.ts
 * imports it. Routes are not discovered lazily (React Router's `routeDiscovery: initial`): pages here are documents, and a
 * separate manifest, fetched when scripts start, keeps every page's HTML smaller.
 */
export default {
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
  buildEnd: () => globSync('build/client/assets/manifest-*.js').forEach(withoutCounter),
} satisfies VitePluginConfig

/** What is false is as good as left out. */
const unlessFalse = (name: string, value: unknown) => (name.startsWith('has') && value === false ? undefined : value)

/** The browser's list of routes: no page of the shop leads to the counter, whose addresses are nobody else's concern, and weigh. */
function withoutCounter(file: string): void {
  const text = readFileSync(file, 'utf8')
  // The route of the web app's own manifest has a file of that name, too.
  if (!text.startsWith('window.__remixManifest=')) return
  const start = text.indexOf('{')
  const list = JSON.parse(text.slice(start, text.lastIndexOf('}') + 1)) as { routes: Record<string, object> }
  const routes = Object.entries(list.routes).filter(([id]) => !id.startsWith('backoffice/'))
  writeFileSync(
    file,
    `${text.slice(0, start)}${JSON.stringify({ ...list, routes: Object.fromEntries(routes) }, unlessFalse)};`,
  )
}
