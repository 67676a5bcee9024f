import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderSVG } from 'uqr'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { requireOwnOrder } from './surcharge.server.ts'

/** The QR code of the Pix for what a change of an order costs besides. */
export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await requireOwnOrder(args)
  const { surcharges } = args.context.shop.payments
  const charge = await surcharges.chargeSurcharge(customerId, order.id).catch(throwAsErrorPage)
  return new Response(renderSVG(charge.codeOrUrl, { border: 0 }), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=1800' },
  })
}
