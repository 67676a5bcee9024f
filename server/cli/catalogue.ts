import { dirname, resolve } from 'node:path'
import { formatMoney } from '../../app/texts/format.ts'
import { createImportContext } from '../backoffice/import-audit.ts'
import { readCmedList } from '../catalogue/import/cmed-list.ts'
import { createPictureChecker, createPictureConverter } from '../catalogue/import/pictures.ts'
import type { UsedColumn } from '../catalogue/import/price-check.ts'
import type { ProductRecord } from '../catalogue/import/product-record.ts'
import { type ProductColumn, ProductRowSchema, productColumns } from '../catalogue/import/product-row.ts'
import type { RowFault } from '../platform/csv/table.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Commands } from './command.ts'
import { writeCsv } from './csv-export.ts'
import { importUsage, runImport, throwFileError } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'

function formatUsedColumn({ column, missingColumn, productCount }: UsedColumn): string {
  const medicines = productCount === 1 ? '1 medicine' : `${productCount} medicines`
  return missingColumn === null
    ? `${column}: ${medicines}`
    : `${column}: ${medicines} whose ceiling stands in ${missingColumn}, which the list does not have: a higher price than theirs passes`
}

const catalogueFileColumns = Object.keys(ProductRowSchema.shape) as ProductColumn[]

async function* toRows(records: AsyncIterable<ProductRecord>): AsyncGenerator<string[]> {
  for await (const record of records) yield catalogueFileColumns.map((column) => record[column] ?? '')
}

export const catalogueCommands: Commands = {
  'catalogue import': {
    usage: `${importUsage} [--replace [--yes]]`,
    description:
      'add and change products; with --replace what the file does not name leaves the shop (--yes if that is much)',
    async run([file = ''], { openShop, print, hasFlag }) {
      const dryRun = hasFlag('dry-run')
      const ctx = createImportContext((await openShop()).ctx, createOperatorActor(), 'catalogue', dryRun)
      const importFolder = dirname(resolve(file))
      const options = {
        isFullCatalogue: hasFlag('replace'),
        maxWithdrawals: hasFlag('yes') ? Number.POSITIVE_INFINITY : undefined,
        processPictures: dryRun ? createPictureChecker(importFolder) : createPictureConverter(importFolder, ctx.files),
      }
      const { importProducts } = await import('../catalogue/import/product-import.ts')
      await runImport(file, productColumns, { print, dryRun, json: hasFlag('json') }, (rows) =>
        importProducts(ctx, rows, options),
      )
    },
  },
  'catalogue assemble': {
    usage: 'TILL.csv|TILL.xlsx --cmed LIST.xlsx [--branch N] [--dry-run] [--json]',
    description:
      'make the catalogue of a till’s export and the CMED’s list; again each month: price and stock follow, what nobody knows waits in the back office',
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const { runAssembly } = await import('./catalogue-assembly.ts')
      await runAssembly((await openShop()).ctx, file, {
        cmedFile: getOptionValue('cmed') ?? '',
        branchId: getOptionValue('branch') === undefined ? null : Number(getOptionValue('branch')),
        dryRun: hasFlag('dry-run'),
        json: hasFlag('json'),
        print,
      })
    },
  },
  'catalogue export': {
    usage: 'FILE.csv [--force]',
    description:
      'write every product on sale into a file that "catalogue import" reads; with --force over an older one (prices and stock: "offers export")',
    async run([file = ''], { openShop, print, hasFlag }) {
      const { listProductRecords } = await import('../catalogue/import/product-record.ts')
      const records = listProductRecords((await openShop()).ctx)
      const productCount = await writeCsv(file, hasFlag('force'), catalogueFileColumns, toRows(records))
      print(`${file}: ${productCount} ${productCount === 1 ? 'product' : 'products'}.`)
    },
  },
  'catalogue check-prices': {
    usage: 'CMED.xlsx|CMED.csv',
    description: 'name every price above its legal ceiling (PMC: 18 %, generics 12 %, free of ICMS 0 %)',
    async run([file = ''], { openShop, print }) {
      const { catalogue } = await openShop()
      const onNote = ({ reason }: RowFault) => print(`the file ${reason}`)
      const { medicines } = await readCmedList(file, { onNote }).catch((error: unknown) => throwFileError(file, error))
      const { matchedProductCount, usedColumns, pricesAboveCeiling } =
        await catalogue.priceChecker.findPricesAboveCeiling(medicines.filter(({ ceilings }) => ceilings['18 %']))
      for (const { sku, name, branchId, priceCents, ceilingCents, column } of pricesAboveCeiling) {
        print(
          `${sku} ${name}, branch ${branchId}: ${formatMoney(priceCents)} is above ${formatMoney(ceilingCents)} (${column})`,
        )
      }
      for (const usedColumn of usedColumns) print(formatUsedColumn(usedColumn))
      if (matchedProductCount === 0) {
        throw new OperatorError(
          `${file}: none of the shop's medicines is in the list, so nothing was checked. See whether the list is whole, and whether the shop's medicines have their ggrem, anvisa_registro and ean.`,
        )
      }
      if (pricesAboveCeiling.length > 0)
        throw new OperatorError(
          `${pricesAboveCeiling.length} prices above the ceiling, of ${matchedProductCount} medicines in the list`,
        )
      print(`No price is above its ceiling, of ${matchedProductCount} medicines in the list.`)
    },
  },
}
