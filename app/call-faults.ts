/** How long one path is not reloaded again after a part of it could not be loaded, in milliseconds (specification, section 4). */
const reloadPause = 10_000

/** Heard by the shell, which says the sentence for a call that got no answer at all. */
export const callFaultEvent = 'callfault'

/**
 * What happens when a call made by scripts fails (specification, sections 4 and 8). An answer of 401, but for a login's,
 * means that the session is over: its token is cleared and the page loaded again, as a visitor's. A call without an answer
 * (no connection) leaves the page as it is and says so. Refusals and faults with an answer are the router's: error pages.
 */
export function watchCalls(): void {
  const call = window.fetch
  window.fetch = async (...request) => {
    const answer = await call(...request).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      window.dispatchEvent(new Event(callFaultEvent))
      return nothing
    })
    if (answer.status !== 401 || /^\/login\b/.test(new URL(answer.url).pathname)) return answer
    await call('/sessao', { method: 'POST' })
    location.reload()
    return nothing
  }
  window.addEventListener('vite:preloadError', (event) => {
    if (mayReload()) {
      event.preventDefault()
      location.reload()
    }
  })
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
