import type { z } from 'zod'
import {
  AuthorisationRequestDto,
  type AuthorisationResponseDto,
  EligibilityRequestDto,
  type EligibilityResponseDto,
  formatPercent,
  UnitsDto,
} from '../../bag/programme/http-programme.schemas.ts'
import { calculatePbmPrice, type Discount } from '../../catalogue/pricing.ts'
import type { Database } from '../../database/connection.ts'

/** An error that the API responds with. */
export class SandboxDiscountProgrammeError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'SandboxDiscountProgrammeError'
    this.status = status
  }
}

interface Deps {
  database: Database
  loadDiscounts: (productIds: number[]) => Promise<Map<number, Discount>>
}

/** Units that it grants at once; the prefixes of CPFs that it treats otherwise (README.md). */
const defaultMaxUnits = 30
const specialCpfPrefixes = { oneUnit: '901', notEnrolled: '902', unavailable: '903', lessThanPromised: '904' }

export type SandboxDiscountProgramme = ReturnType<typeof createSandboxDiscountProgramme>

/**
 * A pretend laboratory's programme for demo and tests, with its own table: it grants the discounts that the catalogue names. The
 * shop reaches it over HTTP only (`server/demo/simulators/sandbox-discount-programme-api.ts`).
 */
export function createSandboxDiscountProgramme({ database: { db }, loadDiscounts }: Deps) {
  return { checkEligibility, authorise, confirm, cancel, revokeAuthorisationSilently, listActiveAuthorisations }

  /** @throws SandboxDiscountProgrammeError */
  async function checkEligibility(body: unknown): Promise<z.input<typeof EligibilityResponseDto>> {
    const { cpf, products } = parseBody(EligibilityRequestDto, body)
    assertAvailable(cpf)
    const discounts = await loadDiscounts(products.map(({ id }) => Number(id)))
    return {
      products: products.flatMap((product) => {
        const discount = discounts.get(Number(product.id))
        const units = cpf.startsWith(specialCpfPrefixes.oneUnit) ? 1 : defaultMaxUnits
        if (!discount || cpf.startsWith(specialCpfPrefixes.notEnrolled)) return []
        return [
          {
            id: product.id,
            discount: formatPercent(calculateDiscountBasisPoints(discount, product.list_price)),
            units,
          },
        ]
      }),
    }
  }

  /** Responds to the same id in the same way. @throws SandboxDiscountProgrammeError 409 for one that was cancelled before */
  async function authorise(id: string, body: unknown): Promise<z.input<typeof AuthorisationResponseDto>> {
    const { cpf, product, units } = parseBody(AuthorisationRequestDto, body)
    const [offer] = (await checkEligibility({ cpf, products: [product] })).products
    const maxUnits = cpf.startsWith(specialCpfPrefixes.lessThanPromised) ? 1 : (offer?.units ?? 0)
    await db
      .insertInto('sandboxAuthorisation')
      .values({
        id,
        units: Math.min(units, maxUnits),
        discountBasisPoints: Number((offer?.discount ?? '0.00').replace('.', '')),
        state: 'open',
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const row = await findAuthorisation(id)
    if (row?.state === 'cancelled') throw new SandboxDiscountProgrammeError(409, 'it was cancelled')
    return { discount: formatPercent(row?.discountBasisPoints ?? 0), units: row?.units ?? 0 }
  }

  /** @throws SandboxDiscountProgrammeError 404, 409 */
  function confirm(id: string, body: unknown): Promise<void> {
    return updateAuthorisation(id, 'confirmed', parseBody(UnitsDto, body).units)
  }

  /** An unknown authorisation is cancelled in advance. @throws SandboxDiscountProgrammeError 409 */
  async function cancel(id: string, body: unknown): Promise<void> {
    const { units } = parseBody(UnitsDto, body)
    if (units > 0) return updateAuthorisation(id, null, units)
    await db
      .insertInto('sandboxAuthorisation')
      .values({ id, units: 0, discountBasisPoints: 0, state: 'cancelled' })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ units: 0, state: 'cancelled' }))
      .execute()
  }

  /** The programme ends an authorisation without notifying the shop. */
  async function revokeAuthorisationSilently(id: string): Promise<void> {
    await db.updateTable('sandboxAuthorisation').set({ state: 'cancelled', units: 0 }).where('id', '=', id).execute()
  }

  /** The authorisations that were not cancelled, by id. */
  function listActiveAuthorisations() {
    return db
      .selectFrom('sandboxAuthorisation')
      .select(['id', 'units', 'state'])
      .where('state', '<>', 'cancelled')
      .orderBy('id')
      .execute()
  }

  async function updateAuthorisation(id: string, state: 'confirmed' | null, units: number): Promise<void> {
    const row = await findAuthorisation(id)
    if (!row) throw new SandboxDiscountProgrammeError(404, 'no such authorisation')
    if (row.state === 'cancelled') throw new SandboxDiscountProgrammeError(409, 'it was cancelled')
    await db
      .updateTable('sandboxAuthorisation')
      .set({ units, ...(state && { state }) })
      .where('id', '=', id)
      .where('state', '<>', 'cancelled')
      .execute()
  }

  function findAuthorisation(id: string) {
    return db.selectFrom('sandboxAuthorisation').selectAll().where('id', '=', id).executeTakeFirst()
  }
}

function assertAvailable(cpf: string): void {
  if (cpf.startsWith(specialCpfPrefixes.unavailable)) throw new SandboxDiscountProgrammeError(503, 'closed')
}

/** @param listPrice in reais */
function calculateDiscountBasisPoints(discount: Discount, listPrice: string): number {
  if (discount.type === 'percent') return discount.value * 100
  const listPriceCents = Number(listPrice.replace('.', ''))
  return Math.min(9_999, Math.round((1 - calculatePbmPrice(listPriceCents, discount) / listPriceCents) * 10_000))
}

/** @throws SandboxDiscountProgrammeError 400 */
function parseBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new SandboxDiscountProgrammeError(400, `${issue?.path.join('.')}: ${issue?.message}`)
}
