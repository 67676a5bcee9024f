import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z.string().trim().min(1, 'is empty')
const address = z.url('is no address such as https://example.com')

/**
 * The shop's own name, legal data, hours and links (`shop.json` in DATA_DIR): what RDC 44/2009, art. 53, requires on every
 * page. The software is a white label, so none of it is in the code.
 */
export const ShopProfile = z.object({
  name: text,
  description: text,
  legalName: text,
  cnpj: text,
  address: text,
  city: text,
  phone: text,
  /** For customers, and for requests about personal data. */
  email: z.email('is no e-mail address'),
  hours: z.array(text).min(1),
  pharmacist: z.object({ name: text, crf: text }),
  sanitaryLicence: text,
  afe: text,
  pharmacistChatUrl: address,
  anvisaAlertsUrl: address,
  careersUrl: z.string(),
  social: z.array(z.object({ name: text, url: address })),
  notices: z.array(text),
})
export type ShopProfile = z.infer<typeof ShopProfile>

/**
 * Reads and checks a shop.json.
 * @throws Error with one line that names the file and each wrong field
 */
export function readShopProfile(file: string): ShopProfile {
  const result = ShopProfile.safeParse(parse(file))
  if (result.success) return result.data
  const wrong = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new Error(`${file}: ${wrong.join('; ')}`)
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
