import type { ImportPreview } from '#server/backoffice/imports.ts'
import type { PlannedChange } from '#server/platform/csv/checked-rows.ts'
import type { Shop } from '#server/shop.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { importTexts as texts } from '../texts/backoffice/import.ts'
import type { CsvCell } from '../texts/csv-line.ts'
import { formatMoney, formatNumber } from '../texts/format.ts'
import { formatImportError } from '../texts/import-errors.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Checkbox } from '../ui/field/field.tsx'
import { toCheckboxProps } from '../ui/field/field-props.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable, TablePanel } from './backoffice-table.tsx'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { RestHint } from './list-pages.tsx'
import { type StaffRequest, showStaffForm } from './staff-pages.server.tsx'

const publicationForm = { intent: 'publicar', schema: ({ backoffice }: Shop) => backoffice.forms.ImportPublication }

/** What a file would change, with the form that publishes it; or why it cannot be published. */
export async function loadPreviewView(request: StaffRequest, preview: ImportPreview): Promise<View> {
  const { shop, rootPath } = request
  const title = texts.previewTitle(texts.kindNames[preview.kind])
  const { expectedResult, withdrawal } = preview
  const branchNameById = new Map((await shop.delivery.listBranches()).map(({ id, name }) => [id, name]))
  const { field } = showStaffForm(publicationForm, request, {
    texts: { withdrawals: [texts.withdrawLabel(withdrawal?.missingCount ?? 0)] },
  })
  return {
    title,
    content: (
      <>
        {expectedResult && <ChangeCounts expectedResult={expectedResult} refusedCount={preview.faultCount} />}
        <ImportNotes notes={preview.notes} maxCount={shop.backoffice.listSizes.importRows} />
        {preview.faults.length > 0 && <ImportErrors preview={preview} rootPath={rootPath} />}
        {expectedResult && (
          <PostForm className={stack} action={`${rootPath}/produtos/importar`}>
            <input type="hidden" name="token" value={preview.token} />
            {withdrawal && (
              <Message tone="warn" title={texts.withdrawTitle(withdrawal.missingCount, withdrawal.listedCount)}>
                <p>{texts.withdrawHint}</p>
                <Checkbox {...toCheckboxProps(field('withdrawals'), String(withdrawal.missingCount))} />
              </Message>
            )}
            <p className={muted}>{texts.fileKeptHint}</p>
            <div className={row}>
              <IntentButton intent="publicar" label={texts.publish} />
              <ButtonLink variant="outline" href={`${rootPath}/produtos/importar`}>
                {texts.uploadOther}
              </ButtonLink>
            </div>
          </PostForm>
        )}
        {expectedResult?.changes && expectedResult.changes.length > 0 && (
          <ChangesTable
            changes={expectedResult.changes}
            branchNameById={branchNameById}
            csvHref={`${rootPath}/produtos/importar?mudancas=${preview.token}`}
          />
        )}
      </>
    ),
  }
}

type ChangesTableProps = { changes: PlannedChange[]; branchNameById: Map<number, string>; csvHref: string }

/** The first of each kind, one by one. */
function ChangesTable({ changes, branchNameById, csvHref }: ChangesTableProps) {
  return (
    <TablePanel
      caption={
        <span className={css.pageHeader} data-rest>
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
              {sku} {branchId !== null && `· ${branchNameById.get(branchId)}`}
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
    </TablePanel>
  )
}

/** A longer text is cut off; the CSV file has all of it. */
const maxValueLength = 80

function formatValue(column: string, value: string | number | null): string {
  if (value === null || value === '') return texts.noValue
  if (column.endsWith('_cents')) return formatMoney(Number(value))
  const text = String(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

function ChangeCounts({
  expectedResult,
  refusedCount,
}: {
  expectedResult: NonNullable<ImportPreview['expectedResult']>
  refusedCount: number
}) {
  const {
    read: readCount,
    added: addedCount,
    changed: changedCount,
    returned: returnedCount = 0,
    withdrawn: withdrawnCount,
  } = expectedResult
  const countByKind = {
    read: readCount,
    added: addedCount,
    changed: changedCount,
    returned: returnedCount,
    withdrawn: withdrawnCount,
    refused: refusedCount,
  }
  const labelByKind = { ...texts.previewCounts, refused: texts.refusedCountLabel }
  return (
    <Panel title={texts.previewCountsTitle}>
      <DescriptionList
        items={(Object.keys(countByKind) as (keyof typeof countByKind)[]).map((kind) => ({
          name: labelByKind[kind],
          value: formatNumber(countByKind[kind]),
        }))}
      />
      {addedCount + changedCount + returnedCount + withdrawnCount === 0 && <p>{texts.noChanges}</p>}
    </Panel>
  )
}

/** What people would not expect of the file, and rows that would be taken, but not quite as they stand. */
function ImportNotes({ notes, maxCount }: Pick<ImportPreview, 'notes'> & { maxCount: number }) {
  if (notes.length === 0) return null
  return (
    <Message tone="warn" title={texts.notesTitle}>
      <ul>
        {notes.map(({ line, column, reason }) => (
          <li key={`${line} ${column} ${reason}`}>
            {texts.noteLabel(line, column)}: {formatImportError(reason)}
          </li>
        ))}
      </ul>
      <RestHint shownCount={notes.length} maxCount={maxCount}>
        {texts.firstNotes(maxCount)}
      </RestHint>
    </Message>
  )
}

function ImportErrors({ preview, rootPath }: { preview: ImportPreview; rootPath: string }) {
  return (
    <>
      {preview.expectedResult ? (
        <Message tone="warn" title={texts.leftOutTitle(preview.faultCount)}>
          <p>{texts.leftOutHint}</p>
        </Message>
      ) : (
        <Message tone="error" title={texts.refusedTitle(preview.faultCount)} role="alert">
          <p>{texts.refusedHint}</p>
        </Message>
      )}
      <div className={css.tablePanel}>
        <BackofficeTable columns={texts.refusedColumns}>
          {preview.faults.map(({ line, column, reason }) => (
            <tr key={`${line} ${column} ${reason}`}>
              <td className={css.nowrap}>{texts.lineLabel(line)}</td>
              <td>{column}</td>
              <td data-wide>{formatImportError(reason)}</td>
            </tr>
          ))}
        </BackofficeTable>
        {preview.faultCount > preview.faults.length && (
          <p className={css.tableFooter} data-rest>
            {texts.refusedLimitHint(preview.faults.length, preview.faultCount)}
          </p>
        )}
      </div>
      <div className={row}>
        <ButtonLink href={`${rootPath}/produtos/importar`}>{texts.uploadOther}</ButtonLink>
        <ButtonLink variant="outline" href={`${rootPath}/produtos/importar?recusas=${preview.token}`}>
          {texts.downloadRefused}
        </ButtonLink>
      </div>
    </>
  )
}

/** As CSV, a row for each column that would be another; amounts in cents, as the database has them. */
export async function createChangesCsvResponse({ shop, actor }: StaffRequest, previewToken: string): Promise<Response> {
  const changes = await shop.backoffice.imports.listChanges(actor, previewToken)
  const rows = changes.flatMap(({ kind, sku, name, branchId, fields }) =>
    (fields.length > 0 ? fields : [{ column: '', before: null, after: null }]).map(({ column, before, after }) => [
      ...[texts.changeKinds[kind], sku, name, branchId ?? '', texts.changedColumns[column] ?? column],
      ...[before ?? '', after ?? ''],
    ]),
  )
  const maxCount = shop.backoffice.listSizes.importChangeRows
  const countOf = (changeKind: string) => changes.filter(({ kind }) => kind === changeKind).length
  const isCut = Object.keys(texts.changeKinds).some((kind) => countOf(kind) === maxCount)
  if (isCut) rows.push(['', '', texts.firstChanges(maxCount)])
  return createCsvResponse(texts.changesFileName, texts.changesCsvHeader, rows)
}

/** As CSV, for whoever corrects the file in a spreadsheet: the message, and the importer's own reason. */
export async function createErrorsCsvResponse({ shop, actor }: StaffRequest, previewToken: string): Promise<Response> {
  const errors = await shop.backoffice.imports.listFaults(actor, previewToken)
  const rows: CsvCell[][] = errors.map(({ line, column = '', reason }) => {
    return [line, column, formatImportError(reason), reason]
  })
  const maxCount = shop.backoffice.listSizes.importFaultRows
  if (errors.length === maxCount) rows.push(['', '', texts.firstNotes(maxCount)])
  return createCsvResponse(texts.refusedFileName, ['linha', 'coluna', 'motivo', 'reason'], rows)
}
