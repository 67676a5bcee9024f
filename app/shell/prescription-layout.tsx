import { container, outdent, row, spreadRow } from '../styles/shared.css.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Toast } from '../ui/toast/toast.tsx'
import { main, skipLink } from './default-layout.css.ts'
import { Logo } from './logo.tsx'
import { header } from './prescription-layout.css.ts'
import type { LayoutProps } from './route-handle.ts'

/** The layout of the prescription step: only a link back to the bag, help, and the legal data. */
export function PrescriptionLayout(props: LayoutProps) {
  return (
    <>
      <a className={skipLink} href="#conteudo">
        {texts.skipToContent}
      </a>
      <header className={header}>
        <div className={`${container} ${spreadRow}`}>
          <Logo shopName={props.shopName} />
          <div className={`${row} ${outdent}`}>
            <ButtonLink variant="text" href="/checkout/sacola">
              {texts.backToBag}
            </ButtonLink>
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
