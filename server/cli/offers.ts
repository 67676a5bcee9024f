import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import type { ListedOffer } from '../catalogue/offers.ts'
import type { Commands } from './command.ts'
import { createImportCommand, createWriteErrorHandler } from './file-import.ts'

export const offersCommands: Commands = {
  'offers import': createImportCommand(
    'offers',
    'set price, stock as counted on the shelf, or both by branch, of products named by SKU, EAN, slug or id; an empty cell changes nothing',
    offerColumns,
    async (ctx, rows) => {
      const { importOffers } = await import('../catalogue/import/offer-import.ts')
      const { buildReservedUnitsQuery } = await import('../orders/reserved-units.ts')
      return importOffers(ctx, buildReservedUnitsQuery, rows)
    },
  ),
  'offers export': {
    usage: 'FILE.csv [--force]',
    description:
      'write every price, and the stock on the shelf, into a file that "offers import" reads; with --force over an older one',
    async run([file = ''], { openShop, print, hasFlag }) {
      const {
        catalogue: { offers },
      } = await openShop()
      const offerCount = await writeOffers(file, hasFlag('force'), offers.listOffers())
      print(`${file}: ${offerCount} ${offerCount === 1 ? 'offer' : 'offers'}.`)
    },
  },
}

/** @returns how many were written */
async function writeOffers(file: string, mayOverwrite: boolean, offers: AsyncIterable<ListedOffer>): Promise<number> {
  let offerCount = 0
  await pipeline(generateLines(), createWriteStream(file, { flags: mayOverwrite ? 'w' : 'wx' })).catch(
    createWriteErrorHandler(file),
  )
  return offerCount

  async function* generateLines(): AsyncGenerator<string> {
    yield 'sku,branch_id,price,stock\n'
    for await (const { sku, branchId, priceCents, shelfUnits } of offers) {
      offerCount += 1
      yield `${toCsvCell(sku)},${branchId},${(priceCents / 100).toFixed(2)},${shelfUnits}\n`
    }
  }
}

function toCsvCell(text: string): string {
  return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
