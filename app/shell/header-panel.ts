import { useEffect, useState } from 'react'

/** The panel below the header: the mini bag, or a category's subcategories. */
export type HeaderPanel = {
  header: HTMLElement
  link: HTMLElement
  /** Opened on arrow down: the focus moves into it, and back to the link on Escape. */
  takesFocus?: boolean
} & ({ kind: 'bag' } | { kind: 'category'; href: string })

/** Milliseconds that the pointer must rest on a category (specification, section 9) or the bag to open it, or away to close it. */
const rest = { category: 500, bag: 200, away: 300 }

/**
 * Opens a panel for the header link that the mouse rests on; for the bag also on keyboard focus. Arrow down opens it and moves
 * the focus into it. A touch follows the link, to a page that shows the same. Escape and leaving close the panel.
 */
export function useHeaderPanel(): HeaderPanel | null {
  const [panel, setPanel] = useState<HeaderPanel | null>(null)

  useEffect(() => {
    const header = document.querySelector('header')
    if (!header) return
    let timer = 0
    let open: HeaderPanel | null = null
    const show = (next: HeaderPanel | null) => {
      open = next
      setPanel(next)
    }
    const after = (ms: number, next: HeaderPanel | null) => {
      clearTimeout(timer)
      timer = window.setTimeout(() => show(next), ms)
    }
    const enter = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      if (isInPanel(target)) return clearTimeout(timer)
      const next = panelOf(target, header)
      if (next) after(rest[next.kind], next)
      else after(rest.away, null)
    }
    const leave = () => after(rest.away, null)
    const focus = ({ target, relatedTarget }: FocusEvent) => {
      if (isInPanel(target)) return clearTimeout(timer)
      const next = panelOf(target, header)
      const byKeyboard = target instanceof Element && target.matches(':focus-visible') && !isInPanel(relatedTarget)
      after(rest.bag, next?.kind === 'bag' && byKeyboard ? next : null)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        if (isInPanel(event.target)) open?.link.focus()
        after(0, null)
      }
      const next = event.key === 'ArrowDown' ? panelOf(event.target, header) : null
      if (!next) return
      event.preventDefault()
      after(0, { ...next, takesFocus: true })
    }
    const outside = ({ target }: FocusEvent) => target instanceof Node && !header.contains(target) && after(0, null)
    header.addEventListener('pointerover', enter)
    header.addEventListener('pointerleave', leave)
    header.addEventListener('focusin', focus)
    header.addEventListener('keydown', press)
    document.addEventListener('focusin', outside)
    return () => {
      clearTimeout(timer)
      header.removeEventListener('pointerover', enter)
      header.removeEventListener('pointerleave', leave)
      header.removeEventListener('focusin', focus)
      header.removeEventListener('keydown', press)
      document.removeEventListener('focusin', outside)
    }
  }, [])

  return panel
}

function isInPanel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-header-panel]') !== null
}

/** The panel that belongs to a link of the header. */
function panelOf(target: EventTarget | null, header: HTMLElement): HeaderPanel | null {
  const link = target instanceof Element && !isInPanel(target) ? target.closest('a') : null
  const href = link?.getAttribute('href')
  if (!link || !href) return null
  if (href === '/checkout/sacola') return { header, link, kind: 'bag' }
  return href.startsWith('/categoria/') ? { header, link, kind: 'category', href } : null
}

export function focusFirstLink(): void {
  document.querySelector<HTMLElement>('[data-header-panel] a')?.focus()
}
