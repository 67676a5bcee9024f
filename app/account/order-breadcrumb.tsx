import { accountTexts } from '../texts/account.ts'
import { orderTexts } from '../texts/orders.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'

type OrderBreadcrumbProps = { orderId: number /** Of a page of the order; its own has none. */; title?: string }

export function OrderBreadcrumb({ orderId, title }: OrderBreadcrumbProps) {
  const name = accountTexts.order(orderId)
  return (
    <Breadcrumb
      items={[
        { name: accountTexts.title, href: '/minha-conta' },
        { name: orderTexts.backToOrders, href: '/minha-conta?section=pedidos' },
        ...(title === undefined ? [{ name }] : [{ name, href: `/minha-conta/pedidos/${orderId}` }, { name: title }]),
      ]}
    />
  )
}
