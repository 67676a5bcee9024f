import { ciphertextHeaderBytes, type Encryption } from '../platform/encryption.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'

export type PrescriptionFileStore = ReturnType<typeof createPrescriptionFileStore>

export const prescriptionFolder = 'receitas'

/** Prescription files, each encrypted with its name as the context. */
export function createPrescriptionFileStore(files: FileStorage, encryption: Encryption) {
  return { store, read, erase, isEncryptedWithNewestKey, reencrypt }

  async function store(fileName: string, content: Buffer): Promise<void> {
    await files.write(buildFilePath(fileName), encryption.encrypt(content, buildEncryptionContext(fileName)))
  }

  async function read(fileName: string): Promise<Buffer> {
    const encryptedContent = await files.read(buildFilePath(fileName))
    if (!encryptedContent) throw new Error(`the file ${fileName} of a prescription is missing`)
    return encryption.decrypt(encryptedContent, buildEncryptionContext(fileName))
  }

  /** Succeeds even if there is no such file. */
  async function erase(fileName: string): Promise<void> {
    await files.remove(buildFilePath(fileName))
  }

  /** Whether the newest key has encrypted a file; null where there is no such file. */
  async function isEncryptedWithNewestKey(fileName: string): Promise<boolean | null> {
    const header = await files.read(buildFilePath(fileName), ciphertextHeaderBytes)
    return header && encryption.isEncryptedWithNewestKey(header)
  }

  /**
   * Encrypts a file anew with the newest key. Whoever reads it meanwhile reads the old one or the new one, whole. Nobody may
   * erase it or do the same at the same time.
   * @returns false where no key opens it: then it stays as it is
   */
  async function reencrypt(fileName: string): Promise<boolean> {
    const encryptedContent = await files.read(buildFilePath(fileName))
    const content = encryptedContent && tryDecrypt(encryptedContent, fileName)
    if (!content) return false
    await store(fileName, content)
    return true
  }

  function tryDecrypt(encryptedContent: Buffer, fileName: string): Buffer | null {
    try {
      return encryption.decrypt(encryptedContent, buildEncryptionContext(fileName))
    } catch {
      return null
    }
  }
}

function buildFilePath(fileName: string): string {
  return `${prescriptionFolder}/${fileName}`
}

function buildEncryptionContext(fileName: string): string {
  return `prescription file ${fileName}`
}
