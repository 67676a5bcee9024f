import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Encryption, headBytes } from '../platform/encryption.ts'

export type FileStore = ReturnType<typeof openFileStore>

/** Prescription files in one folder, each encrypted with its name as the context. */
export function openFileStore(folder: string, encryption: Encryption) {
  return { store, read, erase, isUnderNewest, reencrypt }

  async function store(key: string, content: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await write(join(folder, key), 'wx', encryption.encrypt(content, contextOf(key)))
  }

  async function read(key: string): Promise<Buffer> {
    return encryption.decrypt(await readFile(join(folder, key)), contextOf(key))
  }

  /** Succeeds even if there is no such file. */
  async function erase(key: string): Promise<void> {
    await rm(join(folder, key), { force: true })
    await rm(besideOf(key), { force: true })
  }

  /** Whether the newest key has encrypted a file; null where there is no such file. */
  async function isUnderNewest(key: string): Promise<boolean | null> {
    const file = await open(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!file) return null
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
      return encryption.isUnderNewest(buffer.subarray(0, bytesRead))
    } finally {
      await file.close()
    }
  }

  /**
   * Encrypts a file anew with the newest key. Whoever reads it meanwhile reads the old one or the new one, whole. Nobody may
   * erase it or do the same at the same time.
   * @returns false where no key opens it: then it stays as it is
   */
  async function reencrypt(key: string): Promise<boolean> {
    const content = await read(key).catch((error: NodeJS.ErrnoException) => {
      // A fault of the disk tells nothing of the file.
      if (error.syscall !== undefined) throw error
      return null
    })
    if (content === null) return false
    // What a crash left there is overwritten.
    await write(besideOf(key), 'w', encryption.encrypt(content, contextOf(key)))
    await rename(besideOf(key), join(folder, key))
    return true
  }

  function besideOf(key: string): string {
    return join(folder, `${key}.new`)
  }
}

async function write(path: string, flags: 'w' | 'wx', bytes: Buffer): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function contextOf(key: string): string {
  return `prescription file ${key}`
}
