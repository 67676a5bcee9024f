import { parseId } from '../http/ids.ts'
import { createPrivatePicture } from '../http/private-picture.server.ts'
import { createStaffLoader } from './staff-pages.server.tsx'

/** A prescription's file as one picture. */
export const loader = createStaffLoader(async ({ id, backoffice, params, url }) => {
  const partId = parseId(params.partId)
  const revision = url.searchParams.has('assinado') ? 'signedRevision' : 'file'
  const picture = url.searchParams.has('orcamento')
    ? await backoffice.quotes.viewFile(id, partId)
    : await backoffice.prescriptions.viewFile(id, partId, revision)
  return createPrivatePicture(picture)
})
