/**
 * Extensions and proxies change a page before its scripts start. Where React finds it other than it was sent, it draws the
 * whole page anew; at the end of head and body alone it takes no notice. So what stands first in them, or after the body, is moved
 * there.
 */
export function moveForeignElements(): void {
  const { documentElement, head, body } = document
  for (const element of documentElement.querySelectorAll(':scope>:not(head,body)')) body.append(element)
  for (const ownFirst of [head.querySelector('meta'), body.querySelector(':scope>a,:scope>main')])
    while (ownFirst?.previousElementSibling) ownFirst.parentElement?.append(ownFirst.previousElementSibling)
}

type Control = HTMLInputElement & HTMLDetailsElement

const listControls = () => [...document.querySelectorAll<Control>('input:not([type=hidden]),textarea,select,details')]

/**
 * What a person has done on the page so far. The elements of a page that was drawn anew keep it though nobody sees them any more.
 * @returns what gives it to the page as it is drawn now, if that is another one
 */
export function keepInput(): () => void {
  const { documentElement } = document
  const { scrollX, scrollY } = window
  const oldControls = listControls()
  let focused: EventTarget | null = document.activeElement
  document.addEventListener('focusin', ({ target }) => {
    if (documentElement.isConnected) focused = target
  })
  return () => {
    if (documentElement.isConnected) return
    const newControls = listControls()
    for (const old of oldControls) {
      const index = newControls.findIndex(
        ({ tagName, type, name, id }) =>
          tagName === old.tagName && type === old.type && name === old.name && id === old.id,
      )
      const [control] = index < 0 ? [] : newControls.splice(0, index + 1).slice(-1)
      if (!control) continue
      copyInput(old, control)
      if (old === focused) control.focus()
    }
    scrollTo(scrollX, scrollY)
  }
}

function copyInput(from: Control, to: Control): void {
  to.open = from.open
  to.checked = from.checked
  if (from.type === 'file') to.files = from.files
  else to.value = from.value
}
