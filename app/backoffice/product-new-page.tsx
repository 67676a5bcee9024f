import { muted, stack } from '../styles/shared.css.ts'
import { recordTexts as texts } from '../texts/backoffice/records.ts'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { IntentRow } from './intent-button.tsx'
import { ProductRecordFields } from './product-record-fields.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const addForm = defineStaffForm({
  intent: 'criar-produto',
  schema: ({ backoffice }) => backoffice.records.forms.NewProductForm,
  run: ({ backoffice }, input) => backoffice.records.addProduct(input),
  respond: ({ rootPath }, { id }) => ({ to: `${rootPath}/produtos/${id}`, flash: texts.addedMessage }),
})

export const loader = createStaffLoader(loadView)

export const action = createStaffAction([addForm], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const categoryPaths = await request.backoffice.records.listCategoryPaths()
  const { field } = showStaffForm(addForm, request, { texts: { ...texts.fields, ...texts.newFields } })
  return {
    title: texts.newTitle,
    content: (
      <>
        <p className={muted}>{texts.newIntro}</p>
        <Panel as="div">
          <PostForm className={stack}>
            <ProductRecordFields field={field} categoryPaths={categoryPaths} />
            <TextField {...field('sku')} />
            <TextField {...field('price')} />
            <IntentRow intent="criar-produto" label={texts.save} />
          </PostForm>
        </Panel>
      </>
    ),
  }
}
