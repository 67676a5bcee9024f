import type { Trial } from '#server/counter/import-desk.ts'
import type { PlannedChange } from '#server/platform/csv/checked-rows.ts'
import type { Columns } from '#server/platform/csv/csv-file.ts'
import { isRefusal } from '../http/responses.server.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { importTexts as texts } from '../texts/counter.ts'
import { formatMoney, formatNumber } from '../texts/format.ts'
import { faultSentence } from '../texts/import-faults.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { Checkbox, FieldSet, Radio, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './counter.css.ts'
import { type Desk, deskAction, deskLoader, type RefusedForm } from './counter.server.tsx'
import type { View } from './counter-document.tsx'
import { csvFile } from './csv.ts'
import { DeskTable } from './desk-table.tsx'
import { contentOf } from './uploads.ts'

export const loader = deskLoader((desk) => {
  const token = (name: string) => desk.url.searchParams.get(name)
  const [refused, changing] = [token('recusas'), token('mudancas')]
  if (refused !== null) return faultsFile(desk, refused)
  return changing === null ? show(desk) : changesFile(desk, changing)
})

const kinds = ['catalogue', 'offers'] as const

/** 'Testar arquivo', and 'Publicar' of what was tried. */
export const action = deskAction(
  async (desk, form) => {
    const { shop, actor, root } = desk
    const { imports } = shop.counter
    if (form.get('intent') === 'publicar') {
      const mayWithdraw = Number(form.get('retirar') ?? 0) || 0
      const { added, changed, withdrawn } = await imports.publish(actor, tokenIn(form), mayWithdraw)
      return { to: `${root}/produtos`, said: texts.published(added, changed, withdrawn) }
    }
    const content = await contentOf(form.get('arquivo'))
    const kind = kinds.find((name) => name === form.get('tipo')) ?? 'catalogue'
    const isWhole = kind === 'catalogue' && form.get('inteiro') === '1'
    const trial = await imports.tryFile(actor, { kind, isWhole, content })
    return { ...(await showTrial(desk, trial)), status: trial.would ? 200 : 422 }
  },
  async (desk, refused) => {
    const trial = refused.field === 'retirar' && (await keptTrial(desk, tokenIn(refused.form)))
    return trial ? showTrial(desk, trial, refused.message) : show(desk, refused)
  },
)

function tokenIn(form: FormData): string {
  return String(form.get('teste') ?? '')
}

/** The trial that a refusal is about, as it would be now; null when its file is gone. */
async function keptTrial({ shop, actor }: Desk, token: string): Promise<Trial | null> {
  return shop.counter.imports.tryAgain(actor, token).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
}

async function show({ shop, actor, root }: Desk, refused?: RefusedForm): Promise<View> {
  const columns = shop.counter.imports.describeFiles(actor)
  const chosen = kinds.find((name) => name === refused?.form.get('tipo')) ?? 'catalogue'
  const isAboutFile = refused?.field === 'arquivo'
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{texts.title}</h1>
        </div>
        <p className={muted}>{texts.intro}</p>
        {refused && !isAboutFile && (
          <Message tone="error" role="alert">
            {refused.message}
          </Message>
        )}
        <Panel as="div">
          <form className={stack} method="post" action={`${root}/produtos/importar`} encType="multipart/form-data">
            <FieldSet legend={texts.kindLegend}>
              {kinds.map((kind) => (
                <Radio key={kind} label={texts.kinds[kind]} name="tipo" value={kind} defaultChecked={kind === chosen} />
              ))}
            </FieldSet>
            <Checkbox
              label={texts.whole}
              name="inteiro"
              value="1"
              defaultChecked={refused?.form.get('inteiro') === '1'}
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
          </form>
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

async function showTrial({ shop, root }: Desk, trial: Trial, refused?: string): Promise<View> {
  const title = texts.trialTitle(texts.kindNames[trial.kind])
  const { would, withdrawal } = trial
  const branches = new Map((await shop.delivery.listBranches()).map(({ id, name }) => [id, name]))
  return {
    title,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{title}</h1>
        </div>
        {refused && (
          <Message tone="error" role="alert">
            {refused}
          </Message>
        )}
        {would ? <Changes would={would} /> : <Refusals trial={trial} root={root} />}
        {would && (
          <form className={stack} method="post" action={`${root}/produtos/importar`}>
            <input type="hidden" name="teste" value={trial.token} />
            {withdrawal && (
              <Message tone="warn" title={texts.withdrawTitle(withdrawal.unnamed, withdrawal.onSale)}>
                <p>{texts.withdrawHint}</p>
                <Checkbox
                  label={texts.withdraw(withdrawal.unnamed)}
                  name="retirar"
                  value={withdrawal.unnamed}
                  required
                />
              </Message>
            )}
            <p className={muted}>{texts.kept}</p>
            <div className={row}>
              <Button name="intent" value="publicar">
                {texts.publish}
              </Button>
              <ButtonLink variant="outline" href={`${root}/produtos/importar`}>
                {texts.discard}
              </ButtonLink>
            </div>
          </form>
        )}
        {would?.changes && would.changes.length > 0 && (
          <ChangesTable
            changes={would.changes}
            branches={branches}
            file={`${root}/produtos/importar?mudancas=${trial.token}`}
          />
        )}
      </div>
    ),
  }
}

type ChangesTableProps = { changes: PlannedChange[]; branches: Map<number, string>; file: string }

/** The first of each kind, one by one. */
function ChangesTable({ changes, branches, file }: ChangesTableProps) {
  return (
    <div className={css.sheet}>
      <DeskTable
        caption={
          <span className={css.top}>
            {texts.changesTitle}
            <a className={css.end} href={file}>
              {texts.downloadChanges}
            </a>
          </span>
        }
        columns={texts.changesColumns}
      >
        {changes.map(({ kind, sku, name, branchId, fields }) => (
          <tr key={`${kind} ${sku} ${branchId}`}>
            <th scope="row" data-wide>
              {name}
              <small>
                {sku} {branchId !== null && `· ${branches.get(branchId)}`}
              </small>
            </th>
            <td className={css.nowrap}>
              <Badge tone={kind === 'withdrawn' ? 'low' : kind === 'changed' ? 'plain' : 'ok'}>
                {texts.changeKinds[kind]}
              </Badge>
            </td>
            <td data-wide>
              {fields.map(({ column, before, after }) => (
                <p key={column} className={css.address}>
                  {texts.changedColumns[column] ?? column}: {valueText(column, before)} →{' '}
                  <b>{valueText(column, after)}</b>
                </p>
              ))}
            </td>
          </tr>
        ))}
      </DeskTable>
    </div>
  )
}

/** A long text begins; the file has all of it. */
const maxCharacters = 80

function valueText(column: string, value: string | number | null): string {
  if (value === null || value === '') return texts.noValue
  if (column.endsWith('_cents')) return formatMoney(Number(value))
  const text = String(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

function Changes({ would }: { would: NonNullable<Trial['would']> }) {
  const { read, added, changed, returned = 0, withdrawn } = would
  const counts = { read, added, changed, returned, withdrawn, refused: 0 }
  const names = { ...texts.would, refused: texts.refused }
  return (
    <Panel title={texts.wouldTitle}>
      <Facts
        items={(Object.keys(counts) as (keyof typeof counts)[]).map((key) => ({
          name: names[key],
          value: formatNumber(counts[key]),
        }))}
      />
      {added + changed + returned + withdrawn === 0 && <p>{texts.nothing}</p>}
    </Panel>
  )
}

function Refusals({ trial, root }: { trial: Trial; root: string }) {
  return (
    <>
      <Message tone="error" title={texts.refusedTitle(trial.faultCount)} role="alert">
        <p>{texts.refusedHint}</p>
      </Message>
      <div className={css.sheet}>
        <DeskTable columns={texts.refusedColumns}>
          {trial.faults.map(({ line, column, reason }) => (
            <tr key={`${line} ${column} ${reason}`}>
              <td className={css.nowrap}>{texts.line(line)}</td>
              <td>{column}</td>
              <td data-wide>{faultSentence(reason)}</td>
            </tr>
          ))}
        </DeskTable>
        {trial.faultCount > trial.faults.length && (
          <p className={css.sums}>{texts.refusedFirst(trial.faults.length)}</p>
        )}
      </div>
      <div className={row}>
        <ButtonLink href={`${root}/produtos/importar`}>{texts.discard}</ButtonLink>
        <ButtonLink variant="outline" href={`${root}/produtos/importar?recusas=${trial.token}`}>
          {texts.download}
        </ButtonLink>
      </div>
    </>
  )
}

/** As CSV, a row for each column that would be another; amounts in cents, as the database has them. */
async function changesFile({ shop, actor }: Desk, token: string): Promise<Response> {
  const changes = await shop.counter.imports.listChanges(actor, token)
  const rows = changes.flatMap(({ kind, sku, name, branchId, fields }) =>
    (fields.length > 0 ? fields : [{ column: '', before: null, after: null }]).map(({ column, before, after }) => [
      ...[texts.changeKinds[kind], sku, name, branchId ?? '', texts.changedColumns[column] ?? column],
      ...[before ?? '', after ?? ''],
    ]),
  )
  return csvFile(texts.changesName, texts.changesHeader, rows)
}

/** As CSV, for whoever corrects the file in a spreadsheet: the sentence, and the importer's own words. */
async function faultsFile({ shop, actor }: Desk, token: string): Promise<Response> {
  const faults = await shop.counter.imports.listFaults(actor, token)
  const rows = faults.map(({ line, column = '', reason }) => [String(line), column, faultSentence(reason), reason])
  return csvFile(texts.downloadName, ['linha', 'coluna', 'motivo', 'reason'], rows)
}
