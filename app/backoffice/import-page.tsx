import type { ImportPreview } from '#server/backoffice/imports.ts'
import type { TableColumns } from '#server/platform/csv/table.ts'
import { isShopError } from '../http/responses.server.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { assemblyTexts, importTexts as texts } from '../texts/backoffice/import.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Checkbox, FieldSet, Radio, TextField } from '../ui/field/field.tsx'
import { toCheckboxProps } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { createChangesCsvResponse, createErrorsCsvResponse, loadPreviewView } from './import-preview.tsx'
import { readUpload } from './read-upload.ts'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader((request) => {
  const readParam = (name: string) => request.url.searchParams.get(name)
  const [errorsToken, changesToken] = [readParam('recusas'), readParam('mudancas')]
  if (errorsToken !== null) return createErrorsCsvResponse(request, errorsToken)
  return changesToken === null ? loadView(request) : createChangesCsvResponse(request, changesToken)
})

const fileKinds = ['catalogue', 'offers', 'promotions'] as const

/** 'Publicar': the file that was previewed. */
const publishImportForm = defineStaffForm({
  intent: 'publicar',
  schema: ({ backoffice }) => backoffice.forms.ImportPublication,
  run: ({ backoffice }, { token: previewToken, withdrawals: withdrawnCount }) =>
    backoffice.imports.publishFile(previewToken, withdrawnCount),
  respond: ({ rootPath }, { added: addedCount, changed: changedCount, withdrawn: withdrawnCount }) => ({
    to: `${rootPath}/produtos`,
    flash: texts.publishedMessage(addedCount, changedCount, withdrawnCount),
  }),
})

/** 'Testar arquivo'. */
const previewImportForm = defineStaffForm({
  intent: 'testar',
  schema: ({ backoffice }) => backoffice.forms.ImportPreview,
  run: async ({ backoffice }, { kind, isWholeCatalogue, file }) =>
    backoffice.imports.previewFile({
      kind,
      isWhole: kind === 'catalogue' && isWholeCatalogue,
      content: await readUpload(file),
    }),
  respond: async (request, preview) => ({
    view: { ...(await loadPreviewView(request, preview)), status: preview.expectedResult ? 200 : 422 },
  }),
})

export const action = createStaffAction([publishImportForm, previewImportForm], async (request, failedForm) => {
  const preview =
    failedForm.getFieldError('withdrawals') && (await rerunPreview(request, failedForm.getFieldValue('token')))
  return preview ? loadPreviewView(request, preview) : loadView(request)
})

/** The preview that an error is about, run again; null when its file is gone. */
async function rerunPreview({ backoffice }: StaffRequest, previewToken: string): Promise<ImportPreview | null> {
  return backoffice.imports.previewStoredFile(previewToken).catch((error: unknown) => {
    if (isShopError(error)) return null
    throw error
  })
}

const readKind = (param: string | null) => fileKinds.find((kind) => kind === param) ?? 'catalogue'

async function loadView(request: StaffRequest): Promise<View> {
  const { backoffice, rootPath, url, isAllowed } = request
  const columnsByKind = backoffice.imports.listColumnsByKind()
  const { field } = showStaffForm(previewImportForm, request, {
    texts: texts.fields,
    values: { kind: readKind(url.searchParams.get('tipo')) },
  })
  const { name, label, defaultValue } = field('kind')
  return {
    title: texts.title,
    header: (
      <ButtonLink variant="outline" href={`${rootPath}/produtos/importar/caixa`}>
        {assemblyTexts.link}
      </ButtonLink>
    ),
    content: (
      <>
        <p className={muted}>{texts.intro}</p>
        <Panel as="div">
          <PostForm className={stack} action={`${rootPath}/produtos/importar`} encType="multipart/form-data">
            <FieldSet legend={label}>
              {fileKinds.map((kind) => (
                <Radio
                  key={kind}
                  label={texts.kindDescriptions[kind]}
                  name={name}
                  value={kind}
                  defaultChecked={kind === defaultValue}
                />
              ))}
            </FieldSet>
            <Checkbox {...toCheckboxProps(field('isWholeCatalogue'))} />
            <TextField
              {...field('file')}
              type="file"
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            />
            <div className={row}>
              <Button>{texts.previewFile}</Button>
            </div>
          </PostForm>
        </Panel>
        {isAllowed('products.ceilings') && (
          <Panel title={texts.ceilingsTitle}>
            <p>
              {texts.ceilingsHint} <a href={`${rootPath}/produtos/tetos`}>{texts.ceilingsLink}</a>
            </p>
          </Panel>
        )}
        <Panel title={texts.columnsTitle}>
          <DescriptionList
            items={fileKinds.map((kind) => ({
              name: texts.kindNames[kind],
              value: formatColumns(columnsByKind[kind]),
            }))}
          />
        </Panel>
      </>
    ),
  }
}

function formatColumns({ required, alternativeGroups = [], optional }: TableColumns): string {
  const columnGroups = alternativeGroups.map((group) => [...group])
  const ungroupedColumns = optional.filter((name) => !columnGroups.flat().includes(name))
  return texts.formatColumns([...required], columnGroups, ungroupedColumns)
}
