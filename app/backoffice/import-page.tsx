import { z } from 'zod'
import type { Trial } from '#server/backoffice/imports.ts'
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
import { changesFile, errorsFile, showTrial } from './import-trial.tsx'
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
  const token = (name: string) => request.url.searchParams.get(name)
  const [errorsToken, changesToken] = [token('recusas'), token('mudancas')]
  if (errorsToken !== null) return errorsFile(request, errorsToken)
  return changesToken === null ? show(request) : changesFile(request, changesToken)
})

const kinds = ['catalogue', 'offers'] as const

/** 'Publicar' of what was tried. */
const publish = staffForm({
  intent: 'publicar',
  schema: () => z.object({ token: rawText, withdrawals: rawText.transform((text) => Number(text) || 0) }),
  fields: { token: 'teste', withdrawals: 'retirar' },
  run: ({ shop, actor }, { token, withdrawals }) => shop.backoffice.imports.publish(actor, token, withdrawals),
  next: ({ root }, { added, changed, withdrawn }) => ({
    to: `${root}/produtos`,
    flash: texts.published(added, changed, withdrawn),
  }),
})

/** 'Testar arquivo'. */
const tryFile = staffForm({
  intent: 'testar',
  schema: () =>
    z.object({ kind: z.enum(kinds).catch('catalogue'), isWhole: rawText.transform((text) => text === '1') }),
  fields: { kind: 'tipo', isWhole: 'inteiro', file: 'arquivo' },
  run: async ({ shop, actor, form }, { kind, isWhole }) =>
    shop.backoffice.imports.tryFile(actor, {
      kind,
      isWhole: kind === 'catalogue' && isWhole,
      content: await readUpload(form.get('arquivo')),
    }),
  next: async (request, trial) => ({ view: { ...(await showTrial(request, trial)), status: trial.would ? 200 : 422 } }),
})

export const action = staffAction([publish, tryFile], async (request, failedForm) => {
  const trial = failedForm.field === 'retirar' && (await findTrial(request, failedForm.fieldValue('teste')))
  return trial ? showTrial(request, trial, failedForm.message) : show(request, failedForm)
})

/** The trial that an error is about, run again; null when its file is gone. */
async function findTrial({ shop, actor }: StaffRequest, token: string): Promise<Trial | null> {
  return shop.backoffice.imports.tryAgain(actor, token).catch((error: unknown) => {
    if (isShopError(error)) return null
    throw error
  })
}

async function show({ shop, actor, root }: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const columns = shop.backoffice.imports.describeFiles(actor)
  const checkedKind = kinds.find((name) => name === failedForm?.fieldValue('tipo')) ?? 'catalogue'
  const isAboutFile = failedForm?.field === 'arquivo'
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1 className={css.top}>{texts.title}</h1>
        <p className={muted}>{texts.intro}</p>
        {failedForm && !isAboutFile && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <Panel as="div">
          <PostForm className={stack} action={`${root}/produtos/importar`} encType="multipart/form-data">
            <FieldSet legend={texts.kindLegend}>
              {kinds.map((kind) => (
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
              error={isAboutFile ? failedForm.message : null}
            />
            <div className={row}>
              <Button>{texts.try}</Button>
            </div>
          </PostForm>
        </Panel>
        <Panel title={texts.columnsTitle}>
          <DescriptionList
            items={kinds.map((kind) => ({
              name: texts.kindNames[kind],
              value: columnNames(columns[kind]),
            }))}
          />
        </Panel>
      </div>
    ),
  }
}

/** Those of a group of which one is wanted stand there alone. */
function columnNames({ required, oneOf = [], optional }: Columns): string {
  const groups = oneOf.map((group) => [...group])
  const ungroupedColumns = optional.filter((name) => !groups.flat().includes(name))
  return texts.columns([...required], groups, ungroupedColumns)
}
