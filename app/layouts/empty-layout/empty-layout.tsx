import type { ReactNode } from 'react'
import { Logo } from '../logo/logo.tsx'
import { main } from './empty-layout.css.ts'

type EmptyLayoutProps = { shopName: string; footer?: ReactNode; children: ReactNode }

/** A page with nothing around it but the shop's name: what passes by on the way to a payment, or when nothing else is to be had. */
export function EmptyLayout({ shopName, footer, children }: EmptyLayoutProps) {
  return (
    <>
      <main className={main} id="conteudo">
        <Logo shopName={shopName} />
        {children}
      </main>
      {footer}
    </>
  )
}
