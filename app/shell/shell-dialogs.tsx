import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isPlainClick } from '../client/plain-click.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { createLazyComponent, PageRedirect } from '../ui/lazy-component/lazy-component.tsx'
import type { PendingProduct } from './zipcode-dialog.tsx'

// Each chunk is loaded when it is first opened.
const ZipcodeDialog = createLazyComponent(
  () => import('./zipcode-dialog.tsx'),
  ({ ZipcodeDialog }) => ZipcodeDialog,
  ({ hiddenFields }) => <PageRedirect pageHref={`/cep?${new URLSearchParams(hiddenFields)}`} />,
)
const MenuDrawer = createLazyComponent(
  () => import('./menu-drawer.tsx'),
  ({ MenuDrawer }) => MenuDrawer,
  () => <PageRedirect pageHref="/categorias" />,
)
const QuickView = createLazyComponent(
  () => import('./quick-view.tsx'),
  ({ QuickView }) => QuickView,
  ({ path }) => <PageRedirect pageHref={path} />,
)

type ShellDialogsProps = {
  /** The current path with its query, for forms to return to. */
  currentHref: string
  hasZipcode: boolean
  /** Customers may have addresses to choose from. */
  isCustomer: boolean
  /** False where the query has `pedido`: the specification then keeps the postal code dialog closed. */
  mayAskZipcode: boolean
  /** The search, for the drawer. Passed in, since its code is already loaded with the page. */
  search: ReactNode
}

/** What scripts add to the shell after hydration: certain links open a dialog instead of their page, which does the same. */
export function ShellDialogs({ mayAskZipcode, search, ...zipcodeProps }: ShellDialogsProps) {
  return (
    <>
      {mayAskZipcode && <ZipcodeDialogOpener {...zipcodeProps} />}
      <MenuDrawerOpener />
      <SearchDrawerOpener>{search}</SearchDrawerOpener>
      <QuickViewOpener />
    </>
  )
}

/** Adding a product needs a postal code, too: the dialog asks for it, and its form then adds the product. */
function ZipcodeDialogOpener({
  currentHref,
  hasZipcode,
  isCustomer,
}: Omit<ShellDialogsProps, 'mayAskZipcode' | 'search'>) {
  const [link, clearLink] = useClickedLink(isZipcodeLink)
  const [pendingProduct, setPendingProduct] = useState<PendingProduct | null>(null)
  useEffect(() => {
    if (hasZipcode) return
    const handleSubmit = (event: SubmitEvent) => {
      const addedProduct = parseAddedProduct(event)
      if (!addedProduct) return
      event.preventDefault()
      setPendingProduct(addedProduct)
    }
    document.addEventListener('submit', handleSubmit, true)
    return () => document.removeEventListener('submit', handleSubmit, true)
  }, [hasZipcode])
  const closeDialog = () => {
    clearLink()
    setPendingProduct(null)
  }
  return (
    (link || pendingProduct) && (
      <ZipcodeDialog
        hiddenFields={{ redirectTo: currentHref, ...pendingProduct }}
        isCustomer={isCustomer}
        onClose={closeDialog}
      />
    )
  )
}

function MenuDrawerOpener() {
  const [link, closeDialog] = useClickedLink(isMenuLink)
  return link && <MenuDrawer onClose={closeDialog} />
}

function SearchDrawerOpener({ children }: { children: ReactNode }) {
  const [link, closeDialog] = useClickedLink(isSearchLink)
  return (
    <LazyDialog
      open={link !== null}
      onOpenChange={closeDialog}
      pageHref="/categoria"
      title={texts.search}
      size="drawer"
    >
      <FocusedField>{children}</FocusedField>
    </LazyDialog>
  )
}

function QuickViewOpener() {
  const [link, closeDialog] = useClickedLink(isQuickViewLink)
  return link && <QuickView path={link.pathname} onClose={closeDialog} />
}

const isZipcodeLink = (link: HTMLAnchorElement) => /^\/cep(\?|$)/.test(link.getAttribute('href') ?? '')
const isMenuLink = (link: HTMLAnchorElement) => link.matches('header a[href="/categorias"]')
const isSearchLink = (link: HTMLAnchorElement) => link.dataset.enhanced === 'search'
const isQuickViewLink = (link: HTMLAnchorElement) => link.dataset.enhanced === 'quick'

/** The last link of its kind that was clicked, in place of following it; null once closed. */
function useClickedLink(matchesLink: (link: HTMLAnchorElement) => boolean): [HTMLAnchorElement | null, () => void] {
  const [clickedLink, setClickedLink] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || !isPlainClick(event) || !matchesLink(link)) return
      event.preventDefault()
      setClickedLink(link)
    }
    document.addEventListener('click', handleClick)
    return () => document.removeEventListener('click', handleClick)
  }, [matchesLink])
  return [clickedLink, () => setClickedLink(null)]
}

/** What a product's form would add; null for any other form, or quantities that the server has to refuse. */
function parseAddedProduct({ target: form, submitter }: SubmitEvent): PendingProduct | null {
  if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.dataset.enhanced === undefined) return null
  if (!new URL(form.action).pathname.startsWith('/produto/')) return null
  const fields = new FormData(form, submitter)
  const [id, quantity] = [String(fields.get('id') ?? ''), String(fields.get('quantity') ?? '1')]
  return /^\d+$/.test(id) && /^[1-9]\d*$/.test(quantity) ? { id, quantity } : null
}

function FocusedField({ children }: { children: ReactNode }) {
  const containerRef = useRef<HTMLDivElement>(null)
  useEffect(() => containerRef.current?.querySelector('input')?.focus(), [])
  return <div ref={containerRef}>{children}</div>
}
