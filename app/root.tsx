import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Outlet, useLocation, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useDataLayer } from './client/data-layer.ts'
import { useEnhancedForms } from './client/enhanced-forms.ts'
import { fetchErrorEventName } from './client/fetch-errors.ts'
import { useRevalidateOnBack } from './client/revalidate-on-back.ts'
import { useHydrated } from './client/use-hydrated.ts'
import { CompareTray } from './compare/compare-tray.tsx'
import { useDocumentContext } from './document/document-context.ts'
import { InlineLinks } from './document/inline-links.tsx'
import { PageMeta } from './document/page-meta.tsx'
import { ServerMarkup } from './document/server-markup.tsx'
import { ThemeStyle } from './document/theme-style.tsx'
import { main } from './shell/default-layout.css.ts'
import { DefaultLayout } from './shell/default-layout.tsx'
import { ErrorPage, getErrorStatus } from './shell/error-page.tsx'
import { PageAccountContext } from './ui/post-form/post-form.tsx'
import { ShopLogoContext } from './ui/shop-mark/shop-mark.tsx'
import type { ToastMessage } from './ui/toast/toast.tsx'
import './shell/footer.css.ts'
import { SearchBox } from './search/search-box.tsx'
import { Logo } from './shell/logo.tsx'
import type { RouteHandle } from './shell/route-handle.ts'
import { loadShell, type Shell } from './shell/shell.server.ts'
import { ShellDialogs } from './shell/shell-dialogs.tsx'
import { centred, container } from './styles/shared.css.ts'
import { errorTexts, formatPageTitle } from './texts/pages.ts'
import './styles/reset.css.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { shell, headers } = await loadShell(args)
  return data(shell, { headers })
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  const shopName = data?.shop.name ?? ''
  // Without the shell's data the document has the title.
  const titleTags = data ? [{ title: formatPageTitle(String(getErrorStatus(error)), shopName) }] : []
  if (error) return [...titleTags, { name: 'robots', content: 'noindex' }]
  return [{ title: shopName }, { name: 'description', content: data?.shop.description }]
}

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const shell = useShell()
  const { shopName = '', theme, renderScripts } = useDocumentContext()
  const barColours = theme?.barColours ?? { light: '#005431ff', dark: '#0a3b26' }
  const error = useRouteError()
  const hydratesEagerly = matches.some(({ handle }) => (handle as RouteHandle | undefined)?.hydratesEagerly)
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={barColours.light} suppressHydrationWarning />
        <meta
          name="theme-color"
          content={barColours.dark}
          media="(prefers-color-scheme: dark)"
          suppressHydrationWarning
        />
        <link rel="icon" href="/favicon.svg" />
        {/* Safari finds /apple-touch-icon.png by its name: a link would cost every page its bytes. */}
        <link rel="manifest" href="/manifest.webmanifest" />
        <PageMeta />
        {error !== undefined && !shell && <title>{formatPageTitle(String(getErrorStatus(error)), shopName)}</title>}
        <InlineLinks />
        <ThemeStyle />
      </head>
      <body>
        {children}
        {shell && (
          <ServerMarkup id="scripts">
            {renderScripts?.({ hydratesEagerly, hasAnalyticsConsent: shell.hasAnalyticsConsent })}
          </ServerMarkup>
        )}
      </body>
    </html>
  )
}

let lastShell: Shell | undefined

/** The root's loader data. After a failed call there is none: in the browser the last one is shown. */
function useShell(): Shell | undefined {
  const shell = useRouteLoaderData<Shell>('root')
  if (typeof document === 'undefined') return shell
  if (shell) lastShell = { ...shell, toast: null, analyticsEvents: [] }
  return shell ?? lastShell
}

export default function App() {
  useEnhancedForms()
  useDataLayer()
  useRevalidateOnBack()
  return (
    <PageLayout>
      <Outlet />
    </PageLayout>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { requestId, errorReplacement } = useDocumentContext()
  // Not hydrated yet: the page itself arrived as an error. Later errors come from calls made by scripts.
  const [isFetchError] = useState(useHydrated())
  const supportReference = isFetchError ? null : (
    <ServerMarkup id="codigo">
      {requestId && (
        <p className={centred}>
          {errorTexts.requestId}
          <br />
          {requestId}
        </p>
      )}
    </ServerMarkup>
  )
  return (
    <PageLayout isError>
      {errorReplacement ?? <ErrorPage error={error} isFetchError={isFetchError} supportReference={supportReference} />}
    </PageLayout>
  )
}

/** The page's own layout, or the shop's: that also for an error, since of the failed page's styles there are none. */
function PageLayout({ isError, children }: { isError?: boolean; children: ReactNode }) {
  const shell = useShell()
  const { shopName = '', shopLogo, footer: renderedFooter } = useDocumentContext()
  const isHydrated = useHydrated()
  const toast = useToast(shell?.toast ?? null)
  const { pathname, search } = useLocation()
  const match = useMatches().at(-1)
  const handle = match?.handle as RouteHandle | undefined
  const footer = <ServerMarkup id="rodape">{renderedFooter}</ServerMarkup>
  // The database is unavailable: a reduced page without scripts, still with the footer's legal data.
  if (!shell) {
    return (
      <ShopLogoContext.Provider value={shopLogo}>
        <main className={`${container} ${main}`} id="conteudo">
          <Logo shopName={shopName} />
          {children}
        </main>
        {footer}
      </ShopLogoContext.Provider>
    )
  }

  const { shop, pharmacistChatHref, categories, visitor, accountTag, notice, compareCount } = shell
  const wrapInContexts = (page: ReactNode) => (
    <ShopLogoContext.Provider value={shop.logo}>
      <PageAccountContext.Provider value={accountTag}>{page}</PageAccountContext.Provider>
    </ShopLogoContext.Provider>
  )
  if (handle?.Layout && !isError && handle.hasLayout?.(match?.data) !== false) {
    return wrapInContexts(
      <handle.Layout shopName={shop.name} pharmacistChatHref={pharmacistChatHref} footer={footer} {...toast}>
        {children}
      </handle.Layout>,
    )
  }
  return wrapInContexts(
    <DefaultLayout
      header={{
        shopName: shop.name,
        categories,
        visitor,
        currentPath: pathname,
        searchText: new URLSearchParams(search).get('search') ?? undefined,
        pharmacistChatHref,
      }}
      notice={notice && { ...notice, dismissAction: '/aviso', returnTo: `${pathname}${search}` }}
      footer={footer}
      {...toast}
    >
      {children}
      {isHydrated && (
        <ShellDialogs
          key={pathname}
          currentHref={`${pathname}${search}`}
          hasZipcode={visitor.zipcode !== null}
          isCustomer={visitor.firstName !== null}
          mayAskZipcode={!new URLSearchParams(search).has('pedido') && pathname !== '/cep'}
          search={<SearchBox id="busca-gaveta" />}
        />
      )}
      {compareCount > 0 && /^\/($|categoria|produto|favoritos)/.test(pathname) && (
        <CompareTray productCount={compareCount} />
      )}
    </DefaultLayout>,
  )
}

/**
 * The newest toast, until it is closed: the message of the last response, or of a fetch that failed since. Each gets an id
 * of its own, so that the same words are shown and announced again.
 */
function useToast(responseToast: ToastMessage | null) {
  const [latestToast, setLatestToast] = useState({ id: 0, responseToast, message: responseToast })
  if (latestToast.responseToast !== responseToast)
    setLatestToast({ id: latestToast.id + 1, responseToast, message: responseToast })
  useEffect(() => {
    const handleFetchError = (event: Event) => {
      const text = (event as CustomEvent<string | undefined>).detail ?? errorTexts.fallbackMessage
      setLatestToast(({ id, responseToast }) => ({ id: id + 1, responseToast, message: { text, tone: 'error' } }))
    }
    window.addEventListener(fetchErrorEventName, handleFetchError)
    return () => window.removeEventListener(fetchErrorEventName, handleFetchError)
  }, [])
  return {
    toast: latestToast.message && { ...latestToast.message, id: latestToast.id },
    onToastClose: () => setLatestToast((last) => ({ ...last, message: null })),
  }
}
