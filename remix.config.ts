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
} satisfies VitePluginConfig
