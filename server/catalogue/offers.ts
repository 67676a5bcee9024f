import { sql } from 'kysely'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import { listBranchIds } from '../delivery/delivery.ts'

interface OfferChange {
  priceCents?: number | undefined
  /** The stock counted, or what is added to it (less than zero takes away). */
  stock?: number | undefined
  addStock?: number | undefined
  /** The offer as the form showed it: if it is another one by now, nothing is changed. */
  expected?: OfferState | undefined
}

export interface OfferState {
  priceCents: number
  stock: number
}

export interface ListedOffer extends OfferState {
  sku: string
  branchId: number
}

/** Rows read by one query. */
const batchSize = 5000

export type OfferService = ReturnType<typeof createOfferService>

type OfferRefusalReason = 'product' | 'branch' | 'ceiling' | 'stock' | 'changed'

/** Why an offer was not changed. */
export interface OfferChangeRefusal {
  refusal: OfferRefusalReason
  ceilingCents?: number | null
}

/** The operator's own changes of one offer, and all offers for a file. */
export function createOfferService({ db, transact }: Database) {
  return { changeOffer, listOffers }

  /**
   * Changes a product's price and stock in a branch. Stock is added to in one statement, so that no order taken meanwhile is
   * lost, and never falls below zero.
   * @returns the offer as it is now, or why nothing was changed
   */
  async function changeOffer(
    sku: string,
    branchId: number,
    { priceCents, stock, addStock, expected }: OfferChange,
    transactionHook: TransactionHook = async () => {},
  ): Promise<OfferState | OfferChangeRefusal> {
    return transact(async (tx) => {
      const product = await tx
        .selectFrom('product')
        .select(['id', 'ceiling_price_cents'])
        .where('sku', '=', sku)
        .executeTakeFirst()
      if (!product) return { refusal: 'product' }
      const ceilingCents = product.ceiling_price_cents
      if (ceilingCents !== null && (priceCents ?? 0) > ceilingCents) return { refusal: 'ceiling', ceilingCents }
      const offerKey = { branchId, productId: product.id }
      const changedOffer = await updateOffer(tx, offerKey, { priceCents, stock, addStock, expected })
      if (changedOffer) {
        await transactionHook(tx)
        return { priceCents: changedOffer.price_cents, stock: changedOffer.stock }
      }
      return { refusal: await findRefusal(tx, offerKey, expected) }
    })
  }

  async function findRefusal(
    tx: Transaction,
    { branchId, productId }: { branchId: number; productId: number },
    expectedOffer: OfferState | undefined,
  ): Promise<OfferRefusalReason> {
    const currentOffer = await tx
      .selectFrom('offer')
      .select(['stock', 'price_cents'])
      .where('branch_id', '=', branchId)
      .where('product_id', '=', productId)
      .executeTakeFirst()
    if (!currentOffer) return 'branch'
    const matchesExpectedOffer =
      !expectedOffer ||
      (currentOffer.stock === expectedOffer.stock && currentOffer.price_cents === expectedOffer.priceCents)
    return matchesExpectedOffer ? 'stock' : 'changed'
  }

  /** @returns the row as it is now; undefined where there is none, or its stock would fall below zero */
  async function updateOffer(
    tx: Transaction,
    { branchId, productId }: { branchId: number; productId: number },
    { priceCents, stock, addStock = 0, expected }: OfferChange,
  ) {
    const newStock = stock === undefined ? sql<number>`stock + ${sql.lit(addStock)}` : sql<number>`${sql.lit(stock)}`
    return tx
      .updateTable('offer')
      .set({ stock: newStock, ...(priceCents === undefined ? {} : { price_cents: priceCents }) })
      .where('branch_id', '=', branchId)
      .where('product_id', '=', productId)
      .where(newStock, '>=', 0)
      .$if(expected !== undefined, (qb) =>
        qb.where('price_cents', '=', expected?.priceCents ?? 0).where('stock', '=', expected?.stock ?? 0),
      )
      .returning(['price_cents', 'stock'])
      .executeTakeFirst()
  }

  /** Every offer, by branch and product, read in batches. */
  async function* listOffers(): AsyncGenerator<ListedOffer> {
    for (const branchId of await listBranchIds(db)) {
      let lastProductId = 0
      for (;;) {
        const rows = await db
          .selectFrom('offer')
          .innerJoin('product', 'product.id', 'offer.product_id')
          .select(['product.sku', 'offer.branch_id', 'offer.product_id', 'offer.price_cents', 'offer.stock'])
          .where('offer.branch_id', '=', branchId)
          .where('offer.product_id', '>', lastProductId)
          .orderBy('offer.product_id')
          .limit(batchSize)
          .execute()
        for (const { sku, branch_id, price_cents, stock } of rows) {
          yield { sku, branchId: branch_id, priceCents: price_cents, stock }
        }
        const lastRow = rows.at(-1)
        if (!lastRow) break
        lastProductId = lastRow.product_id
      }
    }
  }
}
