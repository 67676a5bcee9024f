/** What the owner sets up of WhatsApp: its templates' names, and where a store is told of new orders. */

import { z } from 'zod'
import { whatsappTexts } from '../../app/texts/backoffice/whatsapp.ts'
import { fieldErrors } from '../../app/texts/fields.ts'
import { parsePhone } from '../accounts/phone.ts'
import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { type BranchAlert, listBranchAlerts, saveBranchAlert } from '../notify/branch-alerts.ts'
import { loadTemplateNames, saveTemplateNames, whatsappTemplateKeys } from '../notify/whatsapp/templates.ts'
import { loadWhatsappStatus } from '../notify/whatsapp/whatsapp.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'
import { FormIdSchema } from '../wire/values.ts'

/** As Meta has them: small letters, digits and underscores; empty for one that is not used. */
const templateName = z
  .string()
  .trim()
  .regex(/^[a-z0-9_]{0,100}$/, whatsappTexts.invalidTemplateName)
  .default('')

const TemplateNames = z.object(
  Object.fromEntries(whatsappTemplateKeys.map((key) => [key, templateName])) as Record<
    (typeof whatsappTemplateKeys)[number],
    typeof templateName
  >,
)

const alertPhone = z
  .string()
  .trim()
  .default('')
  .transform((value, issues) => {
    if (value === '') return null
    const { digits, error } = parsePhone(value)
    if (error !== null) issues.addIssue({ code: 'custom', message: error })
    return digits
  })

const alertEmail = z
  .string()
  .trim()
  .max(254, fieldErrors.tooLong(254))
  .regex(/^$|^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, fieldErrors.email)
  .default('')
  .transform((value) => value.toLowerCase() || null)

const BranchAlertForm = z.object({ branchId: FormIdSchema, alertEmail, alertPhone })

export const whatsappForms = { TemplateNames, BranchAlertForm }

/** @param failurePage from 1 */
export async function getWhatsapp(ctx: Context, actor: Actor, failurePage = 1) {
  requirePermission(actor, 'webhooks.manage')
  const templateNames = await loadTemplateNames(ctx)
  const alerts = await listBranchAlerts(ctx)
  const branches = await listBranches(ctx)
  return {
    ...(await loadWhatsappStatus(ctx, failurePage)),
    templateNames,
    seenHash: toSeenHash(templateNames),
    branchAlerts: branches.map(({ id, name }) => {
      const alert = alerts.get(id) ?? { email: null, phone: null }
      return { branchId: id, name, ...alert, seenHash: toSeenHash(alert) }
    }),
  }
}

export const changeTemplateNames = staffCommand({
  permission: 'webhooks.manage',
  action: 'whatsapp.templates',
  async run(ctx, _actor, names: z.infer<typeof TemplateNames>, seenHash: string) {
    assertSeen(await loadTemplateNames(ctx), seenHash)
    await saveTemplateNames(ctx, names)
  },
  audit: () => ({ type: 'shop', id: null }),
})

export const changeBranchAlert = staffCommand({
  permission: 'webhooks.manage',
  action: 'branches.alert',
  async run(ctx, _actor, branchId: number, alert: BranchAlert, seenHash: string) {
    if (!(await listBranches(ctx)).some(({ id }) => id === branchId)) throw new ShopError('branch.unknown')
    assertSeen((await listBranchAlerts(ctx)).get(branchId) ?? { email: null, phone: null }, seenHash)
    await saveBranchAlert(ctx, branchId, alert)
  },
  audit: (_, branchId) => ({ type: 'branch', id: branchId }),
})
