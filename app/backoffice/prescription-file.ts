import { parseId } from '../http/ids.ts'
import { createStaffLoader } from './staff-pages.server.tsx'

/** A prescription's file as one picture. It is kept nowhere, not by the browser either. */
export const loader = createStaffLoader(async ({ id, backoffice, params, url }) => {
  const partId = parseId(params.partId)
  const revision = url.searchParams.has('assinado') ? 'signedRevision' : 'file'
  const picture = url.searchParams.has('orcamento')
    ? await backoffice.quotes.viewFile(id, partId)
    : await backoffice.prescriptions.viewFile(id, partId, revision)
  return new Response(new Uint8Array(picture), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
})
