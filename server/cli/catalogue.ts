import { dirname, resolve } from 'node:path'
import { formatCeilingColumn } from '../../app/texts/ceilings.ts'
import { formatMoney } from '../../app/texts/format.ts'
import { catalogueTexts as texts } from '../../app/texts/operator/catalogue.ts'
import { createImportContext } from '../backoffice/import-audit.ts'
import { readCmedList } from '../catalogue/import/cmed-list.ts'
import { OlderCeilingListError } from '../catalogue/import/older-ceiling-list-error.ts'
import { createPictureChecker, createPictureConverter } from '../catalogue/import/pictures.ts'
import type { UsedColumn } from '../catalogue/import/price-check.ts'
import type { ProductRecord } from '../catalogue/import/product-record.ts'
import { type ProductColumn, ProductRowSchema, productColumns } from '../catalogue/import/product-row.ts'
import { allFaults } from '../platform/csv/checked-rows.ts'
import type { RowFault } from '../platform/csv/table.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Commands } from './command.ts'
import { writeCsv } from './csv-export.ts'
import { importUsage, runImport, throwFileError, throwFileErrorInPortuguese } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'

const formatMedicines = (count: number) => (count === 1 ? '1 medicine' : `${count} medicines`)

function formatUsedColumn({ productCount, doubt, ...column }: UsedColumn): string {
  const place = column.rate === null ? "the catalogue's own ceiling" : formatCeilingColumn(column)
  const text = `${place}: ${formatMedicines(productCount)}`
  if (doubt === 'column') return `${text}, by the lowest column: the list lacks the one of their rate`
  if (doubt === 'rate')
    return `${text}, by the lowest column: no rate is set for their state and kind. Set it in the back office ("Tetos de preço")`
  return text
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
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const dryRun = hasFlag('dry-run')
      const ctx = createImportContext((await openShop()).ctx, createOperatorActor(), 'catalogue', dryRun)
      const importFolder = dirname(resolve(file))
      const options = {
        isFullCatalogue: hasFlag('replace'),
        maxFaults: allFaults,
        maxWithdrawals: hasFlag('yes') ? Number.POSITIVE_INFINITY : undefined,
        processPictures: dryRun ? createPictureChecker(importFolder) : createPictureConverter(importFolder, ctx.files),
      }
      const { importProducts } = await import('../catalogue/import/product-import.ts')
      const report = {
        print,
        dryRun,
        json: hasFlag('json'),
        faultsFile: getOptionValue('faults'),
        isWhole: hasFlag('replace'),
      }
      await runImport(file, productColumns, report, (rows) => importProducts(ctx, rows, options))
    },
  },
  'catalogue assemble': {
    usage: `TILL.csv|TILL.xlsx --cmed LIST.xlsx [--branch N] [--dry-run] [--json] ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      'make the catalogue of a till’s export and the CMED’s list; again each month: price and stock follow, what nobody knows waits in the back office',
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const { runAssembly } = await import('./catalogue-assembly.ts')
      await runAssembly((await openShop()).ctx, file, {
        cmedFile: getOptionValue('cmed') ?? '',
        branchId: getOptionValue('branch') === undefined ? null : Number(getOptionValue('branch')),
        dryRun: hasFlag('dry-run'),
        json: hasFlag('json'),
        language: readLanguage(getOptionValue),
        print,
      })
    },
  },
  'catalogue pictures': {
    usage: `FOLDER|FILE.zip ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      'put pictures named by bar code or SKU (7896004719115.jpg) in the place of their products’ first ones; products with a prescription have none',
    async run([path = ''], { openShop, print, getOptionValue }) {
      const { importPictures } = await import('./catalogue-pictures.ts')
      await importPictures((await openShop()).ctx, path, { print, language: readLanguage(getOptionValue) })
    },
  },
  'catalogue export': {
    usage: `FILE.csv [--force] ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      'write every product on sale into a file that "catalogue import" reads; with --force over an older one (prices and stock: "offers export")',
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const { listProductRecords } = await import('../catalogue/import/product-record.ts')
      const records = listProductRecords((await openShop()).ctx)
      const productCount = await writeCsv(file, hasFlag('force'), catalogueFileColumns, toRows(records))
      print(texts.exported(file, productCount)[readLanguage(getOptionValue)])
    },
  },
  'catalogue ceilings': {
    usage: `CMED.xlsx|CMED.csv [--force] [--json] ${languageUsage}`,
    formatError: formatOwnerError,
    description: "replace the legal price ceilings by the CMED's monthly list (--force also by an older one)",
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const { ctx } = await openShop()
      const language = readLanguage(getOptionValue)
      const notes: RowFault[] = []
      const options = {
        mayBeOlder: hasFlag('force'),
        observer: { onNote: (note: RowFault) => notes.push(note) },
      }
      const { importCeilings } = await import('../backoffice/ceiling-import.ts')
      const result = await importCeilings(ctx, createOperatorActor(), file, options).catch((error: Error) => {
        if (hasFlag('json')) print(JSON.stringify({ file, done: false, reason: error.message }))
        if (error instanceof OlderCeilingListError) throw new OperatorError(texts.olderList(file, error)[language])
        return language === 'pt' ? throwFileErrorInPortuguese(file, error) : throwFileError(file, error)
      })
      if (hasFlag('json')) return print(JSON.stringify({ file, done: true, ...result }))
      const { publishedOn, rates, medicineCount, matchedProductCount, priceCountAbove } = result
      for (const { reason } of notes) print(texts.rowFault({ line: 0, reason })[language])
      print(texts.list(publishedOn, medicineCount, rates)[language])
      print(texts.pricesAbove(priceCountAbove, matchedProductCount)[language])
    },
  },
  'catalogue check-prices': {
    usage: '[CMED.xlsx|CMED.csv]',
    description:
      "name every price above its legal ceiling, in every branch: by the shop's list (catalogue ceilings), or by this one",
    async run([file], { openShop, print }) {
      const { catalogue } = await openShop()
      const onNote = ({ reason }: RowFault) => print(`the file ${reason}`)
      const list =
        file === undefined
          ? undefined
          : await readCmedList(file, { onNote }).catch((error: unknown) => throwFileError(file, error))
      const { matchedProductCount, usedColumns, pricesAboveCeiling } =
        await catalogue.priceChecker.findPricesAboveCeiling(list?.medicines)
      for (const { sku, name, branchId, priceCents, ceiling } of pricesAboveCeiling) {
        print(
          `${sku} ${name}, branch ${branchId}: ${formatMoney(priceCents)} is above ${formatMoney(ceiling.cents)} (${formatCeilingColumn(ceiling)})`,
        )
      }
      for (const usedColumn of usedColumns) print(formatUsedColumn(usedColumn))
      if (matchedProductCount === 0) {
        throw new OperatorError(
          file === undefined
            ? 'No ceiling of any medicine is known, so nothing was checked. Take in the list of the CMED: npm run shop -- catalogue ceilings CMED.xlsx'
            : `${file}: none of the shop's medicines is in the list, so nothing was checked. See whether the list is whole, and whether the shop's medicines have their ggrem, anvisa_registro and ean.`,
        )
      }
      const medicines = `${matchedProductCount} medicines${file === undefined ? '' : ' in the list'}`
      if (pricesAboveCeiling.length > 0)
        throw new OperatorError(`${pricesAboveCeiling.length} prices above the ceiling, of ${medicines}`)
      print(`No price is above its ceiling, of ${medicines}.`)
    },
  },
}
