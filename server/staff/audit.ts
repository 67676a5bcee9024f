/** The append-only trail of what the shop's people changed or saw. The database refuses changes of it. */

import { auditActionTexts, auditTexts } from '../../app/texts/backoffice/audit.ts'
import { formatAuditAction, formatAuditTarget } from '../../app/texts/backoffice/audit-entries.ts'
import { backofficeTexts } from '../../app/texts/backoffice/frame.ts'
import { type CsvCell, formatCsvLine } from '../../app/texts/csv-line.ts'
import { formatDateAndTime } from '../../app/texts/dates.ts'
import type { Language } from '../../app/texts/operator/sentence.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { type Actor, hasPermission } from './roles.ts'

export interface AuditEntry {
  id: number
  at: Date
  /** Who: a name as it was then. */
  name: string
  role: Row<'auditEntry'>['role']
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
export interface AuditTarget {
  type: AuditTargetType
  /** Null for all of them. */
  id: number | string | null
  /** In place of the id, for people. */
  name?: string | undefined
}

type AuditTargetType =
  | 'order'
  | 'customer'
  | 'prescription'
  | 'product'
  | 'banner'
  | 'category'
  | 'coupon'
  | 'bagPromotion'
  | 'synonyms'
  | 'branch'
  | 'shop'
  | 'import'
  | 'words'
  | 'staff'
  | 'key'
  | 'webhook'
  | 'access log'
  | 'ceilings'

interface AuditFilter {
  /** What was done with that record alone. */
  target?: { type: AuditTargetType; id: number | string } | undefined
  /** Only entries older than that one. */
  beforeId?: number | undefined
}

const entriesPerPage = 100

/** Actions whose detail may be logged: a role or scopes, never what somebody typed. */
const loggableDetailActions = new Set([
  'staff.invite',
  'staff.changeRole',
  'staff.changeBranch',
  'staff.signIn',
  'keys.add',
])
/** Actions that the security log records, too. */
const securityLoggedActions = new Set([
  ...loggableDetailActions,
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

/**
 * In the transaction of the action itself, so that neither is there without the other.
 * @param detail short, and never the content of what was seen
 */
export async function record(
  ctx: Pick<TransactionContext, 'db' | 'clock' | 'securityLog'>,
  actor: Actor,
  action: string,
  { type, id, name }: AuditTarget,
  detail: string | null = null,
) {
  await ctx.db
    .insertInto('auditEntry')
    .values({
      at: ctx.clock.now(),
      staffId: actor.staffId,
      name: actor.name,
      role: actor.role,
      crf: actor.crf,
      action,
      record: formatTarget({ type, id, name }),
      recordType: type,
      recordId: id === null ? null : String(id),
      detail,
      network: actor.clientNetwork,
    })
    .execute()
  // By its number, since a name may be a person's.
  if (securityLoggedActions.has(action)) logAction(ctx, actor, action, formatTarget({ type, id }), detail)
}

/** The action's last statement was the line above: what can still fail is the commit, and then its log line stays. */
function logAction(
  ctx: Pick<Context, 'securityLog'>,
  { staffId, role, clientNetwork }: Actor,
  action: string,
  record: string,
  detail: string | null,
): void {
  ctx.securityLog.logAction(action, {
    by: staffId === null ? role : `staff ${staffId}`,
    record,
    network: ctx.securityLog.pseudonymize(clientNetwork),
    ...(loggableDetailActions.has(action) ? { detail } : {}),
  })
}

/** The last of these actions on a record, by its entry's number: with it a state is another one each time. Null without any. */
export async function findNewestId(
  ctx: Context,
  { type, id }: AuditTarget,
  actions: readonly string[],
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('auditEntry')
    .select('id')
    .where('recordType', '=', type)
    .where('recordId', '=', String(id))
    .where('action', 'in', actions)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The newest 100; their own only, for who may not see those of others. What was done with one record is for all. */
export async function listEntries(
  ctx: Context,
  actor: Actor,
  { target, beforeId }: AuditFilter = {},
): Promise<AuditEntry[]> {
  const rows = await ctx.db
    .selectFrom('auditEntry')
    .selectAll()
    .$if(target !== undefined, (qb) =>
      qb.where('recordType', '=', target?.type ?? '').where('recordId', '=', String(target?.id)),
    )
    .$if(target === undefined && !hasPermission(actor, 'audit.ofOthers'), (qb) =>
      qb.where('staffId', '=', actor.staffId),
    )
    .$if(beforeId !== undefined, (qb) => qb.where('id', '<', beforeId ?? 0))
    .orderBy('id', 'desc')
    .limit(entriesPerPage)
    .execute()
  return rows.map(({ staffId: _, ...entry }) => entry)
}

/**
 * Everything the actor may see as the lines of a CSV file, newest first: for people, or in English for programs. The trail may be
 * long: it is read in pages.
 */
export async function* streamCsvLines(ctx: Context, actor: Actor, language: Language): AsyncGenerator<string> {
  const { separator, header, toCells } = csvFormats[language]
  yield header
  let beforeId: number | undefined
  for (;;) {
    const entries = await listEntries(ctx, actor, { beforeId })
    for (const entry of entries) yield formatCsvLine(toCells(entry), separator)
    beforeId = entries.at(-1)?.id
    if (beforeId === undefined) return
  }
}

interface CsvFormat {
  separator: ',' | ';'
  header: string
  toCells(entry: AuditEntry): CsvCell[]
}

const csvFormats: Record<Language, CsvFormat> = {
  pt: {
    separator: ';',
    // Without a byte order mark spreadsheets read Latin-1.
    header: `\ufeff${formatCsvLine(auditTexts.fileColumns, ';')}`,
    toCells: (entry) => [
      ...[formatDateAndTime(entry.at), entry.name],
      ...[entry.role === 'operator' ? auditTexts.operator : backofficeTexts.roles[entry.role], entry.crf ?? ''],
      ...[formatAuditAction(auditActionTexts, entry), formatAuditTarget(entry), entry.network],
      ...[entry.at.toISOString(), entry.action, entry.detail ?? '', entry.recordType ?? '', entry.recordId ?? ''],
    ],
  },
  en: {
    separator: ',',
    header: 'at,name,role,crf,act,record,detail,network,record_type,record_id\r\n',
    toCells: ({ at, name, role, crf, action, record, detail, network, recordType, recordId }) => [
      ...[at.toISOString(), name, role, crf ?? '', action, record, detail ?? '', network],
      ...[recordType ?? '', recordId ?? ''],
    ],
  },
}

function formatTarget({ type, id, name }: AuditTarget): string {
  if (type === 'branch' && id === null) return 'all branches'
  return id === null ? type : `${type} ${name ?? id}`
}
