import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireCustomer } from '../http/access.server.ts'
import { createRowReader } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'

/** The names of the fields; the photos are read beside them. Each product that is ticked has its units. */
export const problemReportFields = {
  kind: 'kind',
  items: {
    name: 'item',
    read: createRowReader('item', 'productId', { units: 'units' }, '1'),
  },
  message: 'message',
}

/** The customer's own order; 404 for any other. */
export async function requireOwnOrder(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const visitor = await requireCustomer(args)
  const id = parseId(args.params.id)
  const order = await args.context.shop.orders.getOrder(visitor.customer.id, id).catch(throwAsErrorPage)
  return { customerId: visitor.customer.id, order }
}

export async function readPhotos(form: FormData): Promise<Uint8Array[]> {
  const files = form.getAll('file').filter((file) => file instanceof File && file.size > 0) as File[]
  return Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
}
