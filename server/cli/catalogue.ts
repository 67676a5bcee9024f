import { dirname, resolve } from 'node:path'
import { formatCeilingColumn } from '../../app/texts/ceilings.ts'
import { catalogueTexts as texts } from '../../app/texts/operator/catalogue.ts'
import { priceCheckTexts } from '../../app/texts/operator/price-check.ts'
import type { Sentence } from '../../app/texts/operator/sentence.ts'
import { createImportContext } from '../backoffice/import-audit.ts'
import { readCmedList } from '../catalogue/import/cmed-list.ts'
import { OlderCeilingListError } from '../catalogue/import/older-ceiling-list-error.ts'
import { createPictureChecker, createPictureConverter } from '../catalogue/import/pictures.ts'
import type { ProductRecord } from '../catalogue/import/product-record.ts'
import { type ProductColumn, ProductRowSchema, productColumns } from '../catalogue/import/product-row.ts'
import { allFaults } from '../platform/csv/checked-rows.ts'
import type { RowFault } from '../platform/csv/table.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Commands } from './command.ts'
import { writeCsv } from './csv-export.ts'
import { importUsage, readReportOptions, requireFile, runImport, throwFileError } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'

const catalogueFileColumns = Object.keys(ProductRowSchema.shape) as ProductColumn[]

async function* toRows(records: AsyncIterable<ProductRecord>): AsyncGenerator<string[]> {
  for await (const record of records) yield catalogueFileColumns.map((column) => record[column] ?? '')
}

export const catalogueCommands: Commands = {
  'catalogue import': {
    usage: `${importUsage} [--replace [--yes]]`,
    formatError: formatOwnerError,
    description:
      'add and change products; with --replace what the file does not name leaves the shop (--yes if that is much)',
    async run([file = ''], context) {
      const { openShop, print, hasFlag } = context
      const report = { ...readReportOptions(context), print, isWhole: hasFlag('replace') }
      const ctx = createImportContext((await openShop()).ctx, createOperatorActor(), 'catalogue', report.dryRun)
      const importFolder = dirname(resolve(file))
      const options = {
        isFullCatalogue: hasFlag('replace'),
        maxFaults: allFaults,
        maxWithdrawals: hasFlag('yes') ? Number.POSITIVE_INFINITY : undefined,
        processPictures: report.dryRun
          ? createPictureChecker(importFolder)
          : createPictureConverter(importFolder, ctx.files),
      }
      const { importProducts } = await import('../catalogue/import/product-import.ts')
      await runImport(file, productColumns, report, (rows) => importProducts(ctx, rows, options))
    },
  },
  'catalogue assemble': {
    usage: `TILL.csv|TILL.xlsx --cmed LIST.xlsx [--branch N] [--dry-run] [--json] ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      'make the catalogue of a till’s export and the CMED’s list; again each month: price and stock follow, what nobody knows waits in the back office',
    async run([file = ''], context) {
      const { hasFlag, getOptionValue } = context
      const { runAssembly } = await import('./catalogue-assembly.ts')
      await runAssembly(context, file, {
        cmedFile: getOptionValue('cmed') ?? '',
        branchId: getOptionValue('branch') === undefined ? null : Number(getOptionValue('branch')),
        dryRun: hasFlag('dry-run'),
        json: hasFlag('json'),
        language: readLanguage(getOptionValue),
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
      await requireFile(file, language)
      const notes: RowFault[] = []
      const options = {
        mayBeOlder: hasFlag('force'),
        observer: { onNote: (note: RowFault) => notes.push(note) },
      }
      const { importCeilings } = await import('../backoffice/ceiling-import.ts')
      const result = await importCeilings(ctx, createOperatorActor(), file, options).catch((error: Error) => {
        if (hasFlag('json')) print(JSON.stringify({ file, done: false, reason: error.message }))
        if (error instanceof OlderCeilingListError) throw new OperatorError(texts.olderList(file, error)[language])
        return throwFileError(file, error, language)
      })
      if (hasFlag('json')) return print(JSON.stringify({ file, done: true, ...result }))
      const { publishedOn, rates, medicineCount, matchedProductCount, priceCountAbove } = result
      for (const { reason } of notes) print(texts.rowFault({ line: 0, reason })[language])
      print(texts.list(publishedOn, medicineCount, rates)[language])
      print(texts.pricesAbove(priceCountAbove, matchedProductCount)[language])
    },
  },
  'catalogue check-prices': {
    usage: `[CMED.xlsx|CMED.csv] ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      "name every price above its legal ceiling, in every branch: by the shop's list (catalogue ceilings), or by this one",
    async run([file], { openShop, print, getOptionValue }) {
      const { catalogue } = await openShop()
      const language = readLanguage(getOptionValue)
      if (file !== undefined) await requireFile(file, language)
      const say = (sentence: Sentence) => print(sentence[language])
      const onNote = ({ reason }: RowFault) => say(texts.rowFault({ line: 0, reason }))
      const list =
        file === undefined
          ? undefined
          : await readCmedList(file, { onNote }).catch((error: unknown) => throwFileError(file, error, language))
      const { matchedProductCount, usedColumns, pricesAboveCeiling } =
        await catalogue.priceChecker.findPricesAboveCeiling(list?.medicines)
      for (const { ceiling, ...price } of pricesAboveCeiling)
        say(priceCheckTexts.above(price, ceiling.cents, formatCeilingColumn(ceiling)))
      for (const { productCount, doubt, ...column } of usedColumns) {
        const name = column.rate === null ? null : formatCeilingColumn(column)
        say(priceCheckTexts.usedColumn(name, productCount, doubt))
      }
      if (matchedProductCount === 0) {
        const sentence = file === undefined ? priceCheckTexts.noCeilings : priceCheckTexts.noMatch(file)
        throw new OperatorError(sentence[language])
      }
      const result = priceCheckTexts.result(pricesAboveCeiling.length, matchedProductCount, file !== undefined)
      if (pricesAboveCeiling.length > 0) throw new OperatorError(result[language])
      say(result)
    },
  },
}
