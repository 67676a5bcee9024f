import type { LoaderFunctionArgs } from '@remix-run/node'

/** The W3C Web Application Manifest: the shop as an app on a home screen. */
export function loader({ context }: LoaderFunctionArgs) {
  const { profile, palette, isSandbox } = context.shop
  const { name, description, logo } = profile
  const toIcon = (src: string, sizes: string, purpose = 'any') => ({ src, sizes, type: 'image/png', purpose })
  const manifest = {
    name,
    short_name: name,
    description,
    lang: 'pt-BR',
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#faf8f4',
    theme_color: palette?.light.brand ?? '#005431',
    icons:
      logo || isSandbox
        ? [
            toIcon('/icon-192.png', '192x192'),
            toIcon('/icon-512.png', '512x512'),
            toIcon('/icon-maskable-512.png', '512x512', 'maskable'),
          ]
        : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' },
  })
}
