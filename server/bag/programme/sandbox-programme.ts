import type { z } from 'zod'
import { type Discount, laboratoryPrice } from '../../catalogue/pricing.ts'
import type { Database } from '../../database/connection.ts'
import {
  type Authorisation,
  type Eligibility,
  EligibilityRequest,
  NewAuthorisation,
  percentOf,
  UnitsDto,
} from './http-programme.shapes.ts'

/** An error as the API answers it. */
export class ProgrammeProblem extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ProgrammeProblem'
    this.status = status
  }
}

interface Deps {
  database: Database
  /** Of the products that have one. */
  discountsOf: (productIds: number[]) => Promise<Map<number, Discount>>
}

/** Units that it grants at once; CPFs that it treats otherwise begin so (README.md). */
const usualUnits = 30
const strangeCpfs = { oneUnit: '901', notEnrolled: '902', away: '903', lessThanPromised: '904' }

export type SandboxProgramme = ReturnType<typeof createSandboxProgramme>

/**
 * A pretend laboratory's programme for demo and tests, with its own table: it grants the discounts that the catalogue names. The
 * shop reaches it over HTTP only (`server/web/sandbox-programme-api.ts`).
 */
export function createSandboxProgramme({ database: { db }, discountsOf }: Deps) {
  return { eligible, authorise, confirm, cancel, endByItself, listOpen }

  /** @throws ProgrammeProblem */
  async function eligible(body: unknown): Promise<z.input<typeof Eligibility>> {
    const { cpf, products } = parse(EligibilityRequest, body)
    assertOpen(cpf)
    const discounts = await discountsOf(products.map(({ id }) => Number(id)))
    return {
      products: products.flatMap((product) => {
        const discount = discounts.get(Number(product.id))
        const units = cpf.startsWith(strangeCpfs.oneUnit) ? 1 : usualUnits
        if (!discount || cpf.startsWith(strangeCpfs.notEnrolled)) return []
        return [{ id: product.id, discount: percentOf(hundredths(discount, product.list_price)), units }]
      }),
    }
  }

  /** The same answer to the same id. @throws ProgrammeProblem 409 for one that was cancelled before */
  async function authorise(id: string, body: unknown): Promise<z.input<typeof Authorisation>> {
    const { cpf, product, units } = parse(NewAuthorisation, body)
    const [offer] = (await eligible({ cpf, products: [product] })).products
    const most = cpf.startsWith(strangeCpfs.lessThanPromised) ? 1 : (offer?.units ?? 0)
    await db
      .insertInto('sandbox_authorisation')
      .values({
        id,
        units: Math.min(units, most),
        discount_hundredths: Number((offer?.discount ?? '0.00').replace('.', '')),
        state: 'open',
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const row = await find(id)
    if (row?.state === 'cancelled') throw new ProgrammeProblem(409, 'it was cancelled')
    return { discount: percentOf(row?.discount_hundredths ?? 0), units: row?.units ?? 0 }
  }

  /** @throws ProgrammeProblem 404, 409 */
  function confirm(id: string, body: unknown): Promise<void> {
    return settle(id, 'confirmed', parse(UnitsDto, body).units)
  }

  /** One that is not known is cancelled in advance. @throws ProgrammeProblem 409 */
  async function cancel(id: string, body: unknown): Promise<void> {
    const { units } = parse(UnitsDto, body)
    if (units > 0) return settle(id, null, units)
    await db
      .insertInto('sandbox_authorisation')
      .values({ id, units: 0, discount_hundredths: 0, state: 'cancelled' })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ units: 0, state: 'cancelled' }))
      .execute()
  }

  /** The programme ends an authorisation, and tells nobody. */
  async function endByItself(id: string): Promise<void> {
    await db.updateTable('sandbox_authorisation').set({ state: 'cancelled', units: 0 }).where('id', '=', id).execute()
  }

  /** What it holds or has settled, in the sequence of ids. */
  function listOpen() {
    return db
      .selectFrom('sandbox_authorisation')
      .select(['id', 'units', 'state'])
      .where('state', '<>', 'cancelled')
      .orderBy('id')
      .execute()
  }

  async function settle(id: string, state: 'confirmed' | null, units: number): Promise<void> {
    const row = await find(id)
    if (!row) throw new ProgrammeProblem(404, 'no such authorisation')
    if (row.state === 'cancelled') throw new ProgrammeProblem(409, 'it was cancelled')
    await db
      .updateTable('sandbox_authorisation')
      .set({ units, ...(state && { state }) })
      .where('id', '=', id)
      .where('state', '<>', 'cancelled')
      .execute()
  }

  function find(id: string) {
    return db.selectFrom('sandbox_authorisation').selectAll().where('id', '=', id).executeTakeFirst()
  }
}

function assertOpen(cpf: string): void {
  if (cpf.startsWith(strangeCpfs.away)) throw new ProgrammeProblem(503, 'closed')
}

/** @param listPrice in reais */
function hundredths(discount: Discount, listPrice: string): number {
  if (discount.type === 'percent') return discount.value * 100
  const listCents = Number(listPrice.replace('.', ''))
  return Math.min(9_999, Math.round((1 - laboratoryPrice(listCents, discount) / listCents) * 10_000))
}

/** @throws ProgrammeProblem 400 */
function parse<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ProgrammeProblem(400, `${issue?.path.join('.')}: ${issue?.message}`)
}
