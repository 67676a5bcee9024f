import { readFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { formatMoney } from '../../app/texts/format.ts'
import { type Ceiling, parseCmedCsv, readCeilings } from '../catalogue/import/cmed-list.ts'
import { openPictureCheck, openPictures } from '../catalogue/import/pictures.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { noteImport } from '../counter/import-note.ts'
import { UnusableFile } from '../platform/csv/csv-file.ts'
import type { Commands } from './command.ts'
import { importing, importTakes, refuse } from './file-import.ts'
import { operator } from './operator.ts'

export const catalogueCommands: Commands = {
  'catalogue import': {
    takes: `${importTakes} [--replace [--yes]]`,
    does: 'add and change products; with --replace what the file does not name leaves the shop (--yes if that is much)',
    async run([file = ''], { openShop, print, has }) {
      const {
        catalogue: { imports },
        files,
        staff,
      } = await openShop()
      const dryRun = has('dry-run')
      const folder = dirname(resolve(file))
      const options = {
        dryRun,
        replace: has('replace'),
        mayWithdrawMany: has('yes'),
        ...(dryRun ? {} : { alongside: noteImport(staff.audit, operator(), 'catalogue') }),
        makePictures: dryRun ? openPictureCheck(folder) : openPictures(folder, files),
      }
      await importing(file, productColumns, { print, dryRun, json: has('json') }, (rows) =>
        imports.importProducts(rows, options),
      )
    },
  },
  'catalogue check-prices': {
    takes: 'CMED.xlsx|CMED.csv',
    does: 'name every price above its legal ceiling (PMC, 18 %)',
    async run([file = ''], { openShop, print }) {
      const ceilings = await readCmedList(file).catch((error: unknown) => refuse(file, error))
      const { known, above } = await (await openShop()).catalogue.priceCheck.findPricesAbove(ceilings)
      for (const { sku, name, branchId, priceCents, ceilingCents } of above) {
        print(`${sku} ${name}, branch ${branchId}: ${formatMoney(priceCents)} is above ${formatMoney(ceilingCents)}`)
      }
      if (above.length > 0)
        throw new Error(`${above.length} prices above the ceiling, of ${known} medicines in the list`)
      print(`No price is above its ceiling, of ${known} medicines in the list.`)
    },
  },
}

/** The first sheet of a workbook, or the same table as text. */
async function readCmedList(file: string): Promise<Ceiling[]> {
  const content = await readFile(file).catch(() => {
    throw new UnusableFile('there is no such file')
  })
  return readCeilings(
    extname(file).toLowerCase() === '.xlsx' ? await readWorkbook(content) : parseCmedCsv(content.toString()),
  )
}

async function readWorkbook(content: Buffer): Promise<unknown[][]> {
  try {
    const { readSheet } = await import('read-excel-file/node')
    return await readSheet(content)
  } catch (cause) {
    throw new UnusableFile('no workbook that can be read', { cause })
  }
}
