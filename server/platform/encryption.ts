import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts what must not be readable at rest, by AES-256-GCM. `context` names the record: it is authenticated too, so that
 * content cannot be moved from one record to another.
 */
export interface Encryption {
  encrypt(content: Uint8Array, context: string): Buffer
  decrypt(encrypted: Uint8Array, context: string): Buffer
  encryptText(text: string, context: string): string
  decryptText(encrypted: string, context: string): string
  hasKeyOf(encrypted: string): boolean
  isEncryptedWithNewestKey(encrypted: Uint8Array): boolean
  forDay(day: string): Omit<Encryption, 'forDay'>
}

const version = 1
const keyIdBytes = 4
/** Version and key id, with which everything encrypted begins. */
export const headerLength = 1 + keyIdBytes
const ivBytes = 12
const tagBytes = 16

/** @param secrets newest first: the first encrypts, any of them decrypts (ENCRYPTION_KEYS) */
export function createEncryption(secrets: string[]): Encryption {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao data at rest', 32))
    return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes) }
  })
  return { encrypt, decrypt, encryptText, decryptText, hasKeyOf, isEncryptedWithNewestKey, forDay }

  /** Keys of a day's own (yyyy-MM-dd), each made of one of these, and in their order. */
  function forDay(day: string): Omit<Encryption, 'forDay'> {
    return createEncryption(
      keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', `day ${day}`, 32)).toString('hex')),
    )
  }

  /** Version, key id, IV, tag, content. */
  function encrypt(content: Uint8Array, context: string): Buffer {
    const [newest] = keys
    if (!newest) throw new Error('there is no key to encrypt with')
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(context))
    const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
    return Buffer.concat([Buffer.from([version]), newest.id, iv, cipher.getAuthTag(), encrypted])
  }

  /** @throws Error when no key fits, or the content was changed or encrypted under another context */
  function decrypt(encrypted: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(encrypted)
    const ivAt = 1 + keyIdBytes
    const tagAt = ivAt + ivBytes
    const contentAt = tagAt + tagBytes
    const match = keys.find(({ id }) => id.equals(bytes.subarray(1, ivAt)))
    if (bytes[0] !== version || !match) throw new Error('no key of ENCRYPTION_KEYS opens this')
    const decipher = createDecipheriv('aes-256-gcm', match.key, bytes.subarray(ivAt, tagAt), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(tagAt, contentAt))
    return Buffer.concat([decipher.update(bytes.subarray(contentAt)), decipher.final()])
  }

  /** Whether one of the keys has encrypted this text. */
  function hasKeyOf(encrypted: string): boolean {
    const keyId = Buffer.from(encrypted, 'base64').subarray(1, 1 + keyIdBytes)
    return keys.some(({ id }) => id.equals(keyId))
  }

  /** Whether the first key has encrypted this. @param encrypted its first `headerLength` bytes are enough */
  function isEncryptedWithNewestKey(encrypted: Uint8Array): boolean {
    const [newest] = keys
    return encrypted[0] === version && newest !== undefined && newest.id.equals(encrypted.subarray(1, headerLength))
  }

  function encryptText(text: string, context: string): string {
    return encrypt(Buffer.from(text), context).toString('base64')
  }

  function decryptText(encrypted: string, context: string): string {
    return decrypt(Buffer.from(encrypted, 'base64'), context).toString()
  }
}
