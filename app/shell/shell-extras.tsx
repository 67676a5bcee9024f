import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isPlainClick } from '../client/plain-click.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { lazyComponent, NavigateTo } from '../ui/lazy-component/lazy-component.tsx'
import type { PendingProduct } from './zipcode-dialog.tsx'

// Each chunk is loaded when it is first opened.
const ZipcodeDialog = lazyComponent(
  () => import('./zipcode-dialog.tsx'),
  ({ ZipcodeDialog }) => ZipcodeDialog,
  ({ pending }) => <NavigateTo page={`/cep?${new URLSearchParams(pending)}`} />,
)
const MenuDrawer = lazyComponent(
  () => import('./menu-drawer.tsx'),
  ({ MenuDrawer }) => MenuDrawer,
  () => <NavigateTo page="/categorias" />,
)
const QuickView = lazyComponent(
  () => import('./quick-view.tsx'),
  ({ QuickView }) => QuickView,
  ({ path }) => <NavigateTo page={path} />,
)

type ShellExtrasProps = {
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
export function ShellExtras({ mayAskZipcode, search, ...zipcode }: ShellExtrasProps) {
  return (
    <>
      {mayAskZipcode && <ZipcodeExtra {...zipcode} />}
      <MenuExtra />
      <SearchExtra>{search}</SearchExtra>
      <QuickViewExtra />
    </>
  )
}

/** Adding a product needs a postal code, too: the dialog asks for it, and its form then adds the product. */
function ZipcodeExtra({ currentHref, hasZipcode, isCustomer }: Omit<ShellExtrasProps, 'mayAskZipcode' | 'search'>) {
  const [link, closeLink] = useClickedLink(isZipcodeLink)
  const [product, setProduct] = useState<PendingProduct | null>(null)
  useEffect(() => {
    if (hasZipcode) return
    const interceptAdd = (event: SubmitEvent) => {
      const addedProduct = parseAddedProduct(event)
      if (!addedProduct) return
      event.preventDefault()
      setProduct(addedProduct)
    }
    document.addEventListener('submit', interceptAdd, true)
    return () => document.removeEventListener('submit', interceptAdd, true)
  }, [hasZipcode])
  const close = () => {
    closeLink()
    setProduct(null)
  }
  return (
    (link || product) && (
      <ZipcodeDialog pending={{ redirectTo: currentHref, ...product }} isCustomer={isCustomer} onClose={close} />
    )
  )
}

function MenuExtra() {
  const [link, close] = useClickedLink(isMenuLink)
  return link && <MenuDrawer onClose={close} />
}

function SearchExtra({ children }: { children: ReactNode }) {
  const [link, close] = useClickedLink(isSearchLink)
  return (
    <LazyDialog open={link !== null} onOpenChange={close} page="/categoria" title={texts.search} size="drawer">
      <FocusedField>{children}</FocusedField>
    </LazyDialog>
  )
}

function QuickViewExtra() {
  const [link, close] = useClickedLink(isQuickViewLink)
  return link && <QuickView path={link.pathname} onClose={close} />
}

const isZipcodeLink = (link: HTMLAnchorElement) => /^\/cep(\?|$)/.test(link.getAttribute('href') ?? '')
const isMenuLink = (link: HTMLAnchorElement) => link.matches('header a[href="/categorias"]')
const isSearchLink = (link: HTMLAnchorElement) => link.dataset.enhanced === 'search'
const isQuickViewLink = (link: HTMLAnchorElement) => link.dataset.enhanced === 'quick'

/** The last link of its kind that was clicked, in place of following it; null once closed. */
function useClickedLink(matchesLink: (link: HTMLAnchorElement) => boolean): [HTMLAnchorElement | null, () => void] {
  const [clickedLink, setClickedLink] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || !isPlainClick(event) || !matchesLink(link)) return
      event.preventDefault()
      setClickedLink(link)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
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

/** Focuses the field inside. */
function FocusedField({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return <div ref={form}>{children}</div>
}
