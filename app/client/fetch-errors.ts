import { errorTexts } from '../texts/pages.ts'
import { storeFormToken } from './form-token.ts'
import { queuePosts } from './post-queue.ts'

/** Minimum time between two reloads of one path after a failed lazy import, in milliseconds (specification, section 4). */
const minReloadIntervalMs = 10_000

/** Event that makes the shell show a toast: the message in `detail`, or the default one. */
export const fetchErrorEventName = 'fetcherror'

/**
 * Handles failed fetches (specification, sections 4 and 8). A 401, except from the login, means that the session is over:
 * its token is cleared and the page is reloaded signed out, with a message that the request was not carried out.
 * A fetch without a response (no connection), or with one
 * that is neither the shop's nor fatal (a proxy's 413), leaves the page as it is and shows a toast; so does a form that a
 * proxy answers because the shop is away: what was typed stays. All other responses go to the router.
 */
export function installFetchErrorHandling(): void {
  const queuedFetch = queuePosts(window.fetch)
  window.fetch = async (...args) => {
    const response = await queuedFetch(...args).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      const neverSettlingResponse = showToastAndHalt()
      // The router would show its error page; other callers show their own error.
      if (isRouterRequest(String(args[0]))) return neverSettlingResponse
      throw error
    })
    storeFormToken(response)
    if (response.status === 401 && !/^\/login\b/.test(new URL(response.url).pathname)) {
      const body = new URLSearchParams()
      if (args[1]?.method === 'POST') body.set('lost', '1')
      await queuedFetch('/sessao', { method: 'POST', body })
      reloadPage()
      return neverSettlingPromise
    }
    if (args[1]?.method === 'POST' && isShopAway(response)) return showToastAndHalt(errorTexts.shopAway)
    if (isFatalUpstreamError(response)) throw buildRouteError(response.status)
    return isUndecodableError(response) ? showToastAndHalt(await readFirstMessage(response)) : response
  }
  // The router cancels requests that a newer one replaces, and may leave their promises unhandled; that is not an error.
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason?.name === 'AbortError') event.preventDefault()
  })
  window.addEventListener('vite:preloadError', (event) => {
    if (claimReload()) {
      event.preventDefault()
      reloadPage()
    }
  })
}

function isRouterRequest(url: string): boolean {
  return new URL(url, location.href).pathname.endsWith('.data')
}

/** Not sent by the shop: the router cannot decode it and would report an error of its own. */
function isUndecodableError({ ok, headers, url }: Response): boolean {
  return isRouterRequest(url) && !ok && !headers.get('Content-Type')?.startsWith('text/x-script')
}

function isShopAway(response: Response): boolean {
  return response.status >= 502 && response.status <= 504 && isUndecodableError(response)
}

/** Such a response leads to the fatal page (specification, section 8). */
function isFatalUpstreamError(response: Response): boolean {
  const isFatal = response.status === 404 || (response.status >= 500 && response.status <= 505)
  return isFatal && isUndecodableError(response)
}

/** An error by which the router tells its page the status. */
function buildRouteError(status: number) {
  return { status, statusText: '', internal: false, data: null }
}

/** The message of `{ errors: [{ message }] }` or `{ message }`, if there is one. */
async function readFirstMessage(response: Response): Promise<string | undefined> {
  const body = await response.json().catch(() => null)
  const message = body?.errors?.[0]?.message ?? body?.message
  return typeof message === 'string' ? message : undefined
}

function showToastAndHalt(message?: string): Promise<never> {
  window.dispatchEvent(new CustomEvent(fetchErrorEventName, { detail: message }))
  return neverSettlingPromise
}

/** Never settles, so that the router does nothing: the page stays as it is, or is being reloaded. */
const neverSettlingPromise = new Promise<never>(() => {})

/** Reloads with a mark that distinguishes it from the browser's own refresh, which the Pix page cancels. */
function reloadPage(): void {
  if ('navigation' in window)
    (window.navigation as { reload(options: object): unknown }).reload({ info: fetchErrorEventName })
  else location.reload()
}

/** A chunk is missing, most likely replaced by a newer build: reload, but not in a loop. */
function claimReload(): boolean {
  const storageKey = `reloaded:${location.pathname}`
  const lastReloadMs = Number(sessionStorage.getItem(storageKey) ?? 0)
  const nowMs = performance.timeOrigin + performance.now()
  if (nowMs - lastReloadMs < minReloadIntervalMs) return false
  sessionStorage.setItem(storageKey, String(nowMs))
  return true
}
