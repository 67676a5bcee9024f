import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCustomer } from '../http/access.server.ts'

/** The street of `zipcode` as JSON, or null: for the scripts of the address form. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCustomer(args)
  const { addresses, delivery } = args.context.shop
  const input = new URL(args.request.url).searchParams.get('zipcode') ?? ''
  const { zipcode } = await delivery.resolveZipcode(input).catch(() => ({ zipcode: null }))
  const street = zipcode === null ? null : await addresses.findStreet(zipcode)
  return Response.json(street)
}
