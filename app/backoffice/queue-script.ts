/**
 * What scripts add to the queue: the page is fetched and swapped in place instead of reloaded; a new order is announced by a
 * sound, which a button mutes permanently, and in the document's title. Without scripts the page reloads by Refresh.
 */
export const queueScript = `(() => {
  document.querySelector('meta[http-equiv=refresh]')?.remove()
  const isMuted = () => localStorage.getItem('balcao-som') === '0'
  const setUpSoundButton = () => {
    const button = document.querySelector('button[data-on]')
    if (!button) return
    const updateLabel = () => { button.textContent = isMuted() ? button.dataset.on : button.dataset.off }
    updateLabel()
    button.hidden = false
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
  setInterval(async () => {
    if (document.hidden && isMuted()) return
    const isTyping = document.activeElement?.matches('main input, main select')
    if (isTyping || document.querySelector('details[open]')) return
    const response = await fetch(buildRefreshUrl()).catch(() => null)
    if (!response?.ok) return
    const newDocument = new DOMParser().parseFromString(await response.text(), 'text/html')
    const newMain = newDocument.querySelector('main')
    if (!newMain || !newDocument.querySelector('[data-queue]')) { location.reload(); return }
    const focusedHref = document.activeElement?.getAttribute('href')
    document.querySelector('main').replaceChildren(...newMain.childNodes)
    document.querySelector('header nav')?.replaceWith(newDocument.querySelector('header nav'))
    setUpSoundButton()
    if (focusedHref) document.querySelector('main [href="' + CSS.escape(focusedHref) + '"]')?.focus()
    if (readNewestAt(document) > lastSeenAt) { lastSeenAt = readNewestAt(document); playSound(); document.title = '● ' + document.title.replace(/^● /, '') }
  }, 10000)
})()`
