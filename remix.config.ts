import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  buildEnd: trimManifest,
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
} satisfies VitePluginConfig

/**
 * Browsers fetch the manifest with every shop page's scripts; the back office's pages run none of the framework's. What a page
 * imports is for links that fetch ahead: here the browser's own rules do (app/document/deferred-scripts.tsx).
 */
function trimManifest(): void {
  for (const file of globSync(join(import.meta.dirname, 'build/client/assets/manifest-*.js'))) {
    const [, start, json, end] = /^(window\.__remixManifest=)(.*\})(;?\s*)$/s.exec(readFileSync(file, 'utf8')) ?? []
    if (json === undefined) continue
    const manifest: { routes: Record<string, { path?: string; imports: string[] }> } = JSON.parse(json)
    const shopRoutes = Object.entries(manifest.routes)
      .filter(([, { path }]) => !/^balcao(\/|$)/.test(path ?? ''))
      .map(([id, { imports, ...route }]) => [id, route])
    writeFileSync(file, start + JSON.stringify({ ...manifest, routes: Object.fromEntries(shopRoutes) }) + end)
  }
}

/** Remix names its links and forms for developers, and for that alone a build would have them: no page uses them. */
export function dropDisplayNames(code: string, id: string): string | null {
  if (!id.endsWith('/@remix-run/react/dist/esm/components.js')) return null
  return code.replace(/^\w+\.displayName = .*$/gm, '')
}
