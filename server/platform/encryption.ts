import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts what must not be readable at rest, by AES-256-GCM. `context` names the record: it is authenticated too, so that
 * content cannot be moved from one record to another.
 */
export type Encryption = ReturnType<typeof openEncryption>

const version = 1
const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16

/** @param secrets newest first: the first encrypts, any of them decrypts (ENCRYPTION_KEYS) */
export function openEncryption(secrets: string[]) {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao data at rest', 32))
    return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes) }
  })
  return { seal, open, sealText, openText, hasKeyOf }

  /** Version, key id, IV, tag, content. */
  function seal(content: Uint8Array, context: string): Buffer {
    const [newest] = keys
    if (!newest) throw new Error('the vault has no key')
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(content), cipher.final()])
    return Buffer.concat([Buffer.from([version]), newest.id, iv, cipher.getAuthTag(), sealed])
  }

  /** @throws Error when no key fits, or the content was changed or encrypted under another context */
  function open(sealed: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(sealed)
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

  /** Whether one of the keys has sealed this text. */
  function hasKeyOf(sealed: string): boolean {
    const keyId = Buffer.from(sealed, 'base64').subarray(1, 1 + keyIdBytes)
    return keys.some(({ id }) => id.equals(keyId))
  }

  function sealText(text: string, context: string): string {
    return seal(Buffer.from(text), context).toString('base64')
  }

  function openText(sealed: string, context: string): string {
    return open(Buffer.from(sealed, 'base64'), context).toString()
  }
}
