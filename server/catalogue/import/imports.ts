import { createDryRunDatabase } from '../../database/dry-run.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ImportOptions, ImportRowStream } from '../../platform/csv/checked-rows.ts'
import { importBanners } from './banner-import.ts'
import { importOffers } from './offer-import.ts'
import { importProducts, type ProductImportOptions } from './product-import.ts'
import { type CatalogueImportOptions, createImportStaging, type ImportDatabase } from './staging.ts'

/**
 * Imports the operator's files while the shop is open.
 *
 * Rows are validated one by one and staged in short batches. Only when the whole file is valid is it published, in one
 * transaction: a crash at any moment leaves the old catalogue, and nobody sees half of a new one.
 */
export function createCatalogueImporter(database: ImportDatabase, clock: Clock) {
  const staging = createImportStaging(database, clock)
  const chooseDatabase = ({ dryRun }: ImportOptions = {}) => (dryRun ? createDryRunDatabase(database) : database)
  return {
    importProducts: (file: ImportRowStream, options: ProductImportOptions & CatalogueImportOptions = {}) =>
      importProducts(chooseDatabase(options), staging, file, options),
    importOffers: (file: ImportRowStream, options?: CatalogueImportOptions) =>
      importOffers(chooseDatabase(options), staging, file, options),
    importBanners: (file: ImportRowStream, options?: ImportOptions) =>
      importBanners(chooseDatabase(options).transact, file),
  }
}
