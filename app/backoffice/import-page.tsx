import { z } from 'zod'
import type { Trial } from '#server/backoffice/imports.ts'
import type { Columns } from '#server/platform/csv/table.ts'
import { isRefusal } from '../http/responses.server.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { importTexts as texts } from '../texts/backoffice/import.ts'
import { Button } from '../ui/button/button.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { Checkbox, FieldSet, Radio, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { changesFile, faultsFile, showTrial } from './import-trial.tsx'
import { Refusal } from './refusal.tsx'
import { asTyped, type Desk, deskLoader, type RefusedForm, staffForm, staffForms } from './staff-pages.server.tsx'
import { contentOf } from './uploads.ts'

export const loader = deskLoader((desk) => {
  const token = (name: string) => desk.url.searchParams.get(name)
  const [refused, changing] = [token('recusas'), token('mudancas')]
  if (refused !== null) return faultsFile(desk, refused)
  return changing === null ? show(desk) : changesFile(desk, changing)
})

const kinds = ['catalogue', 'offers'] as const

/** 'Publicar' of what was tried. */
const publish = staffForm({
  intent: 'publicar',
  schema: () => z.object({ token: asTyped, withdrawals: asTyped.transform((text) => Number(text) || 0) }),
  fields: { token: 'teste', withdrawals: 'retirar' },
  run: ({ shop, actor }, { token, withdrawals }) => shop.counter.imports.publish(actor, token, withdrawals),
  next: ({ root }, { added, changed, withdrawn }) => ({
    to: `${root}/produtos`,
    flash: texts.published(added, changed, withdrawn),
  }),
})

/** 'Testar arquivo'. */
const tryFile = staffForm({
  intent: 'testar',
  schema: () =>
    z.object({ kind: z.enum(kinds).catch('catalogue'), isWhole: asTyped.transform((text) => text === '1') }),
  fields: { kind: 'tipo', isWhole: 'inteiro', file: 'arquivo' },
  run: async ({ shop, actor, form }, { kind, isWhole }) =>
    shop.counter.imports.tryFile(actor, {
      kind,
      isWhole: kind === 'catalogue' && isWhole,
      content: await contentOf(form.get('arquivo')),
    }),
  next: async (desk, trial) => ({ view: { ...(await showTrial(desk, trial)), status: trial.would ? 200 : 422 } }),
})

export const action = staffForms([publish, tryFile], async (desk, refused) => {
  const trial = refused.field === 'retirar' && (await keptTrial(desk, refused.fieldValue('teste')))
  return trial ? showTrial(desk, trial, refused.message) : show(desk, refused)
})

/** The trial that a refusal is about, as it would be now; null when its file is gone. */
async function keptTrial({ shop, actor }: Desk, token: string): Promise<Trial | null> {
  return shop.counter.imports.tryAgain(actor, token).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
}

async function show({ shop, actor, root }: Desk, refused?: RefusedForm): Promise<View> {
  const columns = shop.counter.imports.describeFiles(actor)
  const checkedKind = kinds.find((name) => name === refused?.fieldValue('tipo')) ?? 'catalogue'
  const isAboutFile = refused?.field === 'arquivo'
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1 className={css.top}>{texts.title}</h1>
        <p className={muted}>{texts.intro}</p>
        {refused && !isAboutFile && <Refusal>{refused.message}</Refusal>}
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
              defaultChecked={refused?.fieldValue('inteiro') === '1'}
            />
            <TextField
              label={texts.file}
              hint={texts.fileHint}
              name="arquivo"
              type="file"
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              required
              error={isAboutFile ? refused.message : null}
            />
            <div className={row}>
              <Button>{texts.try}</Button>
            </div>
          </PostForm>
        </Panel>
        <Panel title={texts.columnsTitle}>
          <Facts
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
  const free = optional.filter((name) => !groups.flat().includes(name))
  return texts.columns([...required], groups, free)
}
