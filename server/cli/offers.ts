import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { formatMoney } from '../../app/texts/format.ts'
import { parseMoney } from '../../app/texts/money.ts'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import type { ListedOffer } from '../catalogue/offers.ts'
import { noteImport } from '../counter/import-note.ts'
import { ShopError } from '../platform/errors.ts'
import type { Commands } from './command.ts'
import { importCommand, refuseExisting } from './file-import.ts'
import { operator } from './operator.ts'
import { UsageError } from './usage.ts'

export const offersCommands: Commands = {
  'offers import': importCommand(
    'set price, stock or both by branch, of products named by SKU, slug or id; an empty cell changes nothing',
    offerColumns,
    ({ catalogue: { imports }, staff }, rows, options) => {
      const alongside = options.dryRun ? undefined : noteImport(staff.audit, operator(), 'offers')
      return imports.importOffers(rows, { ...options, ...(alongside && { alongside }) })
    },
  ),
  'offers export': {
    takes: 'FILE.csv [--force]',
    does: 'write every price and stock into a file that "offers import" reads; with --force over an older one',
    async run([file = ''], { openShop, print, has }) {
      const {
        catalogue: { offers },
      } = await openShop()
      const count = await writeOffers(file, has('force'), offers.listOffers())
      print(`${file}: ${count} ${count === 1 ? 'offer' : 'offers'}.`)
    },
  },
  'offers set': {
    takes: 'SKU BRANCH [--price 12,34] [--stock 5 | --add CHANGE]',
    does: 'change one price, and set the stock or add to it: --add=-2 takes two off',
    async run([sku = '', branch = ''], { openShop, print, value }) {
      const [price, stock, add] = [value('price'), value('stock'), value('add')]
      if (stock !== undefined && add !== undefined) throw new UsageError('--stock or --add, not both')
      const change = {
        priceCents: price === undefined ? undefined : centsIn(price),
        stock: stock === undefined ? undefined : numberIn('--stock', stock, /^\d{1,9}$/),
        addStock: add === undefined ? undefined : numberIn('--add', add, /^[-+]?\d{1,9}$/),
      }
      if (Object.values(change).every((value) => value === undefined)) {
        throw new UsageError('--price, --stock or --add is missing')
      }
      const update = { sku, branchId: numberIn('BRANCH', branch, /^[1-9]\d{0,3}$/), ...change }
      const [result] = await (await openShop()).counter.shelf.updateOffers(operator(), [update])
      if (!result || result instanceof ShopError) throw new Error(`${sku}, branch ${branch}: ${result?.message}`)
      print(`${sku}, branch ${branch}: ${formatMoney(result.priceCents)}, ${result.stock} in stock.`)
    },
  },
}

/** Reais as people type them, with a comma or a point. */
function centsIn(text: string): number {
  const cents = parseMoney(text)
  if (!cents) throw new UsageError('--price is in reais, above zero, such as 12,34')
  return cents
}

function numberIn(name: string, text: string, form: RegExp): number {
  if (!form.test(text)) throw new UsageError(`${name}: "${text}" is no number that fits`)
  return Number(text)
}

/** @returns how many were written */
async function writeOffers(file: string, force: boolean, offers: AsyncIterable<ListedOffer>): Promise<number> {
  let count = 0
  await pipeline(lines(), createWriteStream(file, { flags: force ? 'w' : 'wx' })).catch(refuseExisting(file))
  return count

  async function* lines(): AsyncGenerator<string> {
    yield 'sku,branch_id,price,stock\n'
    for await (const { sku, branchId, priceCents, stock } of offers) {
      count += 1
      yield `${cell(sku)},${branchId},${(priceCents / 100).toFixed(2)},${stock}\n`
    }
  }
}

function cell(text: string): string {
  return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
