import { parseId } from '../http/ids.ts'
import { createPrivatePicture } from '../http/private-picture.server.ts'
import { createStaffLoader } from './staff-pages.server.tsx'

/** A photo that a customer sent with a problem. */
export const loader = createStaffLoader(async ({ id, backoffice, params }) => {
  const photo = await backoffice.problems.readPhoto(id, parseId(params.photoId))
  return createPrivatePicture(photo)
})
