import type { AuditEntry } from '#server/staff/audit.ts'
import { parseId } from '../http/ids.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { actionTexts, auditTexts as texts } from '../texts/backoffice/audit.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { formatAction } from './audit-actions.ts'
import * as css from './backoffice.css.ts'
import { buildCsvHeaders } from './csv.ts'
import type { View } from './document.tsx'
import { formatRole } from './document.tsx'
import { hasPermission, type StaffRequest, staffLoader } from './staff-pages.server.tsx'
import { StaffTable } from './staff-table.tsx'

export const loader = staffLoader((request) =>
  request.url.searchParams.has('csv') ? streamCsv(request) : loadView(request),
)

async function loadView({ shop, actor, url, root }: StaffRequest): Promise<View> {
  const beforeId = parseId(url.searchParams.get('antes')) || undefined
  const entries = await shop.staff.audit.listEntries(actor, { before: beforeId })
  const oldestEntry = entries.at(-1)
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <div className={css.pageHeader}>
          <h1>{texts.title}</h1>
          <ButtonLink variant="outline" href={`${root}/auditoria?csv`}>
            {texts.export}
          </ButtonLink>
        </div>
        {!hasPermission(shop, actor, 'audit.ofOthers') && <p className={muted}>{texts.ownEntriesOnly}</p>}
        {entries.length === 0 ? (
          <p>{texts.noEntries}</p>
        ) : (
          <div className={css.tablePanel}>
            <StaffTable columns={texts.columns}>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td>{formatDateAndTime(entry.at)}</td>
                  <td>
                    {entry.name}
                    <small>
                      {entry.role === 'operator' ? texts.operator : formatRole({ role: entry.role, crf: entry.crf })}
                    </small>
                  </td>
                  <td data-wide>{formatAction(actionTexts, entry)}</td>
                  <td className={css.breakAnywhere}>
                    <RecordLink entry={entry} root={root} />
                  </td>
                  <td className={css.breakAnywhere}>{entry.network}</td>
                </tr>
              ))}
            </StaffTable>
          </div>
        )}
        <p>
          {beforeId && <a href={`${root}/auditoria`}>{texts.newestEntries}</a>}{' '}
          {entries.length === 100 && <a href={`${root}/auditoria?antes=${oldestEntry?.id}`}>{texts.olderEntries}</a>}
        </p>
      </div>
    ),
  }
}

/** A record in words; with its page, where it has one. */
function RecordLink({ entry: { record, recordType, recordId }, root }: { entry: AuditEntry; root: string }) {
  if (recordType === 'branch' && recordId === null) return texts.allBranches
  const [kind = '', ...nameWords] = record.split(' ')
  const recordText = `${texts.recordKinds[kind] ?? kind} ${nameWords.join(' ')}`
  const path = recordId === null ? undefined : pagePaths[recordType ?? '']
  return path ? <a href={`${root}/${path}/${recordId}`}>{recordText}</a> : recordText
}

const pagePaths: Record<string, string> = { order: 'pedidos', prescription: 'receitas', customer: 'clientes' }

/** As CSV, streamed: the trail may be long. */
async function streamCsv({ shop, actor }: StaffRequest): Promise<Response> {
  const csvLines = shop.staff.audit.streamCsvLines(actor)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await csvLines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(stream, { headers: buildCsvHeaders('auditoria') })
}
