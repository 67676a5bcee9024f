import { parseId } from '../http/ids.ts'
import { deskLoader } from './staff-pages.server.tsx'

/** A prescription's file as one picture. It is kept nowhere, not by the browser either. */
export const loader = deskLoader(async ({ shop, actor, params, url }) => {
  const of = url.searchParams.has('assinado') ? 'signedRevision' : 'file'
  const picture = await shop.counter.prescriptions.lookAtFile(actor, parseId(params.id), parseId(params.part), of)
  return new Response(new Uint8Array(picture), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
})
