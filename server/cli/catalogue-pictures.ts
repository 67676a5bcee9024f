import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { catalogueTexts as texts } from '../../app/texts/operator/catalogue.ts'
import type { Language } from '../../app/texts/operator/sentence.ts'
import { changePicture } from '../backoffice/products.ts'
import { findProductByKey } from '../catalogue/product-keys.ts'
import { findProduct } from '../catalogue/staff-products.ts'
import type { Context } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { maxFileBytes } from '../platform/file-limits.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { CommandContext } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'

const pictureExtensions = new Set(['.jpg', '.jpeg', '.png', '.webp'])

type NamedPicture = [name: string, read: () => Promise<Uint8Array> | Uint8Array]

/**
 * Puts each picture in the place of the first one of the product whose bar code, or SKU, is the file's name. What is sold with a
 * prescription keeps the neutral picture, whatever comes (RDC 44/2009, art. 54).
 */
export async function importPictures(
  ctx: Context,
  path: string,
  { print, language }: Pick<CommandContext, 'print'> & { language: Language },
): Promise<void> {
  const actor = createOperatorActor()
  let takenCount = 0
  const pictures = await listPictures(path, language)
  for (const [name, read] of pictures) {
    const refusal = await takePicture(name, read)
    if (refusal === null) takenCount += 1
    else print(`${name}: ${refusal}`)
  }
  print(texts.pictures(takenCount, pictures.length)[language])
  if (takenCount === 0) throw new OperatorError(texts.noPicture(path)[language])

  /** @returns why it was not taken; null where it was */
  async function takePicture(name: string, read: NamedPicture[1]): Promise<string | null> {
    const code = basename(name, extname(name))
    const key = (await findProductByKey(ctx, { ean: code })) ?? (await findProductByKey(ctx, { sku: code }))
    const product = key ? await findProduct(ctx, key.id) : null
    if (!product) return texts.noProduct[language]
    try {
      await changePicture(ctx, actor, product.id, await read(), product.pictureKey)
      return null
    } catch (error) {
      if (error instanceof ShopError) return error.message
      throw error
    }
  }
}

/** Of a folder, or of a zip. @throws OperatorError */
async function listPictures(path: string, language: Language): Promise<NamedPicture[]> {
  const isPicture = (name: string) => pictureExtensions.has(extname(name).toLowerCase()) && !name.startsWith('__MACOSX')
  const stats = await stat(path).catch(() => null)
  if (!stats) throw new OperatorError(texts.noPath(path)[language])
  if (stats.isDirectory()) {
    const names = (await readdir(path)).filter(isPicture).sort()
    return names.map((name) => [name, () => readFile(join(path, name))])
  }
  try {
    // A picture that unpacks to more is none that the shop takes.
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) =>
      isPicture(name) && originalSize <= maxFileBytes
    return Object.entries(unzipSync(await readFile(path), { filter })).map(([name, content]) => [name, () => content])
  } catch {
    throw new OperatorError(texts.noZip(path)[language])
  }
}
