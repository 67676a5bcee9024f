import type { AuditEntry } from '#server/staff/audit.ts'
import { parseId } from '../http/ids.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { actTexts, auditTexts as texts } from '../texts/backoffice/audit.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { actionText } from './audit-actions.ts'
import * as css from './backoffice.css.ts'
import { csvHeaders } from './csv.ts'
import type { View } from './document.tsx'
import { roleOf } from './document.tsx'
import { may, type StaffRequest, staffLoader } from './staff-pages.server.tsx'
import { StaffTable } from './staff-table.tsx'

export const loader = staffLoader((request) => (request.url.searchParams.has('csv') ? file(request) : show(request)))

async function show({ shop, actor, url, root }: StaffRequest): Promise<View> {
  const before = parseId(url.searchParams.get('antes')) || undefined
  const entries = await shop.staff.audit.listEntries(actor, { before })
  const last = entries.at(-1)
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{texts.title}</h1>
          <ButtonLink variant="outline" href={`${root}/auditoria?csv`}>
            {texts.export}
          </ButtonLink>
        </div>
        {!may(shop, actor, 'audit.ofOthers') && <p className={muted}>{texts.ownOnly}</p>}
        {entries.length === 0 ? (
          <p>{texts.empty}</p>
        ) : (
          <div className={css.sheet}>
            <StaffTable columns={texts.columns}>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td>{formatDateAndTime(entry.at)}</td>
                  <td>
                    {entry.name}
                    <small>
                      {entry.role === 'operator' ? texts.operator : roleOf({ role: entry.role, crf: entry.crf })}
                    </small>
                  </td>
                  <td data-wide>{actionText(actTexts, entry)}</td>
                  <td className={css.address}>
                    <RecordLink entry={entry} root={root} />
                  </td>
                  <td className={css.address}>{entry.network}</td>
                </tr>
              ))}
            </StaffTable>
          </div>
        )}
        <p>
          {before && <a href={`${root}/auditoria`}>{texts.newest}</a>}{' '}
          {entries.length === 100 && <a href={`${root}/auditoria?antes=${last?.id}`}>{texts.older}</a>}
        </p>
      </div>
    ),
  }
}

/** A record in words; with its page, where it has one. */
function RecordLink({ entry: { record, recordType, recordId }, root }: { entry: AuditEntry; root: string }) {
  if (recordType === 'branch' && recordId === null) return texts.allBranches
  const [kind = '', ...name] = record.split(' ')
  const words = `${texts.records[kind] ?? kind} ${name.join(' ')}`
  const path = recordId === null ? undefined : pages[recordType ?? '']
  return path ? <a href={`${root}/${path}/${recordId}`}>{words}</a> : words
}

const pages: Record<string, string> = { order: 'pedidos', prescription: 'receitas', customer: 'clientes' }

/** As CSV, streamed: the trail may be long. */
async function file({ shop, actor }: StaffRequest): Promise<Response> {
  const lines = shop.staff.audit.csvLines(actor)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(stream, { headers: csvHeaders('auditoria') })
}
