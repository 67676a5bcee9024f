import { useFetcher } from '@remix-run/react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CategoryIndex, type IndexedCategory } from '../../components/category-index/category-index.tsx'
import { LazyDialog } from '../../components/dialog/lazy-dialog.tsx'
import { shellTexts as texts } from '../../texts/shell.ts'
import { type HeaderPanel, useHeaderPanel } from './header-panel.ts'
import { MiniBag, type MiniBagProps } from './mini-bag.tsx'
import * as css from './shell-extras.css.ts'
import { type PendingZipcode, ZipcodeDialog } from './zipcode-dialog.tsx'

export type ShellExtrasProps = {
  /** The page, with its query: where a form leads back to. */
  currentPage: string
  zipcodeKnown: boolean
  /** The specification closes the postal code dialog where the query `pedido` is present. */
  mayAskZipcode: boolean
  /** The search, for the drawer. Handed in, since the page has it already. */
  search: ReactNode
}

/**
 * What scripts add to the shell, fetched once the page has come alive: links that open a page open a window or a panel
 * instead. Each link keeps leading to a page that does the same.
 */
export function ShellExtras({ currentPage, zipcodeKnown, mayAskZipcode, search }: ShellExtrasProps) {
  const [pending, setPending] = useState<PendingZipcode | null>(null)
  const [drawer, setDrawer] = useState<'menu' | 'search' | null>(null)
  const [panel, closePanel] = useHeaderPanel()
  const closeDrawer = useCallback(() => setDrawer(null), [])
  const closeZipcode = useCallback(() => setPending(null), [])

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return
      const path = link.getAttribute('href')
      if (path === '/cep' && mayAskZipcode) setPending({ redirectTo: currentPage })
      else if (path === '/categorias' && link.closest('header')) setDrawer('menu')
      else if (link.dataset.enhanced === 'search') setDrawer('search')
      else return
      event.preventDefault()
    }
    /** Adding needs a postal code first: it is asked for here, and the product added with it. */
    const ask = (event: SubmitEvent) => {
      const { target: form, submitter } = event
      if (zipcodeKnown || !mayAskZipcode || !(form instanceof HTMLFormElement) || form.method !== 'post') return
      if (form.dataset.enhanced === undefined || !new URL(form.action).pathname.startsWith('/produto/')) return
      const fields = new FormData(form, submitter)
      const [id, quantity] = [String(fields.get('id') ?? ''), String(fields.get('quantity') ?? '1')]
      if (!/^\d+$/.test(id) || !/^[1-9]\d*$/.test(quantity)) return
      event.preventDefault()
      setPending({ redirectTo: currentPage, id, quantity })
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
      <LazyDialog
        open={drawer === 'menu'}
        onOpenChange={closeDrawer}
        page="/categorias"
        title={texts.categories}
        size="drawer"
      >
        <Categories />
      </LazyDialog>
      <LazyDialog
        open={drawer === 'search'}
        onOpenChange={closeDrawer}
        page="/categoria"
        title={texts.search}
        size="drawer"
      >
        <FocusedField>{search}</FocusedField>
      </LazyDialog>
      {panel && createPortal(<Panel key={`${panel.kind}`} panel={panel} onClose={closePanel} />, panel.header)}
    </>
  )
}

function Panel({ panel, onClose }: { panel: HeaderPanel; onClose: () => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the links in it belong to
    <div
      className={panel.kind === 'bag' ? css.panel : `${css.panel} ${css.wide}`}
      data-header-panel
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {panel.kind === 'bag' ? <Bag /> : <Categories only={panel.href} />}
    </div>
  )
}

function Bag() {
  const { load, data } = useFetcher<MiniBagProps>({ key: 'mini-bag' })
  useEffect(() => load('/mini-sacola'), [load])
  return data ? <MiniBag {...data} /> : <p>{texts.loading}</p>
}

/** A form whose field can be typed into at once. */
function FocusedField({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return <div ref={form}>{children}</div>
}

/** All categories, or one's subcategories alone. */
function Categories({ only }: { only?: string }) {
  const { load, data } = useFetcher<{ categories: IndexedCategory[] }>({ key: 'categories' })
  useEffect(() => load('/categorias'), [load])
  if (!data) return <p>{texts.loading}</p>
  if (only === undefined) return <CategoryIndex categories={data.categories} />
  return (
    <ul className={css.children}>
      {data.categories
        .find(({ href }) => href === only)
        ?.children.map(({ name, href }) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
    </ul>
  )
}
