import { categoryPath } from '../../app/texts/category-path.ts'
import type { BannerWords } from '../catalogue/banner-words.ts'
import { bannerColumns } from '../catalogue/import/banner-row.ts'
import type { Banner } from '../catalogue/shapes.ts'
import { type Commands, table } from './command.ts'
import { importCommand, pictureIn } from './file-import.ts'
import { operator } from './operator.ts'
import { idIn, UsageError } from './usage.ts'

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
        addressOf({ categorySlug, productSlug }),
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
    takes: 'TITLE TEXT BUTTON [--category NAME [--subcategory NAME] | --sku SKU] [--dry-run]',
    does: 'adds a banner after the others; without a category or a product it leads to the home page',
    async run(args, { openShop, print, has, value }) {
      const words = wordsIn(args)
      const target = {
        category: value('category') ?? null,
        subcategory: value('subcategory') ?? null,
        sku: value('sku') ?? null,
      }
      const { window } = (await openShop()).counter
      if (has('dry-run')) {
        print(`It would lead to ${addressOf(await window.previewBanner(operator(), { ...words, ...target }))}.`)
        return
      }
      print(`Banner ${await window.addBanner(operator(), { ...words, ...target })} is added.`)
    },
  },
  'banners change': {
    takes: 'ID TITLE TEXT BUTTON',
    does: 'puts other words on a banner; it leads to where it led',
    async run([id, ...rest], { openShop, print }) {
      await (await openShop()).counter.window.changeBanner(operator(), idIn(id), wordsIn(rest))
      print(`Banner ${id} is changed.`)
    },
  },
  'banners picture': {
    takes: 'ID FILE|--remove',
    does: 'gives it a picture of its own (JPG, PNG, WebP), or takes that off again',
    async run([id, file], { openShop, print, has }) {
      const { window } = (await openShop()).counter
      if (has('remove')) await window.removeBannerPicture(operator(), idIn(id))
      else await window.changeBannerPicture(operator(), idIn(id), await pictureIn(file))
      print(`The picture of banner ${id} is ${has('remove') ? 'removed' : 'changed'}.`)
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
      await (await openShop()).counter.window.removeBanner(operator(), idIn(id))
      print(`Banner ${id} is removed.`)
    },
  },
}

function addressOf({ categorySlug, productSlug }: Pick<Banner, 'categorySlug' | 'productSlug'>): string {
  if (categorySlug) return categoryPath(categorySlug)
  return productSlug ? `/produto/${productSlug}` : '/'
}

function wordsIn([title = '', text = '', linkText = '']: string[]): BannerWords {
  return { title, text, linkText }
}
