import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { Report } from '#server/problems/problem.ts'
import { requireCustomer } from '../http/access.server.ts'
import { parseId } from '../http/ids.ts'
import { refusalPage } from '../http/responses.server.ts'
import { refusals } from '../texts/refusals.ts'
import type { FieldError } from '../ui/error-summary/error-summary.tsx'

/** The names of the fields, by the domain's words. */
const fieldOf: Record<string, string> = { kind: 'kind', items: 'item', message: 'message' }

/** The customer's own order; 404 for any other. */
export async function ownOrder(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const visitor = await requireCustomer(args)
  const id = parseId(args.params.id)
  const order = await args.context.shop.orders.findOrder(visitor.customer.id, id).catch(refusalPage)
  return { customerId: visitor.customer.id, order }
}

/** What was typed: products that are ticked, with their units. */
export function readReport(
  { context }: ActionFunctionArgs,
  form: FormData,
): { report: Report } | { errors: FieldError[] } {
  const parsed = context.shop.problems.forms.ProblemReport.safeParse({
    kind: form.get('kind') ?? undefined,
    items: form.getAll('item').map((id) => ({ productId: id, units: form.get(`units-${id}`) ?? 1 })),
    message: form.get('message') ?? '',
  })
  if (parsed.success) return { report: parsed.data }
  const errors = parsed.error.issues.map(({ path, message }) => {
    const field = fieldOf[String(path[0])] ?? 'kind'
    return { id: field, message: field === 'item' ? refusals['problem.units']() : message }
  })
  return { errors: errors.filter(({ id }, at) => errors.findIndex((each) => each.id === id) === at) }
}

/** The photos that were chosen. */
export async function photosIn(form: FormData): Promise<Uint8Array[]> {
  const files = form.getAll('file').filter((file) => file instanceof File && file.size > 0) as File[]
  return Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
}
