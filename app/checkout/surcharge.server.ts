import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCustomer } from '../http/access.server.ts'
import { parseId } from '../http/ids.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'

/** The customer's own order; 404 for any other. */
export async function requireOwnOrder(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const order = await args.context.shop.orders.getOrder(customer.id, parseId(args.params.id)).catch(throwAsErrorPage)
  return { customerId: customer.id, order }
}
