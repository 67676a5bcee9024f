import type { LoaderFunctionArgs } from '@remix-run/node'
import { parseId } from '../http/ids.ts'
import { createPrivatePicture } from '../http/private-picture.server.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { requireOwnOrder } from './problems.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await requireOwnOrder(args)
  const { problems } = args.context.shop
  const { id } = await problems
    .getForCustomer(customerId, order.id, parseId(args.params.problemId))
    .catch(throwAsErrorPage)
  const photo = await problems.readPhoto(id, parseId(args.params.photoId)).catch(throwAsErrorPage)
  return createPrivatePicture(photo)
}
