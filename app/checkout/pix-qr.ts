import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderSVG } from 'uqr'
import { requirePayableOrder } from '../http/access.server.ts'

/** The QR code of an order's Pix, as a separate picture, which keeps the page small. */
export async function loader(args: LoaderFunctionArgs) {
  const order = await requirePayableOrder(args)
  const charge = await args.context.shop.payments.findCharge(order.customerId, order.id)
  if (charge?.way !== 'pix') throw new Response(null, { status: 404 })
  return new Response(renderSVG(charge.codeOrUrl, { border: 0 }), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=1800' },
  })
}
