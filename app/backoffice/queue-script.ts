/**
 * What scripts add to the queue: instead of loading the page again it is fetched and put in place, a new order is announced by
 * a sound, which a button mutes for good, and by the window's title. Without scripts the page asks for itself by Refresh.
 */
export const queueScript = `(() => {
  document.querySelector('meta[http-equiv=refresh]')?.remove()
  const muted = () => localStorage.getItem('balcao-som') === '0'
  const place = () => {
    const button = document.querySelector('button[data-on]')
    if (!button) return
    const name = () => { button.textContent = muted() ? button.dataset.on : button.dataset.off }
    name()
    button.hidden = false
    button.onclick = () => { localStorage.setItem('balcao-som', muted() ? '1' : '0'); name() }
  }
  place()
  const newest = (root) => Number(root.querySelector('[data-newest]')?.dataset.newest ?? 0)
  const quietly = () => {
    const url = new URL(location.href)
    url.searchParams.set('auto', '1')
    return url
  }
  let seen = newest(document)
  const ring = () => {
    if (muted()) return
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    tone.frequency.value = 880
    tone.connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + 0.25)
  }
  setInterval(async () => {
    if (document.hidden && muted()) return
    const typing = document.activeElement?.matches('main input, main select')
    if (typing || document.querySelector('details[open]')) return
    const answer = await fetch(quietly()).catch(() => null)
    if (!answer?.ok) return
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const main = next.querySelector('main')
    if (!main || !next.querySelector('[data-queue]')) { location.reload(); return }
    const focused = document.activeElement?.getAttribute('href')
    document.querySelector('main').replaceChildren(...main.childNodes)
    document.querySelector('header nav')?.replaceWith(next.querySelector('header nav'))
    place()
    if (focused) document.querySelector('main [href="' + CSS.escape(focused) + '"]')?.focus()
    if (newest(document) > seen) { seen = newest(document); ring(); document.title = '● ' + document.title.replace(/^● /, '') }
  }, 10000)
})()`
