import { parseMoney } from '../../app/texts/money.ts'
import type { Shop } from '../shop.ts'
import type { Commands } from './command.ts'
import { operator } from './operator.ts'
import { productWith } from './products.ts'
import { UsageError } from './usage.ts'

export const promotionsCommands: Commands = {
  'promotions set': {
    takes: 'SKU OFF [--from DAY] [--until DAY]',
    does: 'a discount for some days, both included: OFF is 10% or an amount in reais like 5.00; without days at once, for good',
    async run([sku = '', off = ''], { openShop, print, value }) {
      const discount = discountIn(off)
      const shop = await openShop()
      const { id, version } = await promotionOf(shop, sku)
      const days = { firstDay: value('from') ?? '', lastDay: value('until') ?? '' }
      await shop.counter.shelf.promote(operator(), id, { ...discount, ...days, version })
      print(`The promotion of ${sku} is set.`)
    },
  },
  'promotions remove': {
    takes: 'SKU',
    does: 'ends a promotion, or takes a planned one away: the product has its own discount again, if any',
    async run([sku = ''], { openShop, print }) {
      const shop = await openShop()
      const { id, version } = await promotionOf(shop, sku)
      if (version === '') throw new Error(`${sku} has no promotion.`)
      await shop.counter.shelf.endPromotion(operator(), id, version)
      print(`The promotion of ${sku} is removed.`)
    },
  },
}

/** A product's id, and the version of its promotion; an empty one without. */
async function promotionOf(shop: Shop, sku: string): Promise<{ id: number; version: string }> {
  const { id } = await productWith(shop, sku)
  const { promotion } = await shop.counter.shelf.findProduct(operator(), id)
  return { id, version: promotion?.version ?? '' }
}

function discountIn(text: string): { type: 'percent' | 'amount'; value: number } {
  const [, percent] = /^([1-9]\d?)%$/.exec(text) ?? []
  if (percent) return { type: 'percent', value: Number(percent) }
  const value = parseMoney(text)
  if (!value) throw new UsageError('OFF is 10% or reais, like 5.00')
  return { type: 'amount', value }
}
