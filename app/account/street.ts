import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCustomer } from '../http/access.server.ts'

/** The street of `zipcode` as JSON, or null: for the scripts of the address form. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCustomer(args)
  const zipcode = (new URL(args.request.url).searchParams.get('zipcode') ?? '').replace(/\D/g, '')
  const street = zipcode.length === 8 ? await args.context.shop.addresses.findStreet(zipcode) : null
  return Response.json(street)
}
