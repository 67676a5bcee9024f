import { useCallback, useEffect, useState } from 'react'

/** What hangs under the header: the mini bag, or a category's subcategories. */
export type HeaderPanel = { header: HTMLElement } & ({ kind: 'bag' } | { kind: 'category'; href: string })

/** How long a pointer rests on a category before it opens (specification, section 9), on the bag, and away from both. */
const rest = { category: 500, bag: 200, away: 300 }

/**
 * Opens a panel for the header link under a resting mouse; for the bag also when it is reached by keyboard, for a category
 * on arrow down. Touch follows the links: their pages show the same. Escape and leaving close it.
 */
export function useHeaderPanel(): [HeaderPanel | null, () => void] {
  const [panel, setPanel] = useState<HeaderPanel | null>(null)
  const close = useCallback(() => setPanel(null), [])

  useEffect(() => {
    const header = document.querySelector('header')
    if (!header) return
    let timer = 0
    const after = (ms: number, next: HeaderPanel | null) => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setPanel(next), ms)
    }
    const enter = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      if (isInPanel(target)) return clearTimeout(timer)
      const next = panelOf(target, header)
      if (next) after(rest[next.kind], next)
      else after(rest.away, null)
    }
    const leave = () => after(rest.away, null)
    const focus = ({ target }: FocusEvent) => {
      if (isInPanel(target)) return clearTimeout(timer)
      const next = panelOf(target, header)
      const byKeyboard = target instanceof Element && target.matches(':focus-visible')
      after(rest.bag, next?.kind === 'bag' && byKeyboard ? next : null)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') after(0, null)
      const next = event.key === 'ArrowDown' ? panelOf(event.target, header) : null
      if (!next) return
      event.preventDefault()
      after(0, next)
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

  return [panel, close]
}

function isInPanel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-header-panel]') !== null
}

/** The header's own links say what they open. */
function panelOf(target: EventTarget | null, header: HTMLElement): HeaderPanel | null {
  const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : null
  if (isInPanel(target)) return null
  if (href === '/checkout/sacola') return { header, kind: 'bag' }
  return href?.startsWith('/categoria/') ? { header, kind: 'category', href } : null
}
