import type { ReactNode } from 'react'
import { main } from './empty-layout.css.ts'
import { Logo } from './logo.tsx'

type EmptyLayoutProps = { shopName: string; footer?: ReactNode; children: ReactNode }

/** A page with only the shop's name: for steps on the way to a payment, and while the database is unavailable. */
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
