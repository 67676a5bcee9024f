import type { Language } from '../../app/texts/operator/sentence.ts'
import { upkeepTexts as texts } from '../../app/texts/operator/upkeep.ts'
import type { StaffRole } from '../database/schema.ts'
import type { Shop } from '../shop.ts'
import { staffRoles } from '../staff/roles.ts'
import { resolveBranchId } from './branches.ts'
import { type Commands, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'
import { parseIdArgument, UsageError } from './usage.ts'

export const staffCommands: Commands = {
  'staff add': {
    usage: `EMAIL ROLE [--name NAME] [--crf SP-12345] [--branch N] ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'invites an owner, pharmacist or clerk to the counter: prints a link that works once, for 72 hours',
    async run([email = '', role], { openShop, print, getOptionValue }) {
      const roleAndCrf = parseRoleAndCrf(role, getOptionValue('crf'))
      const shop = await openShop()
      const branchId = await resolveBranchId(shop, getOptionValue('branch'))
      const name = getOptionValue('name')?.trim() || (email.split('@')[0] ?? email)
      const invitationToken = await shop.staff.inviteStaffMember(createOperatorActor(), {
        email,
        name,
        ...roleAndCrf,
        branchId,
      })
      printInvitationLink(shop, invitationToken, print, readLanguage(getOptionValue))
    },
  },
  'staff list': {
    usage: `${languageUsage}`,
    formatError: formatOwnerError,
    description: 'who works at the counter, and their roles',
    async run(_args, { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
      const staffMembers = await (await openShop()).staff.listStaff(createOperatorActor())
      if (staffMembers.length === 0) return print(texts.noStaff[language])
      const rows = staffMembers.map((person) => [
        String(person.id),
        person.role,
        person.name,
        person.crf ?? '',
        texts.staffStates[person.isActive ? (person.hasSecondFactor ? 'active' : 'oneFactor') : 'invited'][language],
        person.email,
      ])
      for (const line of formatTable([texts.staffColumns[language], ...rows])) print(line)
    },
  },
  'staff reset': {
    usage: `ID ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'for a lost phone or password: prints a new link, and ends their sessions',
    async run([id], { openShop, print, getOptionValue }) {
      const shop = await openShop()
      const invitationToken = await shop.staff.resetSecondFactor(createOperatorActor(), parseIdArgument(id))
      printInvitationLink(shop, invitationToken, print, readLanguage(getOptionValue))
    },
  },
  'staff remove': {
    usage: `ID ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'ends their access at once; what they did stays in the audit trail',
    async run([id], { openShop, print, getOptionValue }) {
      await (await openShop()).staff.removeStaffMember(createOperatorActor(), parseIdArgument(id))
      print(texts.removed[readLanguage(getOptionValue)])
    },
  },
}

function parseRoleAndCrf(role: string | undefined, crfText = '') {
  const crf = crfText.toUpperCase() || null
  if (crf !== null && !/^[A-Z]{2}-\d{1,6}$/.test(crf))
    throw new UsageError('--crf is a state and a number, like SP-12345')
  return { role: parseRole(role), crf }
}

function parseRole(text: string | undefined): StaffRole {
  const role = staffRoles.find((name) => name === text)
  if (!role) throw new UsageError(`ROLE is one of ${staffRoles.join(', ')}`)
  return role
}

function printInvitationLink(
  { backoffice, getPublicOrigin }: Shop,
  invitationToken: string,
  print: (line: string) => void,
  language: Language,
): void {
  const origin = backoffice.origin ?? getPublicOrigin()
  print(`${origin}${backoffice.path}/convite/${invitationToken}`)
  print(texts.invitation[language])
}
