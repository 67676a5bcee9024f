import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const ivBytes = 12
const authTagBytes = 16

/** Makes text of what a browser carries for the shop, and reads it when it comes back. */
export interface Sealer {
  seal(value: unknown): string
  /** Null for what was changed, or sealed for another purpose or by a secret no longer in use. */
  unseal(sealedText: string): unknown
}

/**
 * For what nobody but the shop may read, such as an e-mail address: AES-256-GCM with a key of its own for each purpose.
 * @param secrets newest first: the first seals, any of them opens (SESSION_SECRETS)
 */
export function createSealer(secrets: string[], purpose: string): Sealer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32)))
  return { seal, unseal }

  function seal(value: unknown): string {
    const [newestKey] = keys
    if (!newestKey) throw new Error('there is no secret to seal with')
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', newestKey, iv)
    const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')
  }

  function unseal(sealedText: string): unknown {
    const bytes = Buffer.from(sealedText, 'base64url')
    if (bytes.length <= ivBytes + authTagBytes) return null
    for (const key of keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: authTagBytes })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + authTagBytes))
      try {
        const plaintext = Buffer.concat([decipher.update(bytes.subarray(ivBytes + authTagBytes)), decipher.final()])
        return JSON.parse(plaintext.toString())
      } catch {
        // Sealed by an older secret, or not by us.
      }
    }
    return null
  }
}

/** For what may be read but not changed: HMAC-SHA256 with a key of its own for each purpose, in the form of Remix's cookies. */
export function createSigner(secrets: string[], purpose: string): Sealer {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'))
  const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64').replace(/=+$/, '')
  return {
    seal(value) {
      const [newestKey] = keys
      if (!newestKey) throw new Error('there is no secret to sign with')
      const text = unsignedSealer.seal(value)
      return `${text}.${sign(text, newestKey)}`
    },
    unseal(signedText) {
      const text = signedText.slice(0, signedText.lastIndexOf('.'))
      const hasValidSignature = keys.some((key) => isEqualInConstantTime(signedText, `${text}.${sign(text, key)}`))
      return hasValidSignature ? unsignedSealer.unseal(text) : null
    },
  }
}

/** For what anybody may read and change: base64 of JSON. */
export const unsignedSealer: Sealer = {
  seal: (value) => Buffer.from(JSON.stringify(value)).toString('base64'),
  unseal(text) {
    try {
      return JSON.parse(Buffer.from(text, 'base64').toString())
    } catch {
      return null
    }
  },
}

function isEqualInConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
