import { join } from 'node:path'
import { contentTexts } from '../../app/texts/operator/content.ts'
import { toSentence } from '../../app/texts/operator/operator-errors.ts'
import type { Sentence } from '../../app/texts/operator/sentence.ts'
import { findCatalogueGaps } from '../catalogue/catalogue-gaps.ts'
import type { Config } from '../config.ts'
import { listCompletedMigrations } from '../database/migrate.ts'
import { listBranchGaps } from '../delivery/branch-gaps.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { readShopProfile } from '../platform/shop-profile.ts'
import type { Shop } from '../shop.ts'
import { type CommandContext, formatTable } from './command.ts'
import { type ContentFinding, listContentFindings } from './content-findings.ts'
import { createOperatorActor } from './operator-actor.ts'
import { listPretendValues } from './pretend-values.ts'

/** Prints what is missing for the opening. @throws OperatorError where something must be done */
export async function runContentCheck(_args: string[], context: CommandContext): Promise<void> {
  const { print, hasFlag, language } = context
  const findings = await findMissingContent(context)
  const todoCount = findings.filter(({ state }) => state === 'todo').length
  if (hasFlag('json'))
    print(JSON.stringify(findings.map(({ message, ...finding }) => ({ ...finding, message: message[language] }))))
  else {
    const rows = findings.map(({ state, area, message }) =>
      [contentTexts.states[state], contentTexts.areas[area], message].map((sentence) => sentence[language]),
    )
    for (const line of formatTable(rows)) print(line)
  }
  if (todoCount > 0) throw new OperatorError(contentTexts.unfinished(todoCount)[language])
  if (!hasFlag('json')) print(contentTexts.finished[language])
}

async function findMissingContent({ readConfig, openDatabase, openShop }: CommandContext): Promise<ContentFinding[]> {
  const config = readConfigOrFault(readConfig)
  if ('fault' in config) return [{ state: 'todo', area: 'shop', message: config.fault }]
  // Opening an empty one would fill it.
  const completedMigrations = await listCompletedMigrations((await openDatabase()).db)
  if (completedMigrations.length === 0) return [{ state: 'todo', area: 'shop', message: contentTexts.emptyDatabase }]
  const shop = await openShop()
  return listContentFindings({ ...describeSettings(config), ...(await describeShop(shop)) })
}

function readConfigOrFault(readConfig: CommandContext['readConfig']): Config | { fault: Sentence } {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof OperatorError) return { fault: contentTexts.unusableSettings(toSentence(error.message)) }
    throw error
  }
}

function describeSettings(config: Config) {
  const { isSandbox, shopProfile, dataDir, smtpUrl, pix, card, externalPayment, backoffice } = config
  return {
    isSandbox,
    hasProfile: shopProfile !== null,
    // A live shop's settings are refused with one.
    profileFault: isSandbox && shopProfile !== null ? findProfileFault(join(dataDir, 'shop.json')) : null,
    pretendNames: listPretendValues(shopProfile),
    hasMail: smtpUrl !== undefined,
    hasPayment: pix !== null || card !== null || externalPayment.url !== undefined,
    isCounterOpen: backoffice.isEnabled,
  }
}

function findProfileFault(file: string): Sentence | null {
  try {
    readShopProfile(file, { isLive: true })
    return null
  } catch (error) {
    if (error instanceof OperatorError) return toSentence(error.message)
    throw error
  }
}

async function describeShop({ ctx, staff, backoffice }: Shop) {
  const actor = createOperatorActor()
  const staffMembers = await staff.listStaff(actor)
  return {
    staffRoles: staffMembers.filter(({ isActive }) => isActive).map(({ role }) => role),
    branches: await listBranchGaps(ctx),
    catalogue: await findCatalogueGaps(ctx),
    pending: await backoffice.records.countPending(actor),
  }
}
