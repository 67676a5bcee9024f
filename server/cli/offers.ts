import { importCommandTexts } from '../../app/texts/operator/imports.ts'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import type { ListedOffer } from '../catalogue/offers.ts'
import { allFaults } from '../platform/csv/checked-rows.ts'
import { type Commands, languageUsage } from './command.ts'
import { writeCsv } from './csv-export.ts'
import { createImportCommand } from './file-import.ts'

export const offersCommands: Commands = {
  'offers import': createImportCommand(
    'offers',
    'set price, stock as counted on the shelf, or both by branch, of products named by SKU, EAN, slug or id; an empty cell changes nothing',
    offerColumns,
    async (ctx, rows) => {
      const { importOffers } = await import('../catalogue/import/offer-import.ts')
      const { buildReservedUnitsQuery } = await import('../orders/reserved-units.ts')
      return importOffers(ctx, buildReservedUnitsQuery, rows, { maxFaults: allFaults })
    },
  ),
  'offers export': {
    usage: `FILE.csv [--force] ${languageUsage}`,
    description:
      'write every price, and the stock on the shelf, into a file that "offers import" reads; with --force over an older one',
    async run([file = ''], { openShop, print, hasFlag, language }) {
      const {
        catalogue: { offers },
      } = await openShop()
      const offerCount = await writeCsv(
        file,
        hasFlag('force'),
        ['sku', 'branch_id', 'price', 'stock'],
        toRows(offers.listOffers()),
      )
      print(importCommandTexts.exportedOffers(file, offerCount)[language])
    },
  },
}

async function* toRows(offers: AsyncIterable<ListedOffer>): AsyncGenerator<string[]> {
  for await (const { sku, branchId, priceCents, shelfUnits } of offers)
    yield [sku, String(branchId), (priceCents / 100).toFixed(2), String(shelfUnits)]
}
