import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { shellTexts as texts } from '../texts/shell.ts'
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { GoThere, lazyPart } from '../ui/lazy-part/lazy-part.tsx'
import { useHeaderPanel } from './header-panel.ts'
import type { PendingZipcode } from './zipcode-dialog.tsx'

// Each chunk is loaded when it is first opened.
const ZipcodeDialog = lazyPart(
  () => import('./zipcode-dialog.tsx'),
  ({ ZipcodeDialog }) => ZipcodeDialog,
  ({ pending }) => <GoThere page={`/cep?${new URLSearchParams(pending)}`} />,
)
const MenuDrawer = lazyPart(
  () => import('./menu-drawer.tsx'),
  ({ MenuDrawer }) => MenuDrawer,
  () => <GoThere page="/categorias" />,
)
const Panel = lazyPart(
  () => import('./panel.tsx'),
  ({ Panel }) => Panel,
)

type ShellExtrasProps = {
  /** The current path with its query, for forms to return to. */
  currentPage: string
  zipcodeKnown: boolean
  /** False where the query has `pedido`: the specification then keeps the postal code dialog closed. */
  mayAskZipcode: boolean
  /** The search, for the drawer. Passed in, since its code is already loaded with the page. */
  search: ReactNode
}

/**
 * What scripts add to the shell after hydration: certain links open a dialog or a panel instead of their page, which does
 * the same.
 */
export function ShellExtras({ currentPage, zipcodeKnown, mayAskZipcode, search }: ShellExtrasProps) {
  const [pending, setPending] = useState<PendingZipcode | null>(null)
  const [drawer, setDrawer] = useState<'menu' | 'search' | null>(null)
  const panel = useHeaderPanel()
  const closeDrawer = useCallback(() => setDrawer(null), [])
  const closeZipcode = useCallback(() => setPending(null), [])

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = plainlyClicked(event)
      if (!link) return
      const path = link.getAttribute('href')?.split('?')[0]
      if (path === '/cep' && mayAskZipcode) setPending({ redirectTo: currentPage })
      else if (path === '/categorias' && link.closest('header')) setDrawer('menu')
      else if (link.dataset.enhanced === 'search') setDrawer('search')
      else return
      event.preventDefault()
    }
    /** Adding needs a postal code: the dialog asks for it, and its form then adds the product. */
    const ask = (event: SubmitEvent) => {
      const product = zipcodeKnown || !mayAskZipcode ? null : productAdded(event)
      if (!product) return
      event.preventDefault()
      setPending({ redirectTo: currentPage, ...product })
    }
    document.addEventListener('click', open)
    document.addEventListener('submit', ask, true)
    return () => {
      document.removeEventListener('click', open)
      document.removeEventListener('submit', ask, true)
    }
  }, [currentPage, zipcodeKnown, mayAskZipcode])

  return (
    <>
      {pending && mayAskZipcode && <ZipcodeDialog pending={pending} onClose={closeZipcode} />}
      {drawer === 'menu' && <MenuDrawer onClose={closeDrawer} />}
      <LazyDialog
        open={drawer === 'search'}
        onOpenChange={closeDrawer}
        page="/categoria"
        title={texts.search}
        size="drawer"
      >
        <FocusedField>{search}</FocusedField>
      </LazyDialog>
      {panel && createPortal(<Panel key={panel.kind} panel={panel} />, panel.header)}
    </>
  )
}

/** The link that a click would follow in this tab. */
function plainlyClicked(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return null
  return event.target instanceof Element ? event.target.closest('a') : null
}

/** What a product's form would add; null for any other form, or quantities that the server has to refuse. */
function productAdded({ target: form, submitter }: SubmitEvent): { id: string; quantity: string } | null {
  if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.dataset.enhanced === undefined) return null
  if (!new URL(form.action).pathname.startsWith('/produto/')) return null
  const fields = new FormData(form, submitter)
  const [id, quantity] = [String(fields.get('id') ?? ''), String(fields.get('quantity') ?? '1')]
  return /^\d+$/.test(id) && /^[1-9]\d*$/.test(quantity) ? { id, quantity } : null
}

/** Focuses the field inside. */
function FocusedField({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return <div ref={form}>{children}</div>
}
