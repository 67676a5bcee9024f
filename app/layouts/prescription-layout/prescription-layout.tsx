import type { ReactNode } from 'react'
import { Toast, type ToastMessage } from '../../components/toast/toast.tsx'
import { wrap } from '../../styles/shared.css.ts'
import { shellTexts as texts } from '../../texts/shell.ts'
import { main, skip } from '../default-layout/default-layout.css.ts'
import { Logo } from '../logo/logo.tsx'
import { header } from './prescription-layout.css.ts'

export type PrescriptionLayoutProps = {
  shopName: string
  helpHref: string
  footer: ReactNode
  toast?: ToastMessage | null
  onToastClose?: () => void
  children: ReactNode
}

/** Sending a prescription, undisturbed: the way back to the bag, help, and the legal data. */
export function PrescriptionLayout(props: PrescriptionLayoutProps) {
  return (
    <>
      <a className={skip} href="#conteudo">
        {texts.skip}
      </a>
      <header className={header}>
        <div className={wrap}>
          <Logo shopName={props.shopName} />
          <div>
            <a href="/checkout/sacola">{texts.backToBag}</a>
            <a href={props.helpHref}>{texts.help}</a>
          </div>
        </div>
      </header>
      <Toast message={props.toast ?? null} onClose={props.onToastClose} />
      <main className={`${wrap} ${main}`} id="conteudo" tabIndex={-1}>
        {props.children}
      </main>
      {props.footer}
    </>
  )
}
