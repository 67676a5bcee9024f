import { dirname, resolve } from 'node:path'
import { formatMoney } from '../../app/texts/format.ts'
import { createImportAuditRecorder } from '../backoffice/import-audit.ts'
import { readCmedList } from '../catalogue/import/cmed-list.ts'
import { createPictureChecker, createPictureConverter } from '../catalogue/import/pictures.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Commands } from './command.ts'
import { importUsage, runImport, throwFileError } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'

export const catalogueCommands: Commands = {
  'catalogue import': {
    usage: `${importUsage} [--replace [--yes]]`,
    description:
      'add and change products; with --replace what the file does not name leaves the shop (--yes if that is much)',
    async run([file = ''], { openShop, print, hasFlag }) {
      const {
        catalogue: { importer },
        files,
        staff,
      } = await openShop()
      const dryRun = hasFlag('dry-run')
      const importFolder = dirname(resolve(file))
      const options = {
        dryRun,
        isFullCatalogue: hasFlag('replace'),
        mayWithdrawMany: hasFlag('yes'),
        ...(dryRun
          ? {}
          : { transactionHook: createImportAuditRecorder(staff.audit, createOperatorActor(), 'catalogue') }),
        processPictures: dryRun ? createPictureChecker(importFolder) : createPictureConverter(importFolder, files),
      }
      await runImport(file, productColumns, { print, dryRun, json: hasFlag('json') }, (rows) =>
        importer.importProducts(rows, options),
      )
    },
  },
  'catalogue check-prices': {
    usage: 'CMED.xlsx|CMED.csv',
    description: 'name every price above its legal ceiling (PMC, 18 %)',
    async run([file = ''], { openShop, print }) {
      const ceilings = await readCmedList(file).catch((error: unknown) => throwFileError(file, error))
      const { matchedProductCount, pricesAboveCeiling } = await (
        await openShop()
      ).catalogue.priceChecker.findPricesAboveCeiling(ceilings)
      for (const { sku, name, branchId, priceCents, ceilingCents } of pricesAboveCeiling) {
        print(`${sku} ${name}, branch ${branchId}: ${formatMoney(priceCents)} is above ${formatMoney(ceilingCents)}`)
      }
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
