import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts what must not be readable at rest, by AES-256-GCM. `encryptionContext` names the record: it is authenticated too, so that
 * content cannot be moved from one record to another.
 */
export interface Encryption {
  encrypt(content: Uint8Array, encryptionContext: string): Buffer
  decrypt(ciphertext: Uint8Array, encryptionContext: string): Buffer
  encryptText(text: string, encryptionContext: string): string
  decryptText(ciphertext: string, encryptionContext: string): string
  hasKeyFor(ciphertext: string): boolean
  isEncryptedWithNewestKey(ciphertext: Uint8Array): boolean
  deriveDayEncryption(day: string): Omit<Encryption, 'deriveDayEncryption'>
}

const formatVersion = 1
const keyIdBytes = 4
/** Version and key id, with which everything encrypted begins. */
export const ciphertextHeaderBytes = 1 + keyIdBytes
const ivBytes = 12
const authTagBytes = 16

/** @param secrets newest first: the first encrypts, any of them decrypts (ENCRYPTION_KEYS) */
export function createEncryption(secrets: string[]): Encryption {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao data at rest', 32))
    return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes) }
  })
  return { encrypt, decrypt, encryptText, decryptText, hasKeyFor, isEncryptedWithNewestKey, deriveDayEncryption }

  /** Keys of a day's own (yyyy-MM-dd), each made of one of these, and in their order. */
  function deriveDayEncryption(day: string): Omit<Encryption, 'deriveDayEncryption'> {
    return createEncryption(
      keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', `day ${day}`, 32)).toString('hex')),
    )
  }

  /** Version, key id, IV, tag, content. */
  function encrypt(content: Uint8Array, encryptionContext: string): Buffer {
    const [newestKey] = keys
    if (!newestKey) throw new Error('there is no key to encrypt with')
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', newestKey.key, iv).setAAD(Buffer.from(encryptionContext))
    const ciphertext = Buffer.concat([cipher.update(content), cipher.final()])
    return Buffer.concat([Buffer.from([formatVersion]), newestKey.id, iv, cipher.getAuthTag(), ciphertext])
  }

  /** @throws Error when no key fits, or the content was changed or encrypted under another context */
  function decrypt(ciphertext: Uint8Array, encryptionContext: string): Buffer {
    const bytes = Buffer.from(ciphertext)
    const ivOffset = 1 + keyIdBytes
    const authTagOffset = ivOffset + ivBytes
    const contentOffset = authTagOffset + authTagBytes
    const matchingKey = keys.find(({ id }) => id.equals(bytes.subarray(1, ivOffset)))
    if (bytes[0] !== formatVersion || !matchingKey) throw new Error('no key of ENCRYPTION_KEYS opens this')
    const decipher = createDecipheriv('aes-256-gcm', matchingKey.key, bytes.subarray(ivOffset, authTagOffset), {
      authTagLength: authTagBytes,
    })
    decipher.setAAD(Buffer.from(encryptionContext)).setAuthTag(bytes.subarray(authTagOffset, contentOffset))
    return Buffer.concat([decipher.update(bytes.subarray(contentOffset)), decipher.final()])
  }

  /** Whether one of the keys has encrypted this text. */
  function hasKeyFor(ciphertext: string): boolean {
    const keyId = Buffer.from(ciphertext, 'base64').subarray(1, 1 + keyIdBytes)
    return keys.some(({ id }) => id.equals(keyId))
  }

  /** Whether the first key has encrypted this. @param ciphertext its first `ciphertextHeaderBytes` bytes are enough */
  function isEncryptedWithNewestKey(ciphertext: Uint8Array): boolean {
    const [newestKey] = keys
    return (
      ciphertext[0] === formatVersion &&
      newestKey !== undefined &&
      newestKey.id.equals(ciphertext.subarray(1, ciphertextHeaderBytes))
    )
  }

  function encryptText(text: string, encryptionContext: string): string {
    return encrypt(Buffer.from(text), encryptionContext).toString('base64')
  }

  function decryptText(ciphertext: string, encryptionContext: string): string {
    return decrypt(Buffer.from(ciphertext, 'base64'), encryptionContext).toString()
  }
}
