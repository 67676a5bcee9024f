import type { LoaderFunctionArgs } from '@remix-run/node'
import { refusalPage } from '../answers.server.ts'
import { idFrom } from '../ids.ts'
import { enter } from '../visitor.server.ts'

/** The stored file of a prescription, for the customer who sent it (LGPD, art. 18). */
export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await enter('auth', args)
  const part = idFrom(args.params.part)
  const { type, content } = await args.context.shop.prescriptions.readOwnFile(customer.id, part).catch(refusalPage)
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="receita-${part}.${type.split('/')[1]}"`,
      'Cache-Control': 'no-store',
    },
  })
}
