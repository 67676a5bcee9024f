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
  detail: string | null
  network: string
}

interface AuditFilter {
  /** `order 12`: what was done with that record alone. */
  record?: string | undefined
  /** Entries before that one. */
  before?: number | undefined
}

const perPage = 100

/** Acts whose detail is a role or scopes, words of ours. */
const withPlainDetail = new Set(['staff.invite', 'staff.changeRole', 'keys.add'])
/** What the security log is told of, too. */
const securityActs = new Set([
  ...withPlainDetail,
  ...['staff.signIn', 'staff.remove', 'staff.reset', 'keys.remove', 'webhooks.add', 'webhooks.remove'],
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
export function createAudit({ database: { query }, clock, securityLog }: Deps) {
  return { record, listEntries, csvLines }

  /**
   * In the transaction of the act itself, so that neither is there without the other.
   * @param record what was acted on, such as `order 12`
   * @param detail short, and never the content of what was seen
   * @param id the record's number, where its name above may be a person's: the security log has that instead
   */
  async function record(
    tx: Transaction,
    by: Actor,
    act: string,
    record: string,
    detail: string | null = null,
    id?: number,
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
        record,
        detail,
        network: by.network,
      })
      .execute()
    if (securityActs.has(act)) logAction(by, act, id === undefined ? record : `${record.split(' ')[0]} ${id}`, detail)
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
    const rows = await query
      .selectFrom('audit_entry')
      .selectAll()
      .$if(record !== undefined, (all) => all.where('record', '=', record ?? ''))
      .$if(record === undefined && !may(actor, 'audit.ofOthers'), (all) => all.where('staff_id', '=', actor.staffId))
      .$if(before !== undefined, (all) => all.where('id', '<', before ?? 0))
      .orderBy('id', 'desc')
      .limit(perPage)
      .execute()
    return rows.map(entryOf)
  }

  /** Everything the actor may see as the lines of a CSV file, newest first. The trail may be long: it is read in pages. */
  async function* csvLines(actor: Actor): AsyncGenerator<string> {
    yield 'at,name,role,crf,act,record,detail,network\r\n'
    let before: number | undefined
    for (;;) {
      const some = await listEntries(actor, { before })
      for (const { at, name, role, crf, act, record, detail, network } of some)
        yield csvLine([at.toISOString(), name, role, crf ?? '', act, record, detail ?? '', network])
      before = some.at(-1)?.id
      if (before === undefined) return
    }
  }
}

function entryOf({ at, staff_id: _, ...entry }: Row<'audit_entry'>): AuditEntry {
  return { ...entry, at: new Date(at) }
}
