import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderSVG } from 'uqr'
import { enter } from '../http/visitor.server.ts'

/** The QR code of an order's Pix, as a separate picture, which keeps the page small. */
export async function loader(args: LoaderFunctionArgs) {
  const order = await enter('payment', args)
  const charge = await args.context.shop.payments.findCharge(order.customerId, order.id)
  if (!charge) throw new Response(null, { status: 404 })
  return new Response(renderSVG(charge.pixCode, { border: 0 }), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=1800' },
  })
}
