import { redirect } from '@remix-run/node'
import { recordTexts as texts } from '../texts/backoffice/records.ts'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { createStaffLoader } from './staff-pages.server.tsx'

/** The first that waits. */
export const loader = createStaffLoader(async ({ backoffice, rootPath }) => {
  const id = await backoffice.records.findFirstPending()
  if (id !== null) return redirect(`${rootPath}/produtos/completar/${id}`)
  return {
    title: texts.pendingTitle,
    content: (
      <EmptyState icon="check" title={texts.nothingPending} actions={null}>
        {null}
      </EmptyState>
    ),
  }
})
