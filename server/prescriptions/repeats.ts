import type { ExpressionBuilder } from 'kysely'
import { readDay } from '../../app/texts/read-day.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, InTransaction, Transaction } from '../database/connection.ts'
import type { Tables } from '../database/schema.ts'
import { isShopDay, shopDay } from '../platform/calendar.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { decryptDetails, encryptDetails } from './details.ts'
import type { Fingerprints } from './fingerprints.ts'
import { findOrCreateOpen, selectProducts } from './prescriptions.sql.ts'
import { requiresRetention } from './validity.ts'

/** What a pharmacist typed of a part: how often it serves again, and until when; without times, or with 0, it serves once. */
export interface RepeatInput {
  partId: number
  times: string
  /** A day, as people type it. */
  until: string
}

/** How often a part serves again. */
export interface Repeat {
  /** Of the prescription that was sent with a file. */
  partId: number
  prescriptionId: number
  times: number
  /** Of those, by orders that did not end before anything left the shop. */
  uses: number
  /** The last day, yyyy-MM-dd. */
  until: string
}

/** What a customer may use again. */
export interface RepeatableSummary extends Repeat {
  patient: string
  issuedAt: string | null
  products: { id: number; name: string }[]
}

const maxTimes = 12
const maxDays = 366

interface Deps {
  database: Database
  clock: Clock
  catalogue: Pick<Catalogue, 'productRecords'>
  encryption: Encryption
  fingerprints: Pick<Fingerprints, 'copy'>
}

export type Repeats = ReturnType<typeof createRepeats>

/**
 * Prescriptions that serve again, as often as the pharmacist says, where the law retains nothing. Each use is a prescription of its own
 * that has the file of the first, and is decided like any other.
 */
export function createRepeats({ database, clock, catalogue, encryption, fingerprints }: Deps) {
  const { engine, db, transact } = database
  return { recordRepeats, setRepeats, repeatsOf, listRepeatable, repeat, lockRepeated, listEnded }

  /** @throws ShopError "prescription.repeats" */
  async function recordRepeats(tx: Transaction, id: number, rules: RepeatInput[]): Promise<void> {
    for (const { partId, ...rule } of rules) {
      const { times, until } = readRule(rule)
      if (times !== null && (await isPartRetained(tx, id, partId))) throw notRepeatableError()
      await tx
        .updateTable('prescription_part')
        .set({ repeat_times: times, repeat_until: until })
        .where('id', '=', partId)
        .where('prescription_id', '=', id)
        .where('repeats_part_id', 'is', null)
        .execute()
    }
  }

  /** After the approval. @throws ShopError "prescription.repeats" */
  function setRepeats(id: number, rules: RepeatInput[], alsoWrite: InTransaction): Promise<void> {
    return transact(async (tx) => {
      await recordRepeats(tx, id, rules)
      await alsoWrite(tx)
    })
  }

  function readRule({ times, until }: Omit<RepeatInput, 'partId'>) {
    if (/^0*$/.test(times.trim())) return { times: null, until: null }
    const count = Number(/^\d{1,2}$/.exec(times.trim())?.[0])
    const day = readDay(until)
    const last = shopDay(minutesAfter(clock.now(), maxDays * 24 * 60))
    const isRule = count >= 1 && count <= maxTimes && isShopDay(day) && day >= today() && day <= last
    if (!isRule) throw notRepeatableError()
    return { times: count, until: day }
  }

  async function isPartRetained(tx: Transaction, id: number, partId: number): Promise<boolean> {
    const products = await selectProducts(tx, id)
    const ids = products.flatMap(({ part_id, product_id }) => (part_id === partId ? [product_id] : []))
    const records = await catalogue.productRecords(ids, tx)
    return ids.some((each) => requiresRetention(records.get(each)?.prescriptionClass))
  }

  /** Of these parts, those that serve again, by id. */
  async function repeatsOf(partIds: number[]): Promise<Map<number, Repeat>> {
    if (partIds.length === 0) return new Map()
    const rows = await selectRules(db).where('prescription_part.id', 'in', partIds).execute()
    return new Map(rows.map((row) => [row.partId, row]))
  }

  /** What the customer may use again today, newest first. */
  async function listRepeatable(customerId: number): Promise<RepeatableSummary[]> {
    const rows = await selectUsable(db, customerId).orderBy('prescription_part.id', 'desc').execute()
    if (rows.length === 0) return []
    const products = await selectProducts(db, ...new Set(rows.map(({ prescriptionId }) => prescriptionId)))
    const records = await catalogue.productRecords(products.map(({ product_id }) => product_id))
    return rows.flatMap(({ details_encrypted, issuedAt, ...repeat }) => {
      const ids = products.flatMap(({ part_id, product_id }) => (part_id === repeat.partId ? [product_id] : []))
      // What it is for may be retained since.
      if (ids.some((id) => requiresRetention(records.get(id)?.prescriptionClass))) return []
      const { patient } = decryptDetails(encryption, repeat.prescriptionId, details_encrypted)
      return [{ ...repeat, patient, issuedAt, products: ids.map((id) => ({ id, name: records.get(id)?.name ?? '' })) }]
    })
  }

  /**
   * Uses a part again, without a file: added to the customer's open prescription, once.
   * @param addTo that one; left out, a new one
   * @throws ShopError "prescription.repeatEnded", "prescription.unknown"
   */
  async function repeat(customerId: number, partId: number, addTo?: number): Promise<void> {
    const repeatable = await listRepeatable(customerId)
    if (!repeatable.some((each) => each.partId === partId)) throw new ShopError('prescription.repeatEnded')
    await transact(async (tx) => {
      await lockPart(tx, partId)
      if (!(await selectUsable(tx, customerId).where('prescription_part.id', '=', partId).executeTakeFirst()))
        throw new ShopError('prescription.repeatEnded')
      const id = await findOrCreateOpen(tx, customerId, addTo, clock.now())
      const isIn = tx
        .selectFrom('prescription_part')
        .select('id')
        .where('prescription_id', '=', id)
        .where('repeats_part_id', '=', partId)
      if (!(await isIn.executeTakeFirst())) await copyPart(tx, partId, id)
    })
  }

  async function copyPart(tx: Transaction, partId: number, toPrescription: number): Promise<void> {
    const { id, prescription_id, details_encrypted, repeat_times, repeat_until, ...same } = await tx
      .selectFrom('prescription_part')
      .selectAll()
      .where('id', '=', partId)
      .executeTakeFirstOrThrow()
    const details = decryptDetails(encryption, prescription_id, details_encrypted)
    const copy = await tx
      .insertInto('prescription_part')
      .values({
        ...same,
        prescription_id: toPrescription,
        repeats_part_id: id,
        details_encrypted: encryptDetails(encryption, toPrescription, details),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('prescription_product')
      .columns(['part_id', 'product_id'])
      .expression(
        tx
          .selectFrom('prescription_product')
          .select((eb) => [eb.val(copy.id).as('part_id'), 'product_id'])
          .where('part_id', '=', id),
      )
      .execute()
    await fingerprints.copy(tx, id, copy.id)
  }

  /** Until the transaction ends no other order uses up what a prescription repeats. */
  async function lockRepeated(tx: Transaction, prescriptionId: number): Promise<void> {
    const parts = await tx
      .selectFrom('prescription_part')
      .select('repeats_part_id')
      .where('prescription_id', '=', prescriptionId)
      .where('repeats_part_id', 'is not', null)
      .$narrowType<{ repeats_part_id: number }>()
      .orderBy('repeats_part_id')
      .execute()
    for (const { repeats_part_id } of parts) await lockPart(tx, repeats_part_id)
  }

  /** SQLite's transactions follow each other anyway. */
  async function lockPart(tx: Transaction, id: number): Promise<void> {
    if (engine !== 'postgres') return
    await tx.selectFrom('prescription_part').select('id').where('id', '=', id).forUpdate().execute()
  }

  /** The parts of a prescription that repeat what serves no more. */
  async function listEnded(prescriptionId: number, tx: Transaction = db): Promise<number[]> {
    const rows = await tx
      .selectFrom('prescription_part')
      .select(['id', 'repeats_part_id'])
      .where('prescription_id', '=', prescriptionId)
      .where('repeats_part_id', 'is not', null)
      .$narrowType<{ repeats_part_id: number }>()
      .execute()
    if (rows.length === 0) return []
    const usableRules = await selectUsable(tx, null, prescriptionId)
      .where(
        'prescription_part.id',
        'in',
        rows.map(({ repeats_part_id }) => repeats_part_id),
      )
      .execute()
    return rows.flatMap(({ id, repeats_part_id }) =>
      usableRules.some(({ partId }) => partId === repeats_part_id) ? [] : [id],
    )
  }

  /** @param apartFrom a prescription whose own use does not count */
  function selectUsable(tx: Transaction, customerId: number | null, apartFrom = 0) {
    return selectRules(tx, apartFrom)
      .select('prescription_part.details_encrypted')
      .select('prescription_part.issued_at as issuedAt')
      .where('prescription.status', '=', 'approved')
      .where('repeat_until', '>=', today())
      .where((eb) => eb('repeat_times', '>', selectUses(eb, apartFrom)))
      .$if(customerId !== null, (qb) => qb.where('prescription.customer_id', '=', customerId as number))
  }

  function today(): string {
    return shopDay(clock.now())
  }
}

function selectRules(tx: Transaction, apartFrom = 0) {
  return tx
    .selectFrom('prescription_part')
    .innerJoin('prescription', 'prescription.id', 'prescription_part.prescription_id')
    .select(['prescription_part.id as partId', 'prescription_id as prescriptionId'])
    .select(['repeat_times as times', 'repeat_until as until'])
    .select((eb) => selectUses(eb, apartFrom).as('uses'))
    .where('repeat_times', 'is not', null)
    .$narrowType<{ times: number; until: string; uses: number }>()
}

function selectUses({ selectFrom, fn }: ExpressionBuilder<Tables, 'prescription_part'>, apartFrom: number) {
  return selectFrom('prescription_part as use')
    .innerJoin('prescription as later', 'later.id', 'use.prescription_id')
    .select(fn.countAll<number>().as('count'))
    .whereRef('use.repeats_part_id', '=', 'prescription_part.id')
    .where('later.id', '<>', apartFrom)
    .where('later.order_id', 'is not', null)
    .where('later.released_at', 'is', null)
    .where('later.status', '<>', 'rejected')
}

function notRepeatableError() {
  return new ShopError('prescription.repeats', { input: 'repeats' })
}
