import { throwNotFound } from '../http/responses.server.ts'
import { loadDossierView } from './order-dossier.tsx'
import { loadLabelView, loadPickingListView } from './order-print.tsx'
import { createStaffLoader } from './staff-pages.server.tsx'

export const loader = createStaffLoader((request) => {
  if (request.params.documentType === 'lista') return loadPickingListView(request)
  if (request.params.documentType === 'dossie') return loadDossierView(request)
  return request.params.documentType === 'etiqueta' ? loadLabelView(request) : throwNotFound()
})
