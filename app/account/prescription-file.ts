import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCustomer } from '../http/access.server.ts'
import { parseId } from '../http/ids.ts'
import { createPrivatePicture } from '../http/private-picture.server.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'

/** A prescription's file as a picture, for the customer who sent it (LGPD, art. 18). */
export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const partId = parseId(args.params.partId)
  const picture = await args.context.shop.prescriptions.renderCustomerFile(customer.id, partId).catch(throwAsErrorPage)
  return createPrivatePicture(picture, { 'Content-Disposition': `attachment; filename="receita-${partId}.jpg"` })
}
