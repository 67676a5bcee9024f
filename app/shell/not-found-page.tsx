import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { urlErrorMessages } from '../texts/pages.ts'

/** Whatever no other route matched. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const message = urlErrorMessages.pageNotFound(new URL(request.url).pathname)
  context.logger.warn({ id: context.requestId }, message)
  throw data({ message }, 404)
}

export const action = loader

export default function NotFound() {
  return null
}
