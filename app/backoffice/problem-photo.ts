import { parseId } from '../http/ids.ts'
import { createStaffLoader } from './staff-pages.server.tsx'

/** A photo that a customer sent with a problem. It is kept nowhere, not by the browser either. */
export const loader = createStaffLoader(async ({ id, backoffice, params }) => {
  const photo = await backoffice.problems.readPhoto(id, parseId(params.photoId))
  return new Response(new Uint8Array(photo), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
})
