import type { ReactNode } from 'react'
import { searchFieldId } from '../search/search-box.tsx'
import { container, visuallyHidden } from '../styles/shared.css.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Notice, type NoticeProps } from '../ui/notice/notice.tsx'
import { Toast, type ToastMessage } from '../ui/toast/toast.tsx'
import { BottomBar } from './bottom-bar.tsx'
import * as css from './default-layout.css.ts'
import { Header, type HeaderProps } from './header.tsx'

type DefaultLayoutProps = {
  header: HeaderProps
  notice?: NoticeProps | null
  footer: ReactNode
  /** The last action's message; announced before the page's own content. */
  toast?: ToastMessage | null
  onToastClose?: () => void
  children: ReactNode
}

/** Where a button over the page would cover a field or the next step. */
const formPagePattern =
  /^\/(checkout|cep|login|cadastro|minha-conta|recuperacao-senha|confirmar-email|excluir-conta|desconto-laboratorio|filtros)\b|\/avise-me$/

/** The shop's layout: skip link, notice, header, page, footer, phone bar. */
export function DefaultLayout({ header, notice, footer, toast = null, onToastClose, children }: DefaultLayoutProps) {
  return (
    <>
      <a className={css.skipLink} href="#conteudo">
        {texts.skipToContent}
      </a>{' '}
      <a className={css.skipLink} href={`#${searchFieldId}`} data-enhanced="search">
        {texts.goToSearch}
      </a>
      {notice && <Notice {...notice} />}
      <Header {...header} />
      <Toast message={toast} onClose={onToastClose} />
      <main className={`${container} ${css.main}`} id="conteudo" tabIndex={-1}>
        {children}
      </main>
      {footer}
      {!formPagePattern.test(header.currentPath) && (
        <nav className={css.backToTop} aria-label={texts.onThisPage}>
          <a href="#top">
            <Icon name="down" />
            <span className={visuallyHidden}>{texts.backToTop}</span>
          </a>
        </nav>
      )}
      <BottomBar currentPath={header.currentPath} />
    </>
  )
}
