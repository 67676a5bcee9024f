import { parseId } from '../http/ids.ts'
import { createStaffLoader } from './staff-pages.server.tsx'

/** A prescription's file as one picture. It is kept nowhere, not by the browser either. */
export const loader = createStaffLoader(async ({ shop, actor, params, url }) => {
  const [id, partId] = [parseId(params.id), parseId(params.partId)]
  const revision = url.searchParams.has('assinado') ? 'signedRevision' : 'file'
  const { prescriptions, quotes } = shop.backoffice
  const picture = url.searchParams.has('orcamento')
    ? await quotes.viewFile(actor, id, partId)
    : await prescriptions.viewFile(actor, id, partId, revision)
  return new Response(new Uint8Array(picture), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
})
