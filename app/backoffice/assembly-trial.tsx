import type { AssemblyPreview } from '#server/backoffice/assemblies.ts'
import type { AssemblySummary } from '#server/catalogue/assembly/assemble-catalogue.ts'
import type { TillColumn } from '#server/catalogue/assembly/till-columns.ts'
import { muted } from '../styles/shared.css.ts'
import { importTexts, assemblyTexts as texts } from '../texts/backoffice/import.ts'
import { formatMoney, formatNumber } from '../texts/format.ts'
import { formatImportError } from '../texts/import-errors.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Select } from '../ui/field/field.tsx'
import { toFieldName } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'

const columns = Object.keys(texts.columnLabels) as TillColumn[]
const lists = Object.keys(texts.lists) as (keyof typeof texts.lists)[]
/** Rows that the page shows; the file for download has all of them. */
const maxShownNotes = 20

/** How the files were read, by input, as the forms and links of a trial carry it. */
function listChoices({ token, choice, till }: AssemblyPreview): [name: string, value: string][] {
  const places = columns.map((column): [string, string] => [`${column}Column`, String(till.columns[column] ?? '')])
  return [['token', token], ['branch', String(choice.branchId ?? '')], ...places]
}

export function ChoiceFields({ preview }: { preview: AssemblyPreview }) {
  return listChoices(preview).map(([input, value]) => (
    <input key={input} type="hidden" name={toFieldName(input)} value={value} />
  ))
}

/** The branches, and that each row names its own. */
export function listBranchOptions(branches: AssemblyColumnsProps['branches']): [value: number | '', label: string][] {
  return [...branches.map(({ id, name }): [number, string] => [id, name]), ['', texts.branchByColumn]]
}

type AssemblyColumnsProps = { preview: AssemblyPreview; branches: { id: number; name: string }[] }

/** For each thing that a till may tell, the file's columns to choose from. */
export function AssemblyColumns({ preview: { till, choice }, branches }: AssemblyColumnsProps) {
  return (
    <>
      {columns.map((column) => (
        <Select
          key={column}
          name={`${column}_column`}
          label={texts.columnLabels[column][0]}
          defaultValue={till.columns[column] ?? ''}
          options={till.header.map((name, index) => [index, texts.columnOption(name, till.samples[index] ?? '')])}
        >
          <option value="">{texts.noColumn}</option>
        </Select>
      ))}
      <Select
        name="branch"
        label={texts.fields.branch[0]}
        defaultValue={choice.branchId ?? ''}
        options={listBranchOptions(branches)}
      />
    </>
  )
}

/** How many rows are in which list. */
export function AssemblyCounts({ summary }: { summary: AssemblySummary }) {
  const { read, added, changed, countByList, pendingCents, notes = [], listDate, keptListDate } = summary
  return (
    <Panel title={texts.trialTitle(read)}>
      <p className={muted}>
        {texts.nothingChanged} {texts.listDate(listDate)} {keptListDate !== null && texts.keptList(keptListDate)}
      </p>
      <DescriptionList
        items={lists.map((list) => ({
          name: texts.lists[list],
          value: (
            <>
              <b>{formatNumber(countByList[list])}</b> {texts.listHints[list]}
              {list === 'toComplete' && pendingCents > 0 && `, ${texts.pendingWorth(formatMoney(pendingCents))}`}
            </>
          ),
        }))}
      />
      <p>{texts.counts(added, changed)}</p>
      {notes.length > 0 && (
        <ul>
          {notes.map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>
              {importTexts.noteLabel(line)}: {formatImportError(reason)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type AssemblyRowsProps = { preview: AssemblyPreview; summary: AssemblySummary; notesPath: string }

/** How the names become, and what is refused or taken otherwise. */
export function AssemblyRows({ preview, summary: { samples, rowNotes }, notesPath }: AssemblyRowsProps) {
  return (
    <>
      {samples.length > 0 && (
        <div className={css.tablePanel}>
          <BackofficeTable caption={texts.namesTitle} columns={texts.namesColumns}>
            {samples.map(({ line, list, description, name }) => (
              <tr key={line}>
                <td data-wide>{description}</td>
                <th scope="row" data-wide>
                  {name}
                </th>
                <td>{texts.lists[list]}</td>
              </tr>
            ))}
          </BackofficeTable>
        </div>
      )}
      {rowNotes.length > 0 && (
        <div className={css.tablePanel}>
          <BackofficeTable
            caption={
              <span className={css.pageHeader}>
                {texts.notesTitle(rowNotes.length)}
                <a className={css.alignEnd} href={`${notesPath}?${new URLSearchParams(listChoices(preview))}`}>
                  {texts.downloadNotes}
                </a>
              </span>
            }
            columns={texts.notesColumns}
          >
            {rowNotes.slice(0, maxShownNotes).map(({ line, reason }) => (
              <tr key={`${line} ${reason}`}>
                <td className={css.nowrap}>{importTexts.lineLabel(line)}</td>
                <td data-wide>{formatImportError(reason)}</td>
              </tr>
            ))}
          </BackofficeTable>
          {rowNotes.length > maxShownNotes && (
            <p className={css.tableFooter} data-rest>
              {texts.firstNotes(maxShownNotes, rowNotes.length)}
            </p>
          )}
        </div>
      )}
    </>
  )
}
