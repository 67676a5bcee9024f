import { type Encryption, headBytes } from '../platform/encryption.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'

export type FileStore = ReturnType<typeof createFileStore>

export const fileFolder = 'receitas'

/** Prescription files, each encrypted with its name as the context. */
export function createFileStore(files: FileStorage, encryption: Encryption) {
  return { store, read, erase, isUnderNewest, reencrypt }

  async function store(key: string, content: Buffer): Promise<void> {
    await files.write(placeOf(key), encryption.encrypt(content, contextOf(key)))
  }

  async function read(key: string): Promise<Buffer> {
    const encrypted = await files.read(placeOf(key))
    if (!encrypted) throw new Error(`the file ${key} of a prescription is missing`)
    return encryption.decrypt(encrypted, contextOf(key))
  }

  /** Succeeds even if there is no such file. */
  async function erase(key: string): Promise<void> {
    await files.remove(placeOf(key))
  }

  /** Whether the newest key has encrypted a file; null where there is no such file. */
  async function isUnderNewest(key: string): Promise<boolean | null> {
    const head = await files.read(placeOf(key), headBytes)
    return head && encryption.isUnderNewest(head)
  }

  /**
   * Encrypts a file anew with the newest key. Whoever reads it meanwhile reads the old one or the new one, whole. Nobody may
   * erase it or do the same at the same time.
   * @returns false where no key opens it: then it stays as it is
   */
  async function reencrypt(key: string): Promise<boolean> {
    const encrypted = await files.read(placeOf(key))
    const content = encrypted && decrypted(encrypted, key)
    if (!content) return false
    await store(key, content)
    return true
  }

  function decrypted(encrypted: Buffer, key: string): Buffer | null {
    try {
      return encryption.decrypt(encrypted, contextOf(key))
    } catch {
      return null
    }
  }
}

function placeOf(key: string): string {
  return `${fileFolder}/${key}`
}

function contextOf(key: string): string {
  return `prescription file ${key}`
}
