import { importCommandTexts } from '../../app/texts/operator/imports.ts'
import { bagPromotionColumns } from '../catalogue/bag-promotions/bag-promotion-row.ts'
import type { Commands } from './command.ts'
import { writeCsv } from './csv-export.ts'
import { createImportCommand } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'

const columnNames = ['rule', 'products', 'first_day', 'last_day'] as const

export const promotionsCommands: Commands = {
  'promotions import': createImportCommand(
    'promotions',
    'add promotions by quantity that the shop has not yet, such as "leve 3 pague 2", for products named by SKU or EAN with | between them',
    bagPromotionColumns,
    async (ctx, rows) => {
      const { importBagPromotions } = await import('../catalogue/bag-promotions/bag-promotion-import.ts')
      return importBagPromotions(ctx, rows)
    },
  ),
  'promotions export': {
    usage: `FILE.csv [--force] ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      'write every promotion by quantity that is not over into a file that "promotions import" reads; with --force over an older one',
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const { backoffice } = await openShop()
      const rows = await backoffice.bagPromotions.listBagPromotionRows(createOperatorActor())
      await writeCsv(
        file,
        hasFlag('force'),
        columnNames,
        (async function* () {
          for (const row of rows) yield columnNames.map((name) => row[name])
        })(),
      )
      print(importCommandTexts.exportedPromotions(file, rows.length)[readLanguage(getOptionValue)])
    },
  },
}
