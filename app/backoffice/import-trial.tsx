import type { ImportPreview } from '#server/backoffice/imports.ts'
import type { PlannedChange } from '#server/platform/csv/checked-rows.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { importTexts as texts } from '../texts/backoffice/import.ts'
import { formatMoney, formatNumber } from '../texts/format.ts'
import { formatImportError } from '../texts/import-faults.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Checkbox } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'
import { StaffTable } from './staff-table.tsx'

/** What a file would do, with the way to publish it; or why it cannot. */
export async function loadTrialView(
  { shop, root }: StaffRequest,
  trial: ImportPreview,
  errorMessage?: string,
): Promise<View> {
  const title = texts.trialTitle(texts.kindNames[trial.kind])
  const { expectedResult, withdrawal } = trial
  const branchNames = new Map((await shop.delivery.listBranches()).map(({ id, name }) => [id, name]))
  return {
    title,
    body: (
      <div className={stack}>
        <h1 className={css.pageHeader}>{title}</h1>
        {errorMessage && <FormErrorMessage>{errorMessage}</FormErrorMessage>}
        {expectedResult ? <Changes preview={expectedResult} /> : <ImportErrors trial={trial} root={root} />}
        {expectedResult && (
          <PostForm className={stack} action={`${root}/produtos/importar`}>
            <input type="hidden" name="teste" value={trial.token} />
            {withdrawal && (
              <Message tone="warn" title={texts.withdrawTitle(withdrawal.missingCount, withdrawal.listedCount)}>
                <p>{texts.withdrawHint}</p>
                <Checkbox
                  label={texts.withdrawLabel(withdrawal.missingCount)}
                  name="retirar"
                  value={withdrawal.missingCount}
                  required
                />
              </Message>
            )}
            <p className={muted}>{texts.fileKeptHint}</p>
            <div className={row}>
              <Button name="intent" value="publicar">
                {texts.publish}
              </Button>
              <ButtonLink variant="outline" href={`${root}/produtos/importar`}>
                {texts.uploadOther}
              </ButtonLink>
            </div>
          </PostForm>
        )}
        {expectedResult?.changes && expectedResult.changes.length > 0 && (
          <ChangesTable
            changes={expectedResult.changes}
            branchNames={branchNames}
            csvHref={`${root}/produtos/importar?mudancas=${trial.token}`}
          />
        )}
      </div>
    ),
  }
}

type ChangesTableProps = { changes: PlannedChange[]; branchNames: Map<number, string>; csvHref: string }

/** The first of each kind, one by one. */
function ChangesTable({ changes, branchNames, csvHref }: ChangesTableProps) {
  return (
    <div className={css.tablePanel}>
      <StaffTable
        caption={
          <span className={css.pageHeader}>
            {texts.changesTitle}
            <a className={css.alignEnd} href={csvHref}>
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
                {sku} {branchId !== null && `· ${branchNames.get(branchId)}`}
              </small>
            </th>
            <td className={css.nowrap}>
              <Badge tone={kind === 'withdrawn' ? 'low' : kind === 'changed' ? 'plain' : 'ok'}>
                {texts.changeKinds[kind]}
              </Badge>
            </td>
            <td data-wide>
              {fields.map(({ column, before, after }) => (
                <p key={column} className={css.breakAnywhere}>
                  {texts.changedColumns[column] ?? column}: {formatValue(column, before)} →{' '}
                  <b>{formatValue(column, after)}</b>
                </p>
              ))}
            </td>
          </tr>
        ))}
      </StaffTable>
    </div>
  )
}

/** A long text begins; the file has all of it. */
const maxCharacters = 80

function formatValue(column: string, value: string | number | null): string {
  if (value === null || value === '') return texts.noValue
  if (column.endsWith('_cents')) return formatMoney(Number(value))
  const text = String(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

function Changes({ preview }: { preview: NonNullable<ImportPreview['expectedResult']> }) {
  const { read, added, changed, returned = 0, withdrawn } = preview
  const counts = { read, added, changed, returned, withdrawn, refused: 0 }
  const countLabels = { ...texts.trialCounts, refused: texts.refusedCount }
  return (
    <Panel title={texts.trialCountsTitle}>
      <DescriptionList
        items={(Object.keys(counts) as (keyof typeof counts)[]).map((key) => ({
          name: countLabels[key],
          value: formatNumber(counts[key]),
        }))}
      />
      {added + changed + returned + withdrawn === 0 && <p>{texts.noChanges}</p>}
    </Panel>
  )
}

function ImportErrors({ trial, root }: { trial: ImportPreview; root: string }) {
  return (
    <>
      <Message tone="error" title={texts.refusedTitle(trial.faultCount)} role="alert">
        <p>{texts.refusedHint}</p>
      </Message>
      <div className={css.tablePanel}>
        <StaffTable columns={texts.refusedColumns}>
          {trial.faults.map(({ line, column, reason }) => (
            <tr key={`${line} ${column} ${reason}`}>
              <td className={css.nowrap}>{texts.lineLabel(line)}</td>
              <td>{column}</td>
              <td data-wide>{formatImportError(reason)}</td>
            </tr>
          ))}
        </StaffTable>
        {trial.faultCount > trial.faults.length && (
          <p className={css.tableFooter}>{texts.refusedLimitHint(trial.faults.length)}</p>
        )}
      </div>
      <div className={row}>
        <ButtonLink href={`${root}/produtos/importar`}>{texts.uploadOther}</ButtonLink>
        <ButtonLink variant="outline" href={`${root}/produtos/importar?recusas=${trial.token}`}>
          {texts.downloadRefused}
        </ButtonLink>
      </div>
    </>
  )
}

/** As CSV, a row for each column that would be another; amounts in cents, as the database has them. */
export async function createChangesCsv({ shop, actor }: StaffRequest, token: string): Promise<Response> {
  const changes = await shop.backoffice.imports.listChanges(actor, token)
  const rows = changes.flatMap(({ kind, sku, name, branchId, fields }) =>
    (fields.length > 0 ? fields : [{ column: '', before: null, after: null }]).map(({ column, before, after }) => [
      ...[texts.changeKinds[kind], sku, name, branchId ?? '', texts.changedColumns[column] ?? column],
      ...[before ?? '', after ?? ''],
    ]),
  )
  return createCsvResponse(texts.changesFileName, texts.changesCsvHeader, rows)
}

/** As CSV, for whoever corrects the file in a spreadsheet: the sentence, and the importer's own words. */
export async function createErrorsCsv({ shop, actor }: StaffRequest, token: string): Promise<Response> {
  const faults = await shop.backoffice.imports.listFaults(actor, token)
  const rows = faults.map(({ line, column = '', reason }) => [String(line), column, formatImportError(reason), reason])
  return createCsvResponse(texts.refusedFileName, ['linha', 'coluna', 'motivo', 'reason'], rows)
}
