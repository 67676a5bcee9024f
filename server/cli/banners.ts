import { bannerColumns } from '../catalogue/import/banner-row.ts'
import type { Commands } from './command.ts'
import { createImportCommand } from './file-import.ts'

export const bannersCommands: Commands = {
  'banners import': createImportCommand(
    'banners',
    'put these banners in the place of those the home page has',
    bannerColumns,
    async (ctx, rows) => (await import('../catalogue/import/banner-import.ts')).importBanners(ctx, rows),
  ),
}
