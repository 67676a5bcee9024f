import { formatDateAndTime } from '../../app/texts/dates.ts'
import { formatMoney } from '../../app/texts/format.ts'
import type { DeskProduct } from '../catalogue/product-desk.ts'
import { shopDay, shopDayStart } from '../platform/calendar.ts'
import type { Shop } from '../shop.ts'
import { type Commands, table } from './command.ts'
import { pictureIn } from './file-import.ts'
import { operator } from './operator.ts'
import { UsageError } from './usage.ts'

export const productsCommands: Commands = {
  'products paused': {
    takes: '',
    does: 'the products that are paused, and until when',
    async run(_args, { openShop, print }) {
      const {
        catalogue: { pauses },
      } = await openShop()
      const paused = await pauses.listPaused()
      if (paused.length === 0) return print('No product is paused.')
      const rows = paused.map(({ sku, name, until }) => [sku, until ? shopDay(until) : 'until resumed', name])
      for (const line of table([['SKU', 'UNTIL', 'NAME'], ...rows])) print(line)
    },
  },
  'products pause': {
    takes: 'SKU [--until DAY]',
    does: 'keep a product from being bought, until that day begins or until it is resumed; its page stays',
    async run([sku = ''], { openShop, print, value }) {
      const shop = await openShop()
      const day = value('until')
      const until = day === undefined ? null : dayIn(day, shop.clock.now())
      await shop.counter.shelf.pause(operator(), (await productWith(shop, sku)).id, until)
      print(`${sku} is paused${until ? ` until ${formatDateAndTime(until)}` : ': "products resume" ends it'}.`)
    },
  },
  'products resume': {
    takes: 'SKU',
    does: 'let a paused product be bought again',
    async run([sku = ''], { openShop, print }) {
      const shop = await openShop()
      await shop.counter.shelf.resume(operator(), (await productWith(shop, sku)).id)
      print(`${sku} can be bought again.`)
    },
  },
  'products find': {
    takes: 'WORDS…',
    does: 'by words, SKU or barcode: price and stock of all branches',
    async run(words, { openShop, print }) {
      const found = await (await openShop()).counter.shelf.searchProducts(operator(), words.join(' '))
      if (found.length === 0) return print('No product.')
      const rows = found.map(({ sku, ean, fromCents, toCents, stock, name }) => [
        sku,
        ean ?? '',
        fromCents === toCents ? formatMoney(fromCents) : `${formatMoney(fromCents)} to ${formatMoney(toCents)}`,
        String(stock),
        name,
      ])
      for (const line of table([['SKU', 'EAN', 'PRICE', 'STOCK', 'NAME'], ...rows])) print(line)
    },
  },
  'products show': {
    takes: 'SKU',
    does: 'a product: price and stock of each branch, its promotion, who changed what',
    async run([sku = ''], { openShop, print }) {
      const shop = await openShop()
      const { id } = await productWith(shop, sku)
      const { product, offers, promotion, acts } = await shop.counter.shelf.findProduct(operator(), id)
      print(`${product.sku} ${product.name}${product.isPaused ? ', paused' : ''}`)
      for (const { branchId, priceCents, effectiveCents, stock } of offers) {
        const sold = effectiveCents === priceCents ? '' : `, sold for ${formatMoney(effectiveCents)}`
        print(`  branch ${branchId}  ${formatMoney(priceCents)}${sold}  ${stock} in stock`)
      }
      if (promotion) print(`  promotion from ${shopDay(promotion.startsAt)}`)
      for (const { at, name, act, detail } of acts) {
        print(`  ${formatDateAndTime(at)}  ${act}${detail ? `: ${detail}` : ''}, by ${name}`)
      }
    },
  },
  'products picture': {
    takes: 'SKU FILE',
    does: "puts a picture (JPG, PNG, WebP) in the place of the product's first one",
    async run([sku = '', file], { openShop, print }) {
      const content = await pictureIn(file)
      const shop = await openShop()
      const { id, pictureKey } = await productWith(shop, sku)
      await shop.counter.shelf.changePicture(operator(), id, content, pictureKey)
      print(`The picture of ${sku} is changed.`)
    },
  },
}

/** A product by its SKU. */
export async function productWith({ counter: { shelf } }: Shop, sku: string): Promise<DeskProduct> {
  const product = (await shelf.searchProducts(operator(), sku)).find((product) => product.sku === sku.toUpperCase())
  if (!product) throw new Error(`There is no product ${sku}.`)
  return product
}

function dayIn(text: string, now: Date): Date {
  const start = shopDayStart(text)
  if (start <= now) throw new UsageError(`--until: ${text} has begun already`)
  return start
}
