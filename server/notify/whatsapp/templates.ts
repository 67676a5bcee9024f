/** Under which names the shop's templates are registered with Meta. */

import { type WhatsappTemplateKey, whatsappTemplates } from '../../../app/texts/whatsapp.ts'
import type { Context, TransactionContext } from '../../context.ts'

export type WhatsappTemplateNames = Record<WhatsappTemplateKey, string>

export const whatsappTemplateKeys = Object.keys(whatsappTemplates) as WhatsappTemplateKey[]

/** Empty: what it says is told by e-mail alone. */
export async function loadTemplateNames(ctx: Context): Promise<WhatsappTemplateNames> {
  const rows = await ctx.db.selectFrom('whatsappTemplate').select(['templateKey', 'name']).execute()
  const nameByKey = new Map(rows.map(({ templateKey, name }) => [templateKey, name]))
  const names = whatsappTemplateKeys.map((key) => [key, nameByKey.get(key) ?? whatsappTemplates[key].name])
  return Object.fromEntries(names) as WhatsappTemplateNames
}

export async function saveTemplateNames(ctx: TransactionContext, names: WhatsappTemplateNames): Promise<void> {
  await ctx.db.deleteFrom('whatsappTemplate').execute()
  const rows = whatsappTemplateKeys.map((templateKey) => ({ templateKey, name: names[templateKey] }))
  await ctx.db.insertInto('whatsappTemplate').values(rows).execute()
}
