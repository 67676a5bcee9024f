import type { Context } from '../context.ts'
import { ciphertextHeaderBytes } from '../platform/encryption.ts'

export const prescriptionFolder = 'receitas'

export async function storePrescriptionFile(ctx: Context, fileName: string, content: Buffer): Promise<void> {
  await ctx.files.write(buildFilePath(fileName), ctx.encryption.encrypt(content, buildEncryptionContext(fileName)))
}

export async function readPrescriptionFile(ctx: Context, fileName: string): Promise<Buffer> {
  const encryptedContent = await ctx.files.read(buildFilePath(fileName))
  if (!encryptedContent) throw new Error(`the file ${fileName} of a prescription is missing`)
  return ctx.encryption.decrypt(encryptedContent, buildEncryptionContext(fileName))
}

/** Succeeds even if there is no such file. */
export async function erasePrescriptionFile(ctx: Context, fileName: string): Promise<void> {
  await ctx.files.remove(buildFilePath(fileName))
}

/** Whether the newest key has encrypted a file; null where there is no such file. */
export async function isFileEncryptedWithNewestKey(ctx: Context, fileName: string): Promise<boolean | null> {
  const header = await ctx.files.read(buildFilePath(fileName), ciphertextHeaderBytes)
  return header && ctx.encryption.isEncryptedWithNewestKey(header)
}

/**
 * Encrypts a file anew with the newest key. Whoever reads it meanwhile reads the old one or the new one, whole. Nobody may
 * erase it or do the same at the same time.
 * @returns false where no key opens it: then it stays as it is
 */
export async function reencryptPrescriptionFile(ctx: Context, fileName: string): Promise<boolean> {
  const encryptedContent = await ctx.files.read(buildFilePath(fileName))
  const content = encryptedContent && tryDecrypt(ctx, encryptedContent, fileName)
  if (!content) return false
  await storePrescriptionFile(ctx, fileName, content)
  return true
}

function tryDecrypt(ctx: Context, encryptedContent: Buffer, fileName: string): Buffer | null {
  try {
    return ctx.encryption.decrypt(encryptedContent, buildEncryptionContext(fileName))
  } catch {
    return null
  }
}

function buildFilePath(fileName: string): string {
  return `${prescriptionFolder}/${fileName}`
}

function buildEncryptionContext(fileName: string): string {
  return `prescription file ${fileName}`
}
