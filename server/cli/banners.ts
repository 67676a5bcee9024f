import { bannerColumns } from '../catalogue/import/banner-import.ts'
import { type Commands, idIn, optionsIn, table, UsageError } from './command.ts'
import { importCommand } from './file-import.ts'
import { operator } from './operator.ts'

export const bannersCommands: Commands = {
  'banners list': {
    takes: '',
    does: 'the banners of the home page, and where each leads',
    async run(_args, { openShop, print }) {
      const { catalogue } = await openShop()
      const found = await catalogue.banners()
      if (found.length === 0) return print('No banners.')
      const rows = found.map(({ id, title, categorySlug, productSlug }) => [
        String(id),
        title,
        categorySlug ? `/categoria/${categorySlug}` : productSlug ? `/produto/${productSlug}` : '/',
      ])
      for (const line of table([['ID', 'TITLE', 'LEADS TO'], ...rows])) print(line)
    },
  },
  'banners import': importCommand(
    'put these banners in the place of those the home page has',
    bannerColumns,
    ({ catalogue: { imports } }, rows, options) => imports.importBanners(rows, options),
  ),
  'banners add': {
    takes: 'TITLE TEXT BUTTON [--category NAME [--subcategory NAME] | --sku SKU]',
    does: 'adds a banner after the others; without a category or a product it leads to the home page',
    async run(args, { openShop, print }) {
      const { rest, values } = optionsIn(args, [], ['category', 'subcategory', 'sku'])
      const [title, text, linkText, ...more] = rest
      if (!title || !text || !linkText || more.length > 0)
        throw new UsageError('title, text and button are wanted, each in quotes')
      const target = {
        category: values.category ?? null,
        subcategory: values.subcategory ?? null,
        sku: values.sku ?? null,
      }
      const id = await (await openShop()).counter.window.addBanner(operator(), { title, text, linkText, ...target })
      print(`Banner ${id} is added.`)
    },
  },
  'banners move': {
    takes: 'ID up|down',
    does: 'changes places with the banner before it, or after it',
    async run([id, direction], { openShop, print }) {
      if (direction !== 'up' && direction !== 'down') throw new UsageError('say up or down')
      await (await openShop()).counter.window.moveBanner(operator(), idIn(id), direction)
      print(`Banner ${id} is moved.`)
    },
  },
  'banners remove': {
    takes: 'ID',
    does: 'takes a banner off the home page',
    async run([id], { openShop, print }) {
      const { catalogue } = await openShop()
      if (!(await catalogue.removeBanner(idIn(id))))
        throw new Error(`There is no banner ${id}. "banners list" shows them.`)
      print(`Banner ${id} is removed.`)
    },
  },
}
