import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireCustomer } from '../http/access.server.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { isValidExportTicket } from './data-export.server.ts'

/** Everything the shop stores about the customer, as a download (LGPD, art. 18), once the password was given again. */
export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const ticket = new URL(args.request.url).searchParams.get('ticket')
  if (!isValidExportTicket(args.context, customer.id, ticket)) throw redirect('/minha-conta/meus-dados', 303)
  const { prescriptions, ...otherData } = await args.context.shop.exportPersonalData(customer.id)
  const fileBaseUrl = `${getSiteOrigin(args)}/minha-conta/receitas/`
  const personalData = {
    ...otherData,
    prescriptions: prescriptions.map(({ parts, ...prescription }) => ({
      ...prescription,
      parts: parts.map((part) => ({ ...part, file: part.fileType && fileBaseUrl + part.id })),
    })),
  }
  return new Response(JSON.stringify(personalData, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="meus-dados.json"',
      'Cache-Control': 'no-store',
    },
  })
}
