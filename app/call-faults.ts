/** How long one path is not reloaded again after a part of it could not be loaded, in milliseconds (specification, section 4). */
const reloadPause = 10_000

/** Heard by the shell, which says its sentence (`detail`), or the usual one where it brings none. */
export const callFaultEvent = 'callfault'

/**
 * What happens when a call made by scripts fails (specification, sections 4 and 8). An answer of 401, but for a login's,
 * means that the session is over: its token is cleared and the page loaded again, as a visitor's. A call without an answer
 * (no connection), or with one that is neither the shop's nor fatal (a proxy's 413), leaves the page as it is and says so.
 * What else comes is the router's: pages, and error pages.
 */
export function watchCalls(): void {
  const call = window.fetch
  window.fetch = async (...request) => {
    const answer = await call(...request).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      return say()
    })
    if (answer.status === 401 && !/^\/login\b/.test(new URL(answer.url).pathname)) {
      await call('/sessao', { method: 'POST' })
      location.reload()
      return nothing
    }
    return isForeignRefusal(answer) ? say(await firstMessage(answer)) : answer
  }
  window.addEventListener('vite:preloadError', (event) => {
    if (mayReload()) {
      event.preventDefault()
      location.reload()
    }
  })
}

/** The router would fail to read it, and show the fatal page, which is for 404 and 500 to 505 (specification, section 8). */
function isForeignRefusal({ ok, status, headers, url }: Response): boolean {
  const isFatal = status === 404 || (status >= 500 && status <= 505)
  const isRouters = new URL(url).pathname.endsWith('.data')
  return isRouters && !ok && !isFatal && !headers.get('Content-Type')?.startsWith('text/x-script')
}

/** The sentence of `{ errors: [{ message }] }` or `{ message }`, if it brings one. */
async function firstMessage(answer: Response): Promise<string | undefined> {
  const body = await answer.json().catch(() => null)
  const message = body?.errors?.[0]?.message ?? body?.message
  return typeof message === 'string' ? message : undefined
}

function say(detail?: string): Promise<never> {
  window.dispatchEvent(new CustomEvent(callFaultEvent, { detail }))
  return nothing
}

/** Never settles: the page stays, or is on its way out. */
const nothing = new Promise<never>(() => {})

/** A part of the program is gone, most likely for a newer one: once per path, not over and over. */
function mayReload(): boolean {
  const key = `reloaded:${location.pathname}`
  const last = Number(sessionStorage.getItem(key) ?? 0)
  const now = performance.timeOrigin + performance.now()
  if (now - last < reloadPause) return false
  sessionStorage.setItem(key, String(now))
  return true
}
