import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** The panel below the header: the mini bag, or a category's subcategories. */
export type HeaderPanel = {
  link: HTMLElement
  /** Opened on arrow down: the focus moves into it, and back to the link on Escape. */
  autoFocus?: boolean | undefined
} & ({ kind: 'bag' } | { kind: 'category'; href: string })

/**
 * Milliseconds that the pointer must rest on a category (specification, section 9) or the bag to open it, or away to close it;
 * and how long the bag stays open after something was added.
 */
const panelDelaysMs = { category: 500, bag: 200, closing: 300, autoClose: 5000 }

/**
 * Opens a panel for the header link that the mouse rests on; for the bag also on keyboard focus. Arrow down opens it and moves
 * the focus into it. A touch follows the link, to a page that shows the same. Escape and leaving close the panel.
 * With a mouse, the bag also opens when something was added to it.
 * @returns the panel to show inside the header, and the header's listeners
 */
export function useHeaderPanel(bagUnitCount: number) {
  const [panel, setPanel] = useState<HeaderPanel | null>(null)
  const timer = useRef(0)
  const cancelTimer = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const schedulePanel = (delayMs: number, nextPanel: HeaderPanel | null) => {
    cancelTimer()
    timer.current = window.setTimeout(() => setPanel(nextPanel), delayMs)
  }

  const previousBagUnitCount = useRef(bagUnitCount)
  useEffect(() => {
    const hasBagGrown = bagUnitCount > previousBagUnitCount.current
    previousBagUnitCount.current = bagUnitCount
    const link = document.querySelector<HTMLElement>('header a[href="/checkout/sacola"]')
    if (
      !hasBagGrown ||
      !link ||
      !matchMedia('(min-width: 64rem) and (hover: hover)').matches ||
      location.pathname.startsWith('/checkout')
    )
      return
    setPanel({ link, kind: 'bag' })
    timer.current = window.setTimeout(() => setPanel(null), panelDelaysMs.autoClose)
  }, [bagUnitCount])

  const listeners = {
    onPointerOver({ target, pointerType }: PointerEvent) {
      if (pointerType !== 'mouse') return
      if (isInPanel(target)) return cancelTimer()
      const nextPanel = findPanel(target)
      schedulePanel(nextPanel ? panelDelaysMs[nextPanel.kind] : panelDelaysMs.closing, nextPanel)
    },
    onPointerLeave: () => schedulePanel(panelDelaysMs.closing, null),
    onFocus({ target, relatedTarget }: FocusEvent) {
      if (isInPanel(target)) return cancelTimer()
      const nextPanel = findPanel(target)
      const isKeyboardFocus = target.matches(':focus-visible') && !isInPanel(relatedTarget)
      schedulePanel(panelDelaysMs.bag, nextPanel?.kind === 'bag' && isKeyboardFocus ? nextPanel : null)
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) schedulePanel(0, null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') {
        if (isInPanel(event.target)) panel?.link.focus()
        schedulePanel(0, null)
      }
      const nextPanel = event.key === 'ArrowDown' ? findPanel(event.target) : null
      if (!nextPanel) return
      event.preventDefault()
      schedulePanel(0, { ...nextPanel, autoFocus: true })
    },
  }
  return { panel, listeners }
}

function isInPanel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-header-panel]') !== null
}

/** The panel that belongs to a link of the header. */
function findPanel(target: EventTarget | null): HeaderPanel | null {
  const link = target instanceof Element && !isInPanel(target) ? target.closest('a') : null
  const href = link?.getAttribute('href')
  if (!link || !href) return null
  if (href === '/checkout/sacola') return { link, kind: 'bag' }
  return href.startsWith('/categoria/') ? { link, kind: 'category', href } : null
}

export function focusFirstPanelLink(): void {
  document.querySelector<HTMLElement>('[data-header-panel] a')?.focus()
}
