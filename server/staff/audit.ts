import { csvLine } from '../../app/texts/csv-line.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { type Actor, may } from './roles.ts'

export interface AuditEntry {
  id: number
  at: Date
  /** Who: a name as it was then. */
  name: string
  role: Row<'audit_entry'>['role']
  crf: string | null
  /** `orders.advance` */
  act: string
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

const perPage = 100

/** Acts whose detail is a role or scopes, words of ours. */
const withPlainDetail = new Set(['staff.invite', 'staff.changeRole', 'staff.signIn', 'keys.add'])
/** What the security log is told of, too. */
const securityActs = new Set([
  ...withPlainDetail,
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
  return { record, listEntries, csvLines }

  /**
   * In the transaction of the act itself, so that neither is there without the other.
   * @param detail short, and never the content of what was seen
   */
  async function record(
    tx: Transaction,
    by: Actor,
    act: string,
    { type, id, name }: AuditRecord,
    detail: string | null = null,
  ) {
    await tx
      .insertInto('audit_entry')
      .values({
        at: clock.now().toISOString(),
        staff_id: by.staffId,
        name: by.name,
        role: by.role,
        crf: by.crf,
        act,
        record: inWords({ type, id, name }),
        record_type: type,
        record_id: id === null ? null : String(id),
        detail,
        network: by.network,
      })
      .execute()
    // By its number, since a name may be a person's.
    if (securityActs.has(act)) logAction(by, act, inWords({ type, id }), detail)
  }

  /** The act's last statement was the line above: what can still fail is the commit, and then its log line stays. */
  function logAction({ staffId, role, network }: Actor, act: string, record: string, detail: string | null): void {
    securityLog?.logAction(act, {
      by: staffId === null ? role : `staff ${staffId}`,
      record,
      network: securityLog.pseudonym(network),
      ...(withPlainDetail.has(act) ? { detail } : {}),
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
      .$if(record === undefined && !may(actor, 'audit.ofOthers'), (qb) => qb.where('staff_id', '=', actor.staffId))
      .$if(before !== undefined, (qb) => qb.where('id', '<', before ?? 0))
      .orderBy('id', 'desc')
      .limit(perPage)
      .execute()
    return rows.map(entryOf)
  }

  /** Everything the actor may see as the lines of a CSV file, newest first. The trail may be long: it is read in pages. */
  async function* csvLines(actor: Actor): AsyncGenerator<string> {
    yield 'at,name,role,crf,act,record,detail,network,record_type,record_id\r\n'
    let before: number | undefined
    for (;;) {
      const page = await listEntries(actor, { before })
      for (const { at, name, role, crf, act, record, recordType, recordId, detail, network } of page) {
        const about = [recordType ?? '', recordId ?? '']
        yield csvLine([at.toISOString(), name, role, crf ?? '', act, record, detail ?? '', network, ...about])
      }
      before = page.at(-1)?.id
      if (before === undefined) return
    }
  }
}

function inWords({ type, id, name }: AuditRecord): string {
  if (type === 'branch' && id === null) return 'all branches'
  return id === null ? type : `${type} ${name ?? id}`
}

function entryOf({ at, staff_id: _, record_type, record_id, ...entry }: Row<'audit_entry'>): AuditEntry {
  return { ...entry, recordType: record_type, recordId: record_id, at: new Date(at) }
}
