import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isCnpj } from './cnpj.ts'
import { OperatorError } from './operator-error.ts'

const requiredTextSchema = z.string().trim().min(1, 'is empty')
const urlSchema = z.url('is no address such as https://example.com')

/**
 * The shop's own name, legal data, hours and links (`shop.json` in DATA_DIR): what RDC 44/2009, art. 53, requires on every
 * page. The software is a white label, so none of it is in the code.
 */
export const ShopProfile = z.object({
  name: requiredTextSchema,
  description: requiredTextSchema,
  legalName: requiredTextSchema,
  cnpj: requiredTextSchema,
  address: requiredTextSchema,
  city: requiredTextSchema,
  phone: requiredTextSchema,
  /** For customers, and for requests about personal data. */
  email: z.email('is no e-mail address'),
  hours: z.array(requiredTextSchema).min(1),
  pharmacist: z.object({ name: requiredTextSchema, crf: requiredTextSchema }),
  /** Further pharmacists on duty, with their hours. */
  pharmacistsOnDuty: z
    .array(z.object({ name: requiredTextSchema, crf: requiredTextSchema, hours: requiredTextSchema }))
    .optional(),
  sanitaryLicence: requiredTextSchema,
  afe: requiredTextSchema,
  /** Special permit (AE), required to sell controlled substances. */
  ae: z.string().trim().optional(),
  /** Who answers for personal data (LGPD, art. 41). Required in production; the `doctor` command checks it. */
  dataProtectionOfficer: z.object({ name: requiredTextSchema, email: z.email('is no e-mail address') }).optional(),
  pharmacistChatUrl: urlSchema,
  anvisaAlertsUrl: urlSchema,
  careersUrl: z.string(),
  social: z.array(z.object({ name: requiredTextSchema, url: urlSchema })),
  notices: z.array(requiredTextSchema),
})
export type ShopProfile = z.infer<typeof ShopProfile>

const hasNonZeroDigit = (value: string) => /[1-9]/.test(value)
const demoValueMessage = 'is the demo’s: put your own there'

/** Stricter rules for production: no demo values. */
const LiveShopProfileSchema = ShopProfile.extend({
  cnpj: requiredTextSchema.refine(isCnpj, 'is no CNPJ: its check digits are wrong'),
  email: z.email('is no e-mail address').refine((value) => !/@example\.(com|org|net)$/i.test(value), demoValueMessage),
  pharmacist: z.object({ name: requiredTextSchema, crf: requiredTextSchema.refine(hasNonZeroDigit, demoValueMessage) }),
  sanitaryLicence: requiredTextSchema.refine(hasNonZeroDigit, demoValueMessage),
  afe: requiredTextSchema.refine(hasNonZeroDigit, demoValueMessage),
  notices: z.array(requiredTextSchema.refine((value) => !/loja de demonstração/i.test(value), demoValueMessage)),
})

/**
 * Reads and checks a shop.json.
 * @throws Error with one line that names the file and each wrong field
 */
export function readShopProfile(file: string, { isLive = false } = {}): ShopProfile {
  const result = (isLive ? LiveShopProfileSchema : ShopProfile).safeParse(readJsonFile(file))
  if (result.success) return result.data
  // What is empty breaks a field's other rules, too.
  const messageByField = new Map(result.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  const issues = Array.from(messageByField, (parts) => parts.filter(Boolean).join(': ')).reverse()
  throw new OperatorError(`${file}: ${issues.join('; ')}`)
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new OperatorError(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
