import type { BareContext } from '../../context.ts'
import { allFaults, type ImportResult, type ImportSummary, importSingly } from '../../platform/csv/checked-rows.ts'
import type { ImportRow, RowFault } from '../../platform/csv/table.ts'
import { foldText } from '../../platform/user-input.ts'
import { replaceOlderCeilings } from '../import/ceiling-import.ts'
import type { CmedList } from '../import/cmed-list.ts'
import { importOffers } from '../import/offer-import.ts'
import { importProducts } from '../import/product-import.ts'
import type { ReservedUnitsQueryBuilder } from '../stock.ts'
import { removePending, savePending } from './pending-products.ts'
import { type AssemblyList, type KnownProducts, type PlannedRow, planAssembly, toCodeKey } from './plan-assembly.ts'
import type { TillFile } from './till-file.ts'
import { createRuleMatcher, listWordRules } from './word-rules.ts'

export interface AssemblySummary extends ImportSummary {
  /** Each row is in one of them. */
  countByList: Record<AssemblyList, number>
  /** Worth in cents of the stock of what waits in this file. */
  pendingCents: number
  /** Of each list the first: as the till has it, and as the shop will. */
  samples: { list: AssemblyList; line: number; description: string; name: string }[]
  /** Every row that is refused, or was taken otherwise than it stands. */
  rowNotes: RowFault[]
  /** What the till's columns were taken for. */
  till: Pick<TillFile, 'header' | 'samples' | 'columns'>
  /** yyyy-MM-dd of the CMED's list; null where neither it nor its name tells. */
  listDate: string | null
  /** Of the shop's newer list, whose ceilings stay; null where this one's count. */
  keptListDate: string | null
}

/** What tills call a branch: its number or its name. */
export interface BranchName {
  id: number
  name: string
}

export interface AssemblyOptions {
  /** The branch that all rows are of; null: the file's column tells, else the only branch's. */
  branchId: number | null
  /** By one of these a file's column names its branch. */
  branches: BranchName[]
  /** How many rows of each list are told. */
  maxSamples?: number
  /** Told again and again how much is done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Rows between two reports of how much is done. */
const rowsPerReport = 500

function* reportRows<Row>(rows: Row[], [from, to]: [from: number, to: number], onProgress: (share: number) => void) {
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerReport === 0) onProgress(from + ((to - from) * index) / rows.length)
    yield row
  }
}

/**
 * Makes a catalogue of what a till and the CMED know: joined by bar code, named and classified by the list, what is no medicine
 * by the owner's table of words. What nobody knows waits to be completed, out of the shop. Of products that the shop has,
 * price and stock follow the till, and ceilings the list, unless the shop has a newer one; nothing else does.
 */
export async function assembleCatalogue(
  ctx: BareContext,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  { rows, decimalSeparator, header, samples, columns }: TillFile,
  cmedList: CmedList,
  { branchId, branches, maxSamples = 5, onProgress = () => {} }: AssemblyOptions,
): Promise<AssemblySummary> {
  const onlyBranch = columns.branch === undefined && branches.length === 1 ? branches[0] : undefined
  return ctx.transact(async (ctx) => {
    const keptListDate = await replaceOlderCeilings(ctx, cmedList)
    const plan = planAssembly(rows, await loadKnownProducts(ctx, cmedList, branches), {
      branchId: branchId ?? onlyBranch?.id ?? null,
      decimalSeparator,
    })
    const newRows = plan.flatMap(({ line, newProduct }): ImportRow[] =>
      newProduct ? [{ line, values: newProduct as ImportRow['values'] }] : [],
    )
    const products = await importSingly(
      () => reportRows(newRows, [0.1, 0.4], onProgress),
      (rows) => importProducts(ctx, rows, { maxFaults: allFaults }),
    )
    const offerRows = toOfferRows(plan)
    const offers = await importSingly(
      () => reportRows(offerRows, [0.5, 0.6], onProgress),
      (rows) => importOffers(ctx, buildReservedUnitsQuery, rows, { maxFaults: allFaults }),
    )
    const outcome = withRefusals(plan, [...listRefusals(products), ...listRefusals(offers)])
    await removePending(
      ctx,
      outcome.flatMap(({ sku, code }) => (sku === null ? [] : [code])),
    )
    await savePending(ctx, reportRows(outcome, [0.7, 1], onProgress))
    return {
      read: rows.length,
      added: 'faults' in products ? 0 : products.added,
      changed: 'faults' in offers ? 0 : offers.changed,
      withdrawn: 0,
      notes: [...(products.notes ?? []), ...(offers.notes ?? [])],
      ...summarize(outcome, maxSamples),
      till: { header, samples, columns },
      listDate: cmedList.publishedOn,
      keptListDate,
    }
  })
}

function listRefusals(result: ImportResult): RowFault[] {
  return 'faults' in result ? result.faults : (result.refusals ?? [])
}

/** A row that the shop refuses is refused for all: such as one without a price, of a product that the branch never had. */
function withRefusals(plan: PlannedRow[], refusals: RowFault[]): PlannedRow[] {
  const reasonByLine = new Map(refusals.map(({ line, reason }) => [line, reason]))
  return plan.map((row) => {
    const reason = reasonByLine.get(row.line)
    return reason === undefined ? row : { ...row, list: 'refused', sku: null, newProduct: null, reasons: [reason] }
  })
}

async function loadKnownProducts(
  ctx: BareContext,
  { medicines }: CmedList,
  branches: BranchName[],
): Promise<KnownProducts> {
  const products = await ctx.db.selectFrom('product').select(['id', 'sku', 'ean', 'slug']).execute()
  const pendingRows = await ctx.db.selectFrom('pendingProduct').select(['code', 'isLeftOut', 'productId']).execute()
  const skuById = new Map(products.map(({ id, sku }) => [id, sku]))
  const branchIdByName = new Map(
    branches.flatMap(({ id, name }) => [String(id), foldText(name)].map((key) => [key, id] as const)),
  )
  return {
    skuByCode: new Map(products.flatMap(({ sku, ean }) => (ean === null ? [] : [[toCodeKey(ean), sku]]))),
    skus: new Set(skuById.values()),
    slugs: new Set(products.map(({ slug }) => slug)),
    pendingByCode: new Map(
      pendingRows.map(({ code, isLeftOut, productId }) => [
        toCodeKey(code),
        { isLeftOut, sku: productId === null ? null : (skuById.get(productId) ?? null) },
      ]),
    ),
    medicinesByCode: new Map(
      medicines
        .filter(({ isForHospitals }) => !isForHospitals)
        .flatMap((medicine) => medicine.eans.map((ean) => [toCodeKey(ean), medicine] as const)),
    ),
    matchRule: createRuleMatcher(await listWordRules(ctx)),
    findBranch: (cell) =>
      branchIdByName.get(cell.replace(/^0+(?=\d)/, '')) ?? branchIdByName.get(foldText(cell)) ?? null,
  }
}

function toOfferRows(plan: PlannedRow[]): ImportRow[] {
  return plan.flatMap(({ line, sku, branchId, priceCents, stock }) =>
    sku === null || (priceCents === null && stock === null)
      ? []
      : [
          {
            line,
            values: {
              sku,
              branch_id: String(branchId),
              price: priceCents === null ? '' : (priceCents / 100).toFixed(2),
              stock: stock === null ? '' : String(stock),
            },
          },
        ],
  )
}

function summarize(
  plan: PlannedRow[],
  maxSamples: number,
): Pick<AssemblySummary, 'countByList' | 'pendingCents' | 'samples' | 'rowNotes'> {
  const countByList = { ready: 0, byRule: 0, toComplete: 0, refused: 0 }
  const samples: AssemblySummary['samples'] = []
  for (const { list, line, description, newProduct, pending } of plan) {
    countByList[list] += 1
    const name = newProduct?.name ?? pending?.suggestion.name ?? null
    if (name !== null && countByList[list] <= maxSamples) samples.push({ list, line, description, name })
  }
  const pendingPlans = plan.filter(({ list }) => list === 'toComplete')
  return {
    countByList,
    samples,
    pendingCents: pendingPlans.reduce((sum, { priceCents, stock }) => sum + (priceCents ?? 0) * (stock ?? 0), 0),
    rowNotes: plan.flatMap(({ line, reasons }) => reasons.map((reason) => ({ line, reason }))),
  }
}
