import type { z } from 'zod'
import { calculateLaboratoryPrice, type Discount } from '../../catalogue/pricing.ts'
import type { Database } from '../../database/connection.ts'
import {
  type Authorisation,
  AuthorisationBody,
  type Eligibility,
  EligibilityRequest,
  formatPercent,
  UnitsDto,
} from './http-programme.schemas.ts'

/** An error as the API answers it. */
export class SandboxProgrammeError extends Error {
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
  loadDiscounts: (productIds: number[]) => Promise<Map<number, Discount>>
}

/** Units that it grants at once; CPFs that it treats otherwise begin so (README.md). */
const defaultUnits = 30
const specialCpfPrefixes = { oneUnit: '901', notEnrolled: '902', away: '903', lessThanPromised: '904' }

export type SandboxProgramme = ReturnType<typeof createSandboxProgramme>

/**
 * A pretend laboratory's programme for demo and tests, with its own table: it grants the discounts that the catalogue names. The
 * shop reaches it over HTTP only (`server/web/sandbox-programme-api.ts`).
 */
export function createSandboxProgramme({ database: { db }, loadDiscounts }: Deps) {
  return { checkEligibility, authorise, confirm, cancel, endAuthorisation, listOpen }

  /** @throws ProgrammeProblem */
  async function checkEligibility(body: unknown): Promise<z.input<typeof Eligibility>> {
    const { cpf, products } = parse(EligibilityRequest, body)
    assertAvailable(cpf)
    const discounts = await loadDiscounts(products.map(({ id }) => Number(id)))
    return {
      products: products.flatMap((product) => {
        const discount = discounts.get(Number(product.id))
        const units = cpf.startsWith(specialCpfPrefixes.oneUnit) ? 1 : defaultUnits
        if (!discount || cpf.startsWith(specialCpfPrefixes.notEnrolled)) return []
        return [{ id: product.id, discount: formatPercent(calculateHundredths(discount, product.list_price)), units }]
      }),
    }
  }

  /** The same answer to the same id. @throws ProgrammeProblem 409 for one that was cancelled before */
  async function authorise(id: string, body: unknown): Promise<z.input<typeof Authorisation>> {
    const { cpf, product, units } = parse(AuthorisationBody, body)
    const [offer] = (await checkEligibility({ cpf, products: [product] })).products
    const maxUnits = cpf.startsWith(specialCpfPrefixes.lessThanPromised) ? 1 : (offer?.units ?? 0)
    await db
      .insertInto('sandbox_authorisation')
      .values({
        id,
        units: Math.min(units, maxUnits),
        discount_hundredths: Number((offer?.discount ?? '0.00').replace('.', '')),
        state: 'open',
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const row = await findAuthorisation(id)
    if (row?.state === 'cancelled') throw new SandboxProgrammeError(409, 'it was cancelled')
    return { discount: formatPercent(row?.discount_hundredths ?? 0), units: row?.units ?? 0 }
  }

  /** @throws ProgrammeProblem 404, 409 */
  function confirm(id: string, body: unknown): Promise<void> {
    return updateAuthorisation(id, 'confirmed', parse(UnitsDto, body).units)
  }

  /** One that is not known is cancelled in advance. @throws ProgrammeProblem 409 */
  async function cancel(id: string, body: unknown): Promise<void> {
    const { units } = parse(UnitsDto, body)
    if (units > 0) return updateAuthorisation(id, null, units)
    await db
      .insertInto('sandbox_authorisation')
      .values({ id, units: 0, discount_hundredths: 0, state: 'cancelled' })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ units: 0, state: 'cancelled' }))
      .execute()
  }

  /** The programme ends an authorisation, and tells nobody. */
  async function endAuthorisation(id: string): Promise<void> {
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

  async function updateAuthorisation(id: string, state: 'confirmed' | null, units: number): Promise<void> {
    const row = await findAuthorisation(id)
    if (!row) throw new SandboxProgrammeError(404, 'no such authorisation')
    if (row.state === 'cancelled') throw new SandboxProgrammeError(409, 'it was cancelled')
    await db
      .updateTable('sandbox_authorisation')
      .set({ units, ...(state && { state }) })
      .where('id', '=', id)
      .where('state', '<>', 'cancelled')
      .execute()
  }

  function findAuthorisation(id: string) {
    return db.selectFrom('sandbox_authorisation').selectAll().where('id', '=', id).executeTakeFirst()
  }
}

function assertAvailable(cpf: string): void {
  if (cpf.startsWith(specialCpfPrefixes.away)) throw new SandboxProgrammeError(503, 'closed')
}

/** @param listPrice in reais */
function calculateHundredths(discount: Discount, listPrice: string): number {
  if (discount.type === 'percent') return discount.value * 100
  const listCents = Number(listPrice.replace('.', ''))
  return Math.min(9_999, Math.round((1 - calculateLaboratoryPrice(listCents, discount) / listCents) * 10_000))
}

/** @throws ProgrammeProblem 400 */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new SandboxProgrammeError(400, `${issue?.path.join('.')}: ${issue?.message}`)
}
