import { formatDateAndTime } from '../../app/texts/dates.ts'
import { isShopDay, shopDay, shopDayStart } from '../platform/calendar.ts'
import { type Commands, optionsIn, table, UsageError } from './command.ts'

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
    takes: 'SKU [--until 2026-03-10]',
    does: 'keep a product from being bought, until that day begins or until it is resumed; its page stays',
    async run(args, { openShop, print }) {
      const { rest, values } = optionsIn(args, [], ['until'])
      const sku = skuIn(rest)
      const {
        catalogue: { pauses },
        clock,
      } = await openShop()
      const until = values.until === undefined ? null : dayIn(values.until, clock.now())
      if (!(await pauses.pauseProduct(sku, until))) throw new Error(`There is no product ${sku}.`)
      print(`${sku} is paused${until ? ` until ${formatDateAndTime(until)}` : ': "products resume" ends it'}.`)
    },
  },
  'products resume': {
    takes: 'SKU',
    does: 'let a paused product be bought again',
    async run(args, { openShop, print }) {
      const sku = skuIn(args)
      const {
        catalogue: { pauses },
      } = await openShop()
      if (!(await pauses.resumeProduct(sku))) throw new Error(`There is no product ${sku}.`)
      print(`${sku} can be bought again.`)
    },
  },
}

function skuIn([sku, ...more]: string[]): string {
  if (!sku || more.length > 0) throw new UsageError('one SKU is wanted')
  return sku
}

function dayIn(text: string, now: Date): Date {
  if (!isShopDay(text)) throw new UsageError(`--until: "${text}" is no day such as 2026-03-10`)
  const start = shopDayStart(text)
  if (start <= now) throw new UsageError(`--until: ${text} has begun already`)
  return start
}
