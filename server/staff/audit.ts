import { formatCsvLine } from '../../app/texts/csv-line.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { type Actor, hasPermission } from './roles.ts'

export interface AuditEntry {
  id: number
  at: Date
  /** Who: a name as it was then. */
  name: string
  role: Row<'audit_entry'>['role']
  crf: string | null
  /** `orders.advance` */
  action: string
  /** `order 12` */
  record: string
  /** Of which kind the record is, and which of them. */
  recordType: string | null
  recordId: string | null
  detail: string | null
  network: string
}

/** What was acted on. */
export interface AuditRecord {
  type: RecordType
  /** Null for all of them. */
  id: number | string | null
  /** In place of the id, for people. */
  name?: string | undefined
}

type RecordType =
  | 'order'
  | 'customer'
  | 'prescription'
  | 'product'
  | 'banner'
  | 'category'
  | 'coupon'
  | 'synonyms'
  | 'branch'
  | 'import'
  | 'staff'
  | 'key'
  | 'webhook'
  | 'access log'

interface AuditFilter {
  /** What was done with that record alone. */
  record?: { type: RecordType; id: number | string } | undefined
  /** Entries before that one. */
  before?: number | undefined
}

const pageSize = 100

/** Acts whose detail is a role or scopes, words of ours. */
const plainDetailActions = new Set(['staff.invite', 'staff.changeRole', 'staff.signIn', 'keys.add'])
/** What the security log is told of, too. */
const securityActions = new Set([
  ...plainDetailActions,
  ...[
    'staff.addPasskey',
    'staff.removePasskey',
    'staff.remove',
    'staff.reset',
    'keys.remove',
    'webhooks.add',
    'webhooks.remove',
  ],
  ...['customers.export', 'customers.erase', 'customers.block', 'customers.unblock'],
])

interface Deps {
  database: Database
  clock: Clock
  /** Null where no act is one that it is told of, as in an import. */
  securityLog: SecurityLog | null
}

export type Audit = ReturnType<typeof createAudit>

/** The append-only trail of what the shop's people changed or saw. The database refuses changes of it. */
export function createAudit({ database: { db }, clock, securityLog }: Deps) {
  return { record, listEntries, streamCsvLines }

  /**
   * In the transaction of the act itself, so that neither is there without the other.
   * @param detail short, and never the content of what was seen
   */
  async function record(
    tx: Transaction,
    actor: Actor,
    action: string,
    { type, id, name }: AuditRecord,
    detail: string | null = null,
  ) {
    await tx
      .insertInto('audit_entry')
      .values({
        at: clock.now().toISOString(),
        staff_id: actor.staffId,
        name: actor.name,
        role: actor.role,
        crf: actor.crf,
        act: action,
        record: formatRecord({ type, id, name }),
        record_type: type,
        record_id: id === null ? null : String(id),
        detail,
        network: actor.network,
      })
      .execute()
    // By its number, since a name may be a person's.
    if (securityActions.has(action)) logAction(actor, action, formatRecord({ type, id }), detail)
  }

  /** The act's last statement was the line above: what can still fail is the commit, and then its log line stays. */
  function logAction({ staffId, role, network }: Actor, action: string, record: string, detail: string | null): void {
    securityLog?.logAction(action, {
      by: staffId === null ? role : `staff ${staffId}`,
      record,
      network: securityLog.pseudonymize(network),
      ...(plainDetailActions.has(action) ? { detail } : {}),
    })
  }

  /** The newest 100; their own only, for who may not see those of others. What was done with one record is for all. */
  async function listEntries(actor: Actor, { record, before }: AuditFilter = {}): Promise<AuditEntry[]> {
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .$if(record !== undefined, (qb) =>
        qb.where('record_type', '=', record?.type ?? '').where('record_id', '=', String(record?.id)),
      )
      .$if(record === undefined && !hasPermission(actor, 'audit.ofOthers'), (qb) =>
        qb.where('staff_id', '=', actor.staffId),
      )
      .$if(before !== undefined, (qb) => qb.where('id', '<', before ?? 0))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute()
    return rows.map(toAuditEntry)
  }

  /** Everything the actor may see as the lines of a CSV file, newest first. The trail may be long: it is read in pages. */
  async function* streamCsvLines(actor: Actor): AsyncGenerator<string> {
    yield 'at,name,role,crf,act,record,detail,network,record_type,record_id\r\n'
    let before: number | undefined
    for (;;) {
      const page = await listEntries(actor, { before })
      for (const { at, name, role, crf, action, record, recordType, recordId, detail, network } of page) {
        const recordColumns = [recordType ?? '', recordId ?? '']
        yield formatCsvLine([
          at.toISOString(),
          name,
          role,
          crf ?? '',
          action,
          record,
          detail ?? '',
          network,
          ...recordColumns,
        ])
      }
      before = page.at(-1)?.id
      if (before === undefined) return
    }
  }
}

function formatRecord({ type, id, name }: AuditRecord): string {
  if (type === 'branch' && id === null) return 'all branches'
  return id === null ? type : `${type} ${name ?? id}`
}

function toAuditEntry({ at, staff_id: _, record_type, record_id, act, ...entry }: Row<'audit_entry'>): AuditEntry {
  return { ...entry, action: act, recordType: record_type, recordId: record_id, at: new Date(at) }
}
