import { z } from 'zod'
import type { ImportPreview } from '#server/backoffice/imports.ts'
import type { Columns } from '#server/platform/csv/table.ts'
import { isShopError } from '../http/responses.server.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { importTexts as texts } from '../texts/backoffice/import.ts'
import { Button } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Checkbox, FieldSet, Radio, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { createChangesCsv, createErrorsCsv, loadTrialView } from './import-trial.tsx'
import {
  type FailedForm,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'
import { readUpload } from './uploads.ts'

export const loader = staffLoader((request) => {
  const readParam = (name: string) => request.url.searchParams.get(name)
  const [errorsToken, changesToken] = [readParam('recusas'), readParam('mudancas')]
  if (errorsToken !== null) return createErrorsCsv(request, errorsToken)
  return changesToken === null ? loadView(request) : createChangesCsv(request, changesToken)
})

const fileKinds = ['catalogue', 'offers'] as const

/** 'Publicar' of what was tried. */
const publishForm = staffForm({
  intent: 'publicar',
  schema: () => z.object({ token: rawText, withdrawals: rawText.transform((text) => Number(text) || 0) }),
  fields: { token: 'teste', withdrawals: 'retirar' },
  run: ({ shop, actor }, { token, withdrawals: withdrawalCount }) =>
    shop.backoffice.imports.publish(actor, token, withdrawalCount),
  respond: ({ root }, { added, changed, withdrawn }) => ({
    to: `${root}/produtos`,
    flash: texts.publishedMessage(added, changed, withdrawn),
  }),
})

/** 'Testar arquivo'. */
const testFileForm = staffForm({
  intent: 'testar',
  schema: () =>
    z.object({ kind: z.enum(fileKinds).catch('catalogue'), isWhole: rawText.transform((text) => text === '1') }),
  fields: { kind: 'tipo', isWhole: 'inteiro', file: 'arquivo' },
  run: async ({ shop, actor, formData }, { kind, isWhole }) =>
    shop.backoffice.imports.previewFile(actor, {
      kind,
      isWhole: kind === 'catalogue' && isWhole,
      content: await readUpload(formData.get('arquivo')),
    }),
  respond: async (request, trial) => ({
    view: { ...(await loadTrialView(request, trial)), status: trial.expectedResult ? 200 : 422 },
  }),
})

export const action = staffAction([publishForm, testFileForm], async (request, failedForm) => {
  const trial =
    failedForm.firstErrorFieldId === 'retirar' && (await rerunTrial(request, failedForm.fieldValue('teste')))
  return trial ? loadTrialView(request, trial, failedForm.message) : loadView(request, failedForm)
})

/** The trial that an error is about, run again; null when its file is gone. */
async function rerunTrial({ shop, actor }: StaffRequest, token: string): Promise<ImportPreview | null> {
  return shop.backoffice.imports.previewAgain(actor, token).catch((error: unknown) => {
    if (isShopError(error)) return null
    throw error
  })
}

async function loadView({ shop, actor, root }: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const columns = shop.backoffice.imports.listColumns(actor)
  const checkedKind = fileKinds.find((name) => name === failedForm?.fieldValue('tipo')) ?? 'catalogue'
  const isFileError = failedForm?.firstErrorFieldId === 'arquivo'
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1 className={css.pageHeader}>{texts.title}</h1>
        <p className={muted}>{texts.intro}</p>
        {failedForm && !isFileError && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <Panel as="div">
          <PostForm className={stack} action={`${root}/produtos/importar`} encType="multipart/form-data">
            <FieldSet legend={texts.kindLegend}>
              {fileKinds.map((kind) => (
                <Radio
                  key={kind}
                  label={texts.kinds[kind]}
                  name="tipo"
                  value={kind}
                  defaultChecked={kind === checkedKind}
                />
              ))}
            </FieldSet>
            <Checkbox
              label={texts.wholeCatalogue}
              name="inteiro"
              value="1"
              defaultChecked={failedForm?.fieldValue('inteiro') === '1'}
            />
            <TextField
              label={texts.file}
              hint={texts.fileHint}
              name="arquivo"
              type="file"
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              required
              error={isFileError ? failedForm.message : null}
            />
            <div className={row}>
              <Button>{texts.testFile}</Button>
            </div>
          </PostForm>
        </Panel>
        <Panel title={texts.columnsTitle}>
          <DescriptionList
            items={fileKinds.map((kind) => ({
              name: texts.kindNames[kind],
              value: formatColumns(columns[kind]),
            }))}
          />
        </Panel>
      </div>
    ),
  }
}

/** Those of a group of which one is wanted stand there alone. */
function formatColumns({ required, oneOf = [], optional }: Columns): string {
  const groups = oneOf.map((group) => [...group])
  const ungroupedColumns = optional.filter((name) => !groups.flat().includes(name))
  return texts.columns([...required], groups, ungroupedColumns)
}
