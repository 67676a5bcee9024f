import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { parseId } from '../http/ids.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { buildNoStoreHeaders, isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatDay } from '../texts/format.ts'
import { orderSharingTexts as orderTexts, bagSharingTexts as texts } from '../texts/shared-bag.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ShareLink } from '../ui/share-link/share-link.tsx'
import { bagPath } from './checkout-paths.ts'

/** The visitor's own bag as a link, or what an order of theirs has, to be sent on. */
export async function loader(args: LoaderFunctionArgs) {
  const orderId = new URL(args.request.url).searchParams.get('pedido')
  const order = orderId === null ? null : await loadOwnOrder(args, orderId)
  const lines = order?.lines ?? (await loadVisitor(args)).bag.lines
  const { links } = args.context.shop.bags
  if (lines.length === 0) throw redirect(order ? toOrderPath(order.id) : bagPath, 303)
  try {
    const url = `${getSiteOrigin(args)}/sacola/${links.createToken(lines)}`
    const { name } = args.context.shop.profile
    const sharedLink = {
      url,
      lastDay: links.getLastValidDay(),
      lineCount: lines.length,
      message: texts.message(name, url),
    }
    return data({ ...sharedLink, orderId: order?.id ?? null }, { headers: buildNoStoreHeaders() })
  } catch (error) {
    throw isShopError(error) ? throwAsErrorPage(error) : error
  }
}

async function loadOwnOrder(args: LoaderFunctionArgs, id: string) {
  const { customer } = await requireCustomer(args)
  return args.context.shop.orders.getOrder(customer.id, parseId(id)).catch(throwAsErrorPage)
}

const toOrderPath = (id: number) => `/minha-conta/pedidos/${id}`

export const headers = buildNoStoreHeaders
export const meta = createNoindexMeta(texts.title)

export default function ShareBagPage() {
  const { url, lastDay, lineCount, message, orderId } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{orderId ? orderTexts.title : texts.title}</h1>
      <p className={muted}>{orderId ? orderTexts.intro(orderId) : texts.intro(lineCount)}</p>
      <Panel as="div">
        <ShareLink url={url} label={texts.label} hint={texts.validUntil(formatDay(lastDay))} message={message} />
      </Panel>
      <p>
        <a href={orderId ? toOrderPath(orderId) : '/checkout/sacola'}>{orderId ? orderTexts.back : texts.back}</a>
      </p>
    </div>
  )
}
