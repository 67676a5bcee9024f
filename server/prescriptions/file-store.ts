import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encryption } from '../platform/encryption.ts'

export type FileStore = ReturnType<typeof openFileStore>

/** Prescription files in one folder, each encrypted with its name as the context. */
export function openFileStore(folder: string, encryption: Encryption) {
  return { store, read, erase }

  async function store(key: string, content: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(join(folder, key), 'wx', 0o600)
    try {
      await file.writeFile(encryption.encrypt(content, contextOf(key)))
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async function read(key: string): Promise<Buffer> {
    return encryption.decrypt(await readFile(join(folder, key)), contextOf(key))
  }

  /** Succeeds even if there is no such file. */
  async function erase(key: string): Promise<void> {
    await rm(join(folder, key), { force: true })
  }
}

function contextOf(key: string): string {
  return `prescription file ${key}`
}
