/**
 * What scripts add to the queue: the page is fetched and swapped in place instead of reloaded; a new order is announced by a
 * sound, which a button mutes permanently, and in the document's title. While somebody types or ticks, nothing is swapped, and a
 * new order is announced all the same. Without scripts the page reloads by Refresh.
 */
export const queueScript = `(() => {
  document.querySelector('meta[http-equiv=refresh]')?.remove()
  const isMuted = () => localStorage.getItem('balcao-som') === '0'
  const setUpSoundButton = () => {
    const button = document.querySelector('button[data-on]')
    if (!button) return
    const updateLabel = () => { button.textContent = isMuted() ? button.dataset.on : button.dataset.off }
    updateLabel()
    button.parentElement.hidden = false
    button.onclick = () => { localStorage.setItem('balcao-som', isMuted() ? '1' : '0'); updateLabel() }
  }
  setUpSoundButton()
  const readNewestAt = (root) => Number(root.querySelector('[data-newest]')?.dataset.newest ?? 0)
  const buildRefreshUrl = () => {
    const url = new URL(location.href)
    url.searchParams.set('auto', '1')
    return url
  }
  let lastSeenAt = readNewestAt(document)
  const playSound = () => {
    if (isMuted()) return
    const audio = new AudioContext()
    const oscillator = audio.createOscillator()
    oscillator.frequency.value = 880
    oscillator.connect(audio.destination)
    oscillator.start()
    oscillator.stop(audio.currentTime + 0.25)
  }
  const announceNew = (root) => {
    if (readNewestAt(root) <= lastSeenAt) return
    lastSeenAt = readNewestAt(root)
    playSound()
    document.title = '● ' + document.title.replace(/^● /, '')
  }
  const isBusy = () =>
    document.activeElement?.matches('main input, main select') || document.querySelector('details[open], main input:checked')
  const swap = (newDocument) => {
    const focusedHref = document.activeElement?.getAttribute('href')
    for (const name of ['main', 'footer']) document.querySelector(name).replaceChildren(...newDocument.querySelector(name).childNodes)
    const newNav = newDocument.querySelector('header nav')
    if (newNav) document.querySelector('header nav')?.replaceWith(newNav)
    // The session has ended: nobody's name stays on the screen.
    else document.querySelector('header')?.remove()
    setUpSoundButton()
    if (focusedHref) document.querySelector('main [href="' + CSS.escape(focusedHref) + '"]')?.focus()
  }
  setInterval(async () => {
    if (document.hidden && isMuted()) return
    const response = await fetch(buildRefreshUrl()).catch(() => null)
    // A page behind the last one says so, and counts on.
    if (!response?.ok && response?.status !== 404) return
    const newDocument = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!newDocument.querySelector('[data-queue]')) { if (!isBusy()) location.reload(); return }
    // What somebody fills in is theirs, as long as they are signed in.
    announceNew(newDocument)
    if (!isBusy() || !newDocument.querySelector('header nav')) swap(newDocument)
  }, 10000)
})()`
