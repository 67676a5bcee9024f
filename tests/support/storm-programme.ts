import { expect } from 'vitest'
import { optIn } from '../../server/bag/laboratory-discounts.ts'
import { createHttpProgramme } from '../../server/bag/programme/http-programme.ts'
import { loadLaboratoryDiscounts } from '../../server/catalogue/products.ts'
import { bindContext } from '../../server/context.ts'
import type { Database } from '../../server/database/connection.ts'
import { createCircuitBreaker } from '../../server/platform/circuit-breaker.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { contextOn } from './context.ts'
import { openTestProgramme } from './programme.ts'
import { seeded } from './seeded.ts'

interface Deps {
  database: Database
  clock: Clock
  customerId: number
  /** Whose laboratory has a programme. */
  productId: number
  seed: number
}

/** A laboratory's programme that fails at random, and a customer who consented to it: some orders have its discount. */
export async function openStormProgramme({ database, clock, customerId, productId, seed }: Deps) {
  const { db } = database
  const discount = { isPbm: true, discountType: 'percent', discountValue: 25 } as const
  await db.updateTable('product').set(discount).where('id', '=', productId).execute()
  const { url, troubles, serve } = await openTestProgramme()
  const ctx = contextOn(database, {
    clock,
    providers: {
      programme: createHttpProgramme({
        getBaseUrl: () => url,
        breaker: createCircuitBreaker({ clock, isFailure: () => false }),
      }),
    },
  })
  const { listActiveAuthorisations } = serve(database, bindContext(ctx, { loadLaboratoryDiscounts }))
  const laboratoryOptInId = await optIn(ctx, { branchId: 1, productId, cpf: '529.982.247-25', customerId })
  const random = seeded(seed)
  const seen = { discounted: 0, undiscounted: 0, confirmed: 0, givenBack: 0 }
  return { url, seen, choose, isRefused, calm, rage, isSettled, expectHeld }

  /** Of which opt-in an order's bag is. */
  function choose(): string | undefined {
    return random() < 0.5 ? laboratoryOptInId : undefined
  }

  /** Whether an order is to be bought at the shop's price: its discount was not to be had. */
  function isRefused(refusals: (string | undefined)[]): boolean {
    const refused = refusals.some((refusal) => refusal?.startsWith('laboratory.'))
    if (refused) seen.undiscounted += 1
    return refused
  }

  function rage(everyOf: (nth: number) => { test(call: string): boolean }): void {
    const [unheard, unanswered] = [everyOf(11), everyOf(13)]
    troubles.hangsUp = (call) => unheard.test(call)
    troubles.losesAnswer = (call) => unanswered.test(call)
  }

  function calm(): void {
    troubles.hangsUp = () => false
    troubles.losesAnswer = () => false
  }

  async function isSettled(): Promise<boolean> {
    const due = db.selectFrom('laboratoryAuthorisation').select('id').where('dueAt', 'is not', null)
    return (await due.executeTakeFirst()) === undefined
  }

  /** The programme holds the units that orders have at its price, no others, and knows which were delivered. */
  async function expectHeld(isOver: (orderId: number) => boolean): Promise<void> {
    const rows = await db.selectFrom('laboratoryAuthorisation').selectAll().execute()
    const held = (await listActiveAuthorisations()).filter(({ units }) => units > 0)
    const wanted = rows
      .filter(({ units }) => units > 0)
      .map(({ id, units, isDelivered }) => ({ id, units, state: isDelivered ? 'confirmed' : 'open' }))
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    expect(held.toSorted(byId)).toEqual(wanted.toSorted(byId))
    const returned = await returnedUnits()
    for (const { orderId: id, productId: product, quantity, removedUnits, fullPriceCents } of await lines()) {
      const units = rows.filter((row) => row.orderId === id).reduce((sum, row) => sum + row.units, 0)
      const isDiscounted = rows.some((row) => row.orderId === id && row.productId === product)
      const left = isOver(id) ? 0 : quantity - removedUnits - (returned.get(id) ?? 0)
      expect([id, fullPriceCents, units]).toEqual([id, fullPriceCents, isDiscounted ? left : 0])
    }
    seen.discounted = new Set(rows.flatMap(({ orderId }) => orderId ?? [])).size
    seen.confirmed = wanted.filter(({ state }) => state === 'confirmed').length
    seen.givenBack = rows.filter(({ units, state }) => units === 0 && state === 'cancelled').length
  }

  function lines() {
    return db.selectFrom('orderLine').selectAll().where('productId', '=', productId).execute()
  }

  /** Of answers that granted what came back. */
  async function returnedUnits(): Promise<Map<number, number>> {
    const answers = await db.selectFrom('orderEvent').select('data').where('kind', '=', 'answerProblem').execute()
    const granted = answers
      .map(({ data }) => JSON.parse(data) as { problemId: number; decision: string })
      .filter(({ decision }) => decision === 'grant')
      .map(({ problemId }) => problemId)
    const items = await db
      .selectFrom('orderProblemItem')
      .innerJoin('orderProblem', 'orderProblem.id', 'problemId')
      .select(['orderProblem.id', 'orderId', 'units'])
      .where('productId', '=', productId)
      .execute()
    const units = new Map<number, number>()
    for (const item of items.filter(({ id }) => granted.includes(id)))
      units.set(item.orderId, (units.get(item.orderId) ?? 0) + item.units)
    return units
  }
}
