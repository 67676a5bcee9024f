import { keepFormToken } from './form-token.ts'
import { serializePosts } from './post-queue.ts'

/** Minimum time between two reloads of one path after a failed lazy import, in milliseconds (specification, section 4). */
const reloadPause = 10_000

/** Event that makes the shell show a toast: the sentence in `detail`, or the default one. */
export const fetchErrorEvent = 'callfault'

/**
 * Handles failed fetches (specification, sections 4 and 8). A 401, except from the login, means that the session is over:
 * its token is cleared and the page is reloaded as a visitor's. A fetch without a response (no connection), or with one
 * that is neither the shop's nor fatal (a proxy's 413), leaves the page as it is and shows a toast. All other responses go
 * to the router.
 */
export function installFetchErrorHandling(): void {
  const call = serializePosts(window.fetch)
  window.fetch = async (...request) => {
    const answer = await call(...request).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      return dispatchToast()
    })
    keepFormToken(answer)
    if (answer.status === 401 && !/^\/login\b/.test(new URL(answer.url).pathname)) {
      await call('/sessao', { method: 'POST' })
      reload()
      return nothing
    }
    return isForeignRefusal(answer) ? dispatchToast(await firstMessage(answer)) : answer
  }
  // The router cancels requests that a newer one replaces, and may leave their promises to nobody: no fault of the page.
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason?.name === 'AbortError') event.preventDefault()
  })
  window.addEventListener('vite:preloadError', (event) => {
    if (mayReload()) {
      event.preventDefault()
      reload()
    }
  })
}

/** The router could not decode it, and would show the fatal page, which is for 404 and 500 to 505 (specification, section 8). */
function isForeignRefusal({ ok, status, headers, url }: Response): boolean {
  const isFatal = status === 404 || (status >= 500 && status <= 505)
  const isRouters = new URL(url).pathname.endsWith('.data')
  return isRouters && !ok && !isFatal && !headers.get('Content-Type')?.startsWith('text/x-script')
}

/** The sentence of `{ errors: [{ message }] }` or `{ message }`, if there is one. */
async function firstMessage(answer: Response): Promise<string | undefined> {
  const body = await answer.json().catch(() => null)
  const message = body?.errors?.[0]?.message ?? body?.message
  return typeof message === 'string' ? message : undefined
}

function dispatchToast(detail?: string): Promise<never> {
  window.dispatchEvent(new CustomEvent(fetchErrorEvent, { detail }))
  return nothing
}

/** Never settles, so that the router does nothing: the page stays as it is, or is being reloaded. */
const nothing = new Promise<never>(() => {})

/** Reloads with a mark that distinguishes it from the browser's own refresh, which the Pix page cancels. */
function reload(): void {
  if ('navigation' in window)
    (window.navigation as { reload(options: object): unknown }).reload({ info: fetchErrorEvent })
  else location.reload()
}

/** A chunk is missing, most likely replaced by a newer build: reload, but not in a loop. */
function mayReload(): boolean {
  const key = `reloaded:${location.pathname}`
  const last = Number(sessionStorage.getItem(key) ?? 0)
  const now = performance.timeOrigin + performance.now()
  if (now - last < reloadPause) return false
  sessionStorage.setItem(key, String(now))
  return true
}
