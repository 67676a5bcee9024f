import { useLocation } from '@remix-run/react'
import { container, outdent, row, spreadRow } from '../styles/shared.css.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Toast } from '../ui/toast/toast.tsx'
import { header } from './checkout-layout.css.ts'
import { main, skipLink } from './default-layout.css.ts'
import { Logo } from './logo.tsx'
import type { LayoutProps } from './route-handle.ts'

/**
 * The layout of what comes after the bag: only the way back, help, and the legal data. No search and no tabs, which lead away
 * from what is nearly bought.
 */
export function CheckoutLayout(props: LayoutProps) {
  return (
    <>
      <a className={skipLink} href="#conteudo">
        {texts.skipToContent}
      </a>
      <header className={header}>
        <div className={`${container} ${spreadRow}`}>
          <Logo shopName={props.shopName} />
          <div className={`${row} ${outdent}`}>
            <BackLink />
            <ButtonLink variant="text" href={props.pharmacistChatHref}>
              {texts.help}
            </ButtonLink>
          </div>
        </div>
      </header>
      <Toast message={props.toast ?? null} onClose={props.onToastClose} />
      <main className={`${container} ${main}`} id="conteudo" tabIndex={-1}>
        {props.children}
      </main>
      {props.footer}
    </>
  )
}

/** Once the order is placed its bag is empty: then the way back is the order. */
function BackLink() {
  const [, orderId] = /^\/checkout\/(\d+)/.exec(useLocation().pathname) ?? []
  return (
    <ButtonLink variant="text" href={orderId ? `/minha-conta/pedidos/${orderId}` : '/checkout/sacola'}>
      {orderId ? texts.viewOrder : texts.backToBag}
    </ButtonLink>
  )
}
