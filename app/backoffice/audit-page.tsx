import type { AuditEntry } from '#server/staff/audit.ts'
import { parseId } from '../http/ids.ts'
import { muted } from '../styles/shared.css.ts'
import { auditActionTexts, auditTexts as texts } from '../texts/backoffice/audit.ts'
import { formatAuditAction, formatAuditTarget } from '../texts/backoffice/audit-entries.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import * as css from './backoffice.css.ts'
import { TablePanel } from './backoffice-table.tsx'
import { streamCsvTexts } from './csv.ts'
import type { View } from './document.tsx'
import { formatRole } from './document.tsx'
import { createStaffLoader, hasPermission, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(async (request) =>
  request.url.searchParams.has('csv')
    ? streamCsvTexts('auditoria', request.shop.staff.audit.streamCsvLines(request.actor, 'pt'))
    : loadView(request),
)

async function loadView({ shop, actor, url, rootPath }: StaffRequest): Promise<View> {
  const beforeId = parseId(url.searchParams.get('antes')) || undefined
  const entries = await shop.staff.audit.listEntries(actor, { beforeId })
  const oldestEntry = entries.at(-1)
  return {
    title: texts.title,
    header: (
      <ButtonLink variant="outline" href={`${rootPath}/auditoria?csv`}>
        {texts.export}
      </ButtonLink>
    ),
    content: (
      <>
        {!hasPermission(shop, actor, 'audit.ofOthers') && <p className={muted}>{texts.ownEntriesOnly}</p>}
        {entries.length === 0 ? (
          <p>{texts.noEntries}</p>
        ) : (
          <TablePanel columns={texts.columns}>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>{formatDateAndTime(entry.at)}</td>
                <td>
                  {entry.name}
                  <small>
                    {entry.role === 'operator' ? texts.operator : formatRole({ role: entry.role, crf: entry.crf })}
                  </small>
                </td>
                <td data-wide>{formatAuditAction(auditActionTexts, entry)}</td>
                <td className={css.breakAnywhere}>
                  <AuditTargetLink entry={entry} rootPath={rootPath} />
                </td>
                <td className={css.breakAnywhere}>{entry.network}</td>
              </tr>
            ))}
          </TablePanel>
        )}
        <p data-rest>
          {beforeId && <a href={`${rootPath}/auditoria`}>{texts.newestEntries}</a>}{' '}
          {entries.length === 100 && (
            <a href={`${rootPath}/auditoria?antes=${oldestEntry?.id}`} rel="next">
              {texts.olderEntries}
            </a>
          )}
        </p>
      </>
    ),
  }
}

/** What an entry is about, linked to its page, where it has one. */
function AuditTargetLink({ entry, rootPath }: { entry: AuditEntry; rootPath: string }) {
  const text = formatAuditTarget(entry)
  const pathSegment = entry.recordId === null ? undefined : pathSegmentByRecordType[entry.recordType ?? '']
  return pathSegment ? <a href={`${rootPath}/${pathSegment}/${entry.recordId}`}>{text}</a> : text
}

const pathSegmentByRecordType: Record<string, string> = {
  order: 'pedidos',
  prescription: 'receitas',
  customer: 'clientes',
}
