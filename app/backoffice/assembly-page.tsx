import type { AssemblyPreview } from '#server/backoffice/assemblies.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { importTexts, assemblyTexts as texts } from '../texts/backoffice/import.ts'
import { recordTexts } from '../texts/backoffice/records.ts'
import { formatImportError } from '../texts/import-errors.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { AssemblyColumns, AssemblyCounts, AssemblyRows, ChoiceFields, listBranchOptions } from './assembly-trial.tsx'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { IntentButton, IntentRow } from './intent-button.tsx'
import { readUpload } from './read-upload.ts'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const trialForm = defineStaffForm({
  intent: 'provar',
  schema: ({ backoffice }) => backoffice.assemblies.forms.AssemblyFiles,
  run: async ({ backoffice }, { till, list, branch }) =>
    backoffice.assemblies.previewFiles({
      till: await readUpload(till),
      list: await readUpload(list),
      branchId: Number(branch) || null,
    }),
  respond: async (request, preview) => ({ view: await loadTrialView(request, preview) }),
})

const repeatForm = defineStaffForm({
  intent: 'provar-de-novo',
  schema: ({ backoffice }) => backoffice.assemblies.forms.AssemblyChoice,
  run: ({ backoffice }, { token, choice }) => backoffice.assemblies.previewStoredFiles(token, choice),
  respond: async (request, preview) => ({ view: await loadTrialView(request, preview) }),
})

/** 'Publicar': the files that were tried, read as they were. */
const publishForm = defineStaffForm({
  intent: 'publicar-caixa',
  schema: ({ backoffice }) => backoffice.assemblies.forms.AssemblyChoice,
  run: ({ backoffice }, { token, choice }) => backoffice.assemblies.publishFiles(token, choice),
  respond: ({ rootPath }, { added, changed, countByList }) => ({
    to: `${rootPath}/produtos${countByList.toComplete > 0 ? '/completar' : ''}`,
    flash: texts.publishedMessage(added, changed, countByList.toComplete),
  }),
})

export const loader = createStaffLoader((request) =>
  request.url.searchParams.has('token') ? createNotesResponse(request) : loadView(request),
)

export const action = createStaffAction([publishForm, repeatForm, trialForm], loadView)

/** As CSV: every row that is refused, and what is taken otherwise than it stands. */
async function createNotesResponse({ backoffice, shop, url }: StaffRequest): Promise<Response> {
  const { token, choice } = shop.backoffice.assemblies.forms.AssemblyChoice.parse(Object.fromEntries(url.searchParams))
  const notes = await backoffice.assemblies.listAssemblyNotes(token, choice)
  const rows = notes.map(({ line, reason }) => [line, formatImportError(reason)])
  return createCsvResponse(texts.notesFileName, ['linha', 'motivo'], rows)
}

async function loadView(request: StaffRequest): Promise<View> {
  const { shop, rootPath } = request
  const branches = await shop.delivery.listBranches()
  const { field } = showStaffForm(trialForm, request, { texts: texts.fields })
  return {
    title: texts.title,
    header: (
      <>
        <ButtonLink variant="outline" href={`${rootPath}/produtos/importar`}>
          {importTexts.link}
        </ButtonLink>
        <ButtonLink variant="outline" href={`${rootPath}/produtos/palavras`}>
          {recordTexts.wordsLink}
        </ButtonLink>
      </>
    ),
    content: (
      <>
        <p className={muted}>{texts.intro}</p>
        <Panel as="div">
          <PostForm className={stack} action={`${rootPath}/produtos/importar/caixa`} encType="multipart/form-data">
            <TextField {...field('till')} type="file" accept=".csv,.txt,.xlsx" />
            <TextField {...field('list')} type="file" accept=".xlsx,.csv" />
            <Select {...field('branch')} isOptional={false} options={listBranchOptions(branches)} />
            <IntentRow intent="provar" label={texts.trial} />
          </PostForm>
        </Panel>
      </>
    ),
  }
}

/** What the files would do; where a column was not found, which it may be. */
async function loadTrialView({ shop, rootPath }: StaffRequest, preview: AssemblyPreview): Promise<View> {
  const branches = await shop.delivery.listBranches()
  const path = `${rootPath}/produtos/importar/caixa`
  const { summary } = preview
  return {
    title: texts.title,
    status: summary ? 200 : 422,
    content: (
      <>
        {summary && (
          <>
            <AssemblyCounts summary={summary} />
            <PostForm className={row} action={path}>
              <ChoiceFields preview={preview} />
              <IntentButton intent="publicar-caixa" label={texts.publish} />
              <ButtonLink variant="outline" href={path}>
                {texts.other}
              </ButtonLink>
            </PostForm>
            <AssemblyRows preview={preview} summary={summary} notesPath={path} />
          </>
        )}
        <Panel title={texts.columnsTitle}>
          {!summary && <p role="alert">{texts.columnsMissing}</p>}
          <PostForm className={stack} action={path}>
            <input type="hidden" name="token" value={preview.token} />
            <AssemblyColumns preview={preview} branches={branches} />
            <Button variant="outline" name="intent" value="provar-de-novo">
              {texts.again}
            </Button>
          </PostForm>
        </Panel>
      </>
    ),
  }
}
