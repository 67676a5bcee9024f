import { stack } from '../styles/shared.css.ts'
import { recordTexts as texts } from '../texts/backoffice/records.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { IntentRow } from './intent-button.tsx'
import { ProductRecordFields } from './product-record-fields.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const editForm = defineStaffForm({
  intent: 'cadastro',
  schema: ({ backoffice }) => backoffice.records.forms.ProductForm,
  run: ({ backoffice, id, seenHash }, input) => backoffice.records.changeProduct(id, input, seenHash),
  respond: (request) => ({
    to: `${request.rootPath}/produtos/${request.id}`,
    flash: texts.savedMessage,
  }),
})

export const loader = createStaffLoader(loadView)

export const action = createStaffAction([editForm], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const { records } = request.backoffice
  const { record, seenHash } = await records.getProductRecord(request.id)
  const values = request.shop.backoffice.records.forms.toFormValues(record)
  const { field, seenState } = showStaffForm(editForm, request, { texts: texts.fields, values })
  return {
    title: texts.editTitle(record.name ?? ''),
    content: (
      <Panel as="div">
        <PostForm className={stack}>
          <ProductRecordFields field={field} categoryPaths={await records.listCategoryPaths()} />
          {seenState(seenHash)}
          <IntentRow intent="cadastro" label={texts.save} />
        </PostForm>
      </Panel>
    ),
  }
}
