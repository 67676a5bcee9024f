import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { formatMoney } from '../../app/texts/format.ts'
import { offerColumns } from '../catalogue/import/offer-import.ts'
import type { ListedOffer, OfferRefusal } from '../catalogue/offers.ts'
import { type Commands, optionsIn, UsageError } from './command.ts'
import { fileIn, importCommand } from './file-import.ts'

export const offersCommands: Commands = {
  'offers import': importCommand(
    'set price, stock or both by branch, of products named by SKU, slug or id; an empty cell changes nothing',
    offerColumns,
    ({ catalogue: { imports } }, rows, options) => imports.importOffers(rows, options),
  ),
  'offers export': {
    takes: 'FILE.csv [--force]',
    does: 'write every price and stock into a file that "offers import" reads; with --force over an older one',
    async run(args, { openShop, print }) {
      const { rest, has } = optionsIn(args, ['force'])
      const file = fileIn(rest)
      const {
        catalogue: { offers },
      } = await openShop()
      const count = await writeOffers(file, has('force'), offers.listOffers())
      print(`${file}: ${count} ${count === 1 ? 'offer' : 'offers'}.`)
    },
  },
  'offers set': {
    takes: 'SKU BRANCH [--price 12,34] [--stock 5 | --add -2]',
    does: 'change one price, and set the stock or add to it',
    async run(args, { openShop, print }) {
      const { rest, values } = optionsIn(args, [], ['price', 'stock', 'add'])
      const [sku, branch, ...more] = rest
      if (!sku || !branch || more.length > 0) throw new UsageError('SKU and BRANCH are wanted')
      if (values.stock !== undefined && values.add !== undefined) throw new UsageError('--stock or --add, not both')
      const change = {
        priceCents: values.price === undefined ? undefined : centsIn(values.price),
        stock: values.stock === undefined ? undefined : numberIn('--stock', values.stock, /^\d{1,9}$/),
        addStock: values.add === undefined ? undefined : numberIn('--add', values.add, /^[-+]?\d{1,9}$/),
      }
      if (Object.values(change).every((value) => value === undefined)) {
        throw new UsageError('--price, --stock or --add is missing')
      }
      const {
        catalogue: { offers },
      } = await openShop()
      const result = await offers.setOffer(sku, numberIn('BRANCH', branch, /^[1-9]\d{0,3}$/), change)
      if ('refusal' in result) throw new Error(refusals[result.refusal](sku, branch, result.ceilingCents ?? 0))
      print(`${sku}, branch ${branch}: ${formatMoney(result.priceCents)}, ${result.stock} in stock.`)
    },
  },
}

const refusals: Record<OfferRefusal, (sku: string, branch: string, ceilingCents: number) => string> = {
  product: (sku) => `There is no product ${sku}.`,
  branch: (sku, branch) => `${sku} is not on sale in branch ${branch}: "offers import" adds it there.`,
  ceiling: (sku, _branch, ceilingCents) => `${sku}: above the legal ceiling of ${formatMoney(ceilingCents)} (CMED).`,
  changed: (sku, branch) => `${sku} was changed meanwhile in branch ${branch}: look again.`,
  stock: (sku, branch) => `${sku} has less than that in branch ${branch}: stock is never below zero.`,
}

/** Reais as people type them, with a comma or a point. */
function centsIn(text: string): number {
  const [, reais, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  const amount = Number(reais) * 100 + Number(cents.padEnd(2, '0'))
  if (reais === undefined || amount === 0) throw new UsageError('--price is in reais, above zero, such as 12,34')
  return amount
}

function numberIn(name: string, text: string, form: RegExp): number {
  if (!form.test(text)) throw new UsageError(`${name}: "${text}" is no number that fits`)
  return Number(text)
}

/** @returns how many were written */
async function writeOffers(file: string, force: boolean, offers: AsyncIterable<ListedOffer>): Promise<number> {
  let count = 0
  await pipeline(lines(), createWriteStream(file, { flags: force ? 'w' : 'wx' })).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new Error(`${file} is there already: choose another name, or say --force`)
      throw error
    },
  )
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
