import { main } from './empty-layout.css.ts'
import { Logo } from './logo.tsx'
import type { LayoutProps } from './route-handle.ts'

/** A page with only the shop's name: for steps on the way to a payment. */
export function EmptyLayout({ shopName, children }: LayoutProps) {
  return (
    <main className={main} id="conteudo" tabIndex={-1}>
      <Logo shopName={shopName} />
      {children}
    </main>
  )
}
