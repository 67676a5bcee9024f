import { z } from 'zod'
import { shopTexts } from '../../app/texts/backoffice/shop.ts'
import { createShopProfileSchema, type ShopProfile } from '../platform/shop-profile.ts'
import { stripInvisibleChars } from '../platform/user-input.ts'

/** What the owner types of the profile: the logo has a form of its own. */
type ProfileInputName = keyof typeof shopTexts.fields
export type ProfileInput = Record<ProfileInputName, string>

/** Where a value of the profile has another place in the form. */
const inputByPath: Record<string, ProfileInputName> = {
  'pharmacist.name': 'pharmacistName',
  'pharmacist.crf': 'pharmacistCrf',
  'dataProtectionOfficer.name': 'officerName',
  'dataProtectionOfficer.email': 'officerEmail',
}

const optionalInputNames = new Set<string>([
  ...['whatsapp', 'pharmacistsOnDuty', 'ae', 'officerName', 'officerEmail', 'careersUrl', 'social', 'notices'],
  ...['cashbackPercent', 'reminderLeadDays', 'accentColor'],
])

export type ProfileForm = ReturnType<typeof createProfileForm>

/**
 * The form of the profile: its fields are texts, and what they make is checked by the schema of `shop.json`, each refusal at its
 * field.
 */
export function createProfileForm(isLive: boolean) {
  const profileSchema = createShopProfileSchema(shopTexts.faults, isLive)
  const inputs = Object.fromEntries(
    Object.keys(shopTexts.fields).map((name) => [
      name,
      z
        .string()
        .default('')
        .meta({ isRequired: !optionalInputNames.has(name) }),
    ]),
  ) as Record<ProfileInputName, z.ZodDefault<z.ZodString>>
  return z.object(inputs).transform((input, { addIssue }): Omit<ShopProfile, 'logo'> => {
    const { data, error } = profileSchema.safeParse(toProfile(input))
    for (const { path, message } of error?.issues ?? []) {
      const [first, line] = path
      const name = inputByPath[path.join('.')] ?? (String(first) as ProfileInputName)
      const fault = shopTexts.lineFaults[name] ?? message
      const text = shopTexts.fault(shopTexts.fields[name][0], typeof line === 'number' ? line + 1 : null, fault)
      addIssue({ code: 'custom', path: [name], message: text })
    }
    return data ?? z.NEVER
  })
}

/** What was typed, in the profile's shape, unchecked. */
function toProfile(input: ProfileInput) {
  const texts = Object.fromEntries(
    Object.entries(input).map(([name, text]) => [name, stripInvisibleChars(text).trim()]),
  ) as ProfileInput
  const { pharmacistName, pharmacistCrf, officerName, officerEmail, ...rest } = texts
  return {
    ...rest,
    ae: rest.ae || undefined,
    hours: splitLines(rest.hours),
    pharmacist: { name: pharmacistName, crf: pharmacistCrf },
    pharmacistsOnDuty: splitLines(rest.pharmacistsOnDuty).map((line) => {
      const [name = '', crf = '', ...hours] = line.split(';')
      return { name, crf, hours: hours.join(';') }
    }),
    dataProtectionOfficer: officerName || officerEmail ? { name: officerName, email: officerEmail } : undefined,
    social: splitLines(rest.social).map((line) => {
      const [, name = '', url = ''] = /^(?:(.*)\s)?(\S+)$/.exec(line) ?? []
      return { name: name.trim(), url }
    }),
    notices: splitLines(rest.notices),
    cashbackPercent: toPercent(rest.cashbackPercent),
    reminderLeadDays: toPercent(rest.reminderLeadDays),
  }
}

/** As it is typed. */
export function toProfileInput(profile: ShopProfile): ProfileInput {
  const {
    name,
    description,
    legalName,
    cnpj,
    address,
    city,
    phone,
    email,
    pharmacist,
    pharmacistsOnDuty = [],
  } = profile
  const {
    sanitaryLicence,
    afe,
    pharmacistChatUrl,
    anvisaAlertsUrl,
    careersUrl,
    dataProtectionOfficer: officer,
  } = profile
  return {
    ...{ name, description, legalName, cnpj, address, city, phone, email },
    ...{ sanitaryLicence, afe, pharmacistChatUrl, anvisaAlertsUrl, careersUrl },
    whatsapp: profile.whatsapp ?? '',
    hours: profile.hours.join('\n'),
    pharmacistName: pharmacist.name,
    pharmacistCrf: pharmacist.crf,
    pharmacistsOnDuty: pharmacistsOnDuty.map(({ name, crf, hours }) => `${name}; ${crf}; ${hours}`).join('\n'),
    ae: profile.ae ?? '',
    officerName: officer?.name ?? '',
    officerEmail: officer?.email ?? '',
    social: profile.social.map(({ name, url }) => `${name} ${url}`).join('\n'),
    notices: profile.notices.join('\n'),
    cashbackPercent: String(profile.cashbackPercent),
    reminderLeadDays: String(profile.reminderLeadDays),
    accentColor: profile.accentColor ?? '',
  }
}

function splitLines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter(Boolean)
}

/** `5`, `5%`; NaN for anything else that was typed. */
function toPercent(text: string): number {
  if (text === '') return 0
  const [, digits] = /^(\d{1,3})\s*%?$/.exec(text) ?? []
  return Number(digits ?? Number.NaN)
}
