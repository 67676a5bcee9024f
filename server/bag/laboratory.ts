import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Tables } from '../database/schema.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { parseCpf } from '../platform/cpf.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { type Reencrypted, type ReencryptionOptions, reencryptColumn } from '../platform/reencryption.ts'
import { retentionMinutes } from '../platform/retention.ts'
import { TypedId } from '../wire/values.ts'

/** As long as the browser keeps the bag that has the id. */

interface Deps {
  database: Database
  clock: Clock
  catalogue: Catalogue
  encryption: Encryption
}

/** What a customer sends who wants the discount of a product's laboratory. */
const DiscountRequest = z.object({
  productId: TypedId.catch(0),
  cpf: z.string().default(''),
  consent: z.union([z.enum(['on', 'true', '1']), z.literal(true)], fields.consent),
})

/** An opt-in to laboratory discounts. */
interface OptIn {
  /** Eleven digits. */
  cpf: string
  productIds: number[]
  consentedAt: Date
}

/** A consent, with the CPF. */
interface OptInRequest {
  /** The branch that sells the product. */
  branchId: number
  productId: number
  /** As it was typed. */
  cpf: string
  /** Null for a visitor. */
  customerId?: number | null | undefined
  /** An earlier opt-in of the same bag, which this one replaces; its products stay consented to. Another customer's stays. */
  replaces?: string | undefined
}

export type Laboratory = ReturnType<typeof createLaboratory>

/**
 * Laboratory discounts (PBM): shown for a product once the customer gave a CPF and consented for that product. The CPF is
 * stored here, encrypted; the bag carries a random id. Orders charge the price without it (specification, section 5).
 */
export function createLaboratory({ database: { query, transact }, clock, catalogue, encryption }: Deps) {
  return { DiscountRequest, optIn, adopt, withdraw, productsOf, listOptIns, eraseOld, reencrypt }

  /**
   * @returns the id to store in the bag
   * @throws ShopError "product.noLaboratoryDiscount", "cpf.invalid"
   */
  async function optIn({ branchId, productId, cpf, customerId = null, replaces }: OptInRequest): Promise<string> {
    const prices = await catalogue.laboratoryPrices(branchId, [productId])
    if (!prices.has(productId)) throw new ShopError('product.noLaboratoryDiscount')
    const id = randomBytes(16).toString('base64url')
    const cpf_encrypted = encryption.encryptText(parseCpf(cpf), contextOf(id))
    const now = clock.now().toISOString()
    await transact(async (tx) => {
      const earlier = await tx
        .selectFrom('laboratory_opt_in_product')
        .innerJoin('laboratory_opt_in', 'laboratory_opt_in.id', 'opt_in_id')
        .select(['product_id', 'consented_at'])
        .where('opt_in_id', '=', replaces ?? '')
        .where('product_id', '<>', productId)
        .where(isOpenTo(customerId))
        .execute()
      await tx
        .insertInto('laboratory_opt_in')
        .values({ id, customer_id: customerId, cpf_encrypted, created_at: now })
        .execute()
      await tx
        .insertInto('laboratory_opt_in_product')
        .values(
          [...earlier, { product_id: productId, consented_at: now }].map((consent) => ({ opt_in_id: id, ...consent })),
        )
        .execute()
      await tx
        .deleteFrom('laboratory_opt_in')
        .where('id', '=', replaces ?? '')
        .where(isOpenTo(customerId))
        .execute()
    })
    return id
  }

  /**
   * Assigns a visitor's opt-in to the customer as whom they signed in.
   * @returns whether it is theirs now: false for another customer's, left in the bag of a browser that both use
   */
  async function adopt(id: string, customerId: number): Promise<boolean> {
    const { numUpdatedRows } = await query
      .updateTable('laboratory_opt_in')
      .set({ customer_id: customerId })
      .where('id', '=', id)
      .where(isOpenTo(customerId))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Deletes an opt-in: the CPF and its products. */
  async function withdraw(id: string): Promise<void> {
    await query.deleteFrom('laboratory_opt_in').where('id', '=', id).execute()
  }

  /** The products that an opt-in is for. */
  async function productsOf(id: string, within = query): Promise<number[]> {
    const rows = await within
      .selectFrom('laboratory_opt_in_product')
      .select('product_id')
      .where('opt_in_id', '=', id)
      .execute()
    return rows.map(({ product_id }) => product_id)
  }

  /** A customer's opt-ins, with the CPF. */
  async function listOptIns(customerId: number): Promise<OptIn[]> {
    const rows = await query
      .selectFrom('laboratory_opt_in')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('created_at')
      .execute()
    return Promise.all(
      rows.map(async ({ id, cpf_encrypted, created_at }) => ({
        cpf: encryption.decryptText(cpf_encrypted, contextOf(id)),
        productIds: await productsOf(id),
        consentedAt: new Date(created_at),
      })),
    )
  }

  /** Erases opt-ins older than any bag's cookie. */
  async function eraseOld(): Promise<void> {
    const before = minutesAfter(clock.now(), -retentionMinutes('laboratoryCpf')).toISOString()
    await query.deleteFrom('laboratory_opt_in').where('created_at', '<', before).execute()
  }

  /** Brings the CPFs under the newest key. */
  function reencrypt(options: ReencryptionOptions): AsyncGenerator<Reencrypted> {
    return reencryptColumn(
      { query, encryption },
      { table: 'laboratory_opt_in', column: 'cpf_encrypted', contextOf },
      options,
    )
  }
}

/** A visitor's opt-in belongs to whoever has the bag; a customer's to them alone, also in a browser that others use. */
function isOpenTo(customerId: number | null) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'laboratory_opt_in'>) =>
    or([eb('customer_id', 'is', null), eb('customer_id', '=', customerId)])
}

function contextOf(id: string): string {
  return `laboratory-opt-in ${id}`
}
