import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isCnpj } from './cnpj.ts'
import { computeContrast, darkenForWhiteText, minContrast } from './colour.ts'
import { OperatorError } from './operator-error.ts'

/** What is wrong with a value, in the words of who reads it. */
export interface ProfileWords {
  isEmpty: string
  isNoEmail: string
  isNoUrl: string
  isNoPhone: string
  isNoCnpj: string
  isDemoValue: string
  isNoPercent: string
  isNoDayCount: string
  isNoColour: string
  /** White text cannot be read on it; `nearest` is the next darker one where it can. */
  isFaint: (colour: string, contrast: number, nearest: string) => string
}

/** Who has the file reads the command line. */
const operatorWords: ProfileWords = {
  isEmpty: 'is empty',
  isNoEmail: 'is no e-mail address',
  isNoUrl: 'is no address such as https://example.com',
  isNoPhone: 'is no phone number with its area code',
  isNoCnpj: 'is no CNPJ: its check digits are wrong',
  isDemoValue: 'is the demo’s: put your own there',
  isNoPercent: 'is no whole number from 0 to 20',
  isNoDayCount: 'is no whole number from 0 to 30',
  isNoColour: 'is no colour such as #005431',
  isFaint: (colour, contrast, nearest) =>
    `white text on ${colour} has a contrast of ${contrast.toFixed(1)}, less than ${minContrast}: take ${nearest}`,
}

const hasNonZeroDigit = (value: string) => /[1-9]/.test(value)
const isOwnEmail = (value: string) => !/@example\.(com|org|net)$/i.test(value)
const isNoDemoNotice = (value: string) => !/loja de demonstração/i.test(value)
const runsNoScript = (url: string) => !/^\s*(javascript|data|vbscript):/i.test(url)

/** A template has empty texts: they count as left out. */
function createOptional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema)
}

/**
 * The shop's own name, legal data, hours, links and looks (`shop.json` in DATA_DIR), with what RDC 44/2009, art. 53, requires on
 * every page. The software is a white label, so none of it is in the code.
 * @param words of who reads what is wrong
 * @param isLive stricter: no demo values
 */
export function createShopProfileSchema(words: ProfileWords, isLive: boolean) {
  const text = z.string().trim().min(1, words.isEmpty)
  const email = z.email(words.isNoEmail)
  const url = z.url(words.isNoUrl).refine(runsNoScript, words.isNoUrl)
  const createOwn = <Schema extends z.ZodType>(schema: Schema, isOwn: (value: z.output<Schema>) => boolean) =>
    isLive ? schema.refine(isOwn, words.isDemoValue) : schema
  return z.object({
    name: text,
    description: text,
    legalName: text,
    cnpj: isLive ? text.refine(isCnpj, words.isNoCnpj) : text,
    address: text,
    city: text,
    phone: text,
    whatsapp: createOptional(
      z
        .string()
        .trim()
        .regex(/^(\D*\d){10,13}\D*$/, words.isNoPhone)
        .optional(),
    ),
    /** For customers, and for requests about personal data. */
    email: createOwn(email, isOwnEmail),
    hours: z.array(text).min(1, words.isEmpty),
    pharmacist: z.object({ name: text, crf: createOwn(text, hasNonZeroDigit) }),
    /** Further pharmacists on duty, with their hours. */
    pharmacistsOnDuty: z.array(z.object({ name: text, crf: text, hours: text })).optional(),
    sanitaryLicence: createOwn(text, hasNonZeroDigit),
    afe: createOwn(text, hasNonZeroDigit),
    /** Special permit (AE), required to sell controlled substances. */
    ae: z.string().trim().optional(),
    /** Who answers for personal data (LGPD, art. 41). Required in production; the `doctor` command checks it. */
    dataProtectionOfficer: z.object({ name: text, email }).optional(),
    pharmacistChatUrl: url,
    anvisaAlertsUrl: url,
    careersUrl: z.string().refine(runsNoScript, words.isNoUrl),
    social: z.array(z.object({ name: text, url })),
    notices: z.array(createOwn(text, isNoDemoNotice)),
    /** Whole percent of what a delivered order credits to the wallet. */
    cashbackPercent: createOptional(
      z
        .number(words.isNoPercent)
        .int(words.isNoPercent)
        .min(0, words.isNoPercent)
        .max(20, words.isNoPercent)
        .default(0),
    ),
    /** So many days before something runs out its buyer is reminded, who asked for it. */
    reminderLeadDays: createOptional(
      z
        .number(words.isNoDayCount)
        .int(words.isNoDayCount)
        .min(0, words.isNoDayCount)
        .max(30, words.isNoDayCount)
        .default(5),
    ),
    /** #rrggbb, in the place of the green. */
    accentColor: createOptional(createColourSchema(words).optional()),
    /** Its pictures' key, and the size of the one in the header, in pixels of a screen of density 2. */
    logo: createOptional(
      z.object({ key: z.string().regex(/^[\w-]+$/), width: z.number().int(), height: z.number().int() }).optional(),
    ),
  })
}

function createColourSchema({ isNoColour, isFaint }: ProfileWords) {
  return z
    .string()
    .trim()
    .regex(/^#[\da-f]{6}$/i, { error: isNoColour, abort: true })
    .toLowerCase()
    .check(({ value, issues }) => {
      const contrast = computeContrast(value, '#ffffff')
      if (contrast < minContrast)
        issues.push({ code: 'custom', input: value, message: isFaint(value, contrast, darkenForWhiteText(value)) })
    })
}

export const ShopProfile = createShopProfileSchema(operatorWords, false)
export type ShopProfile = z.infer<typeof ShopProfile>
const LiveShopProfile = createShopProfileSchema(operatorWords, true)

/**
 * Reads and checks a shop.json.
 * @throws Error with one line that names the file and each wrong field
 */
export function readShopProfile(file: string, { isLive = false } = {}): ShopProfile {
  const result = (isLive ? LiveShopProfile : ShopProfile).safeParse(readJsonFile(file))
  if (result.success) return result.data
  // What is empty breaks a field's other rules, too.
  const messageByField = new Map(result.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  const issues = Array.from(messageByField, (parts) => parts.filter(Boolean).join(': ')).reverse()
  throw new OperatorError(`${file}: ${issues.join('; ')}`)
}

/** @throws Error with one line that names the file */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new OperatorError(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
