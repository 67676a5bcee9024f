import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { parseCookie, type SerializeOptions, stringifySetCookie } from 'cookie'

const ivBytes = 12
const tagBytes = 16

/** Encrypts what a browser carries but need not read, such as an e-mail address. */
export interface Sealing {
  seal(value: unknown): string
  /** Null for what was changed, or sealed for another purpose or by a secret no longer in use. */
  open(sealed: string): unknown
}

/**
 * AES-256-GCM with a key of its own for each purpose.
 * @param secrets newest first: the first seals, any of them opens (SESSION_SECRETS)
 */
export function openSealing(secrets: string[], purpose: string): Sealing {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32)))
  return { seal, open }

  function seal(value: unknown): string {
    const [newest] = keys
    if (!newest) throw new Error('there is no secret to seal with')
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', newest, iv)
    const content = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
  }

  function open(sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length <= ivBytes + tagBytes) return null
    for (const key of keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        const content = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
        return JSON.parse(content.toString())
      } catch {
        // Sealed by an older secret, or not by us.
      }
    }
    return null
  }
}

/** A cookie whose content nobody can read but the shop, in the form of Remix's cookies. */
export function createSealedCookie(name: string, secrets: string[], attributes: SerializeOptions) {
  const { seal, open } = openSealing(secrets, `cookie ${name}`)
  return {
    async parse(header: string | null): Promise<unknown> {
      const value = parseCookie(header ?? '')[name]
      return value === undefined ? null : open(value)
    },
    /** '' for a cookie that is being deleted. */
    async serialize(value: unknown, changes: SerializeOptions = {}): Promise<string> {
      return stringifySetCookie({ name, value: value === '' ? '' : seal(value), ...attributes, ...changes })
    },
  }
}
