import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStorage } from './file-storage.ts'

/** What a crash leaves of a file that was being written. */
const temporarySuffix = '.new'

/** Files below a folder, their owner's alone. Its errors are the file system's. */
export function createFolderStorage(root: string): FileStorage {
  return { write, read, has, remove, list }

  async function write(key: string, content: Uint8Array): Promise<void> {
    const path = join(root, key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const fileHandle = await open(path + temporarySuffix, 'w', 0o600)
    try {
      await fileHandle.writeFile(content)
      await fileHandle.sync()
    } finally {
      await fileHandle.close()
    }
    await rename(path + temporarySuffix, path)
  }

  async function read(key: string, maxBytes?: number): Promise<Buffer | null> {
    const path = join(root, key)
    if (maxBytes === undefined) return readFile(path).catch(returnNullIfMissing)
    const fileHandle = await open(path).catch(returnNullIfMissing)
    if (!fileHandle) return null
    try {
      const { buffer, bytesRead } = await fileHandle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await fileHandle.close()
    }
  }

  async function has(key: string): Promise<boolean> {
    return (await stat(join(root, key)).catch(returnNullIfMissing)) !== null
  }

  async function remove(key: string): Promise<void> {
    const path = join(root, key)
    await rm(path, { force: true })
    await rm(path + temporarySuffix, { force: true })
  }

  async function* list(folder: string): AsyncGenerator<string> {
    const names = (await readdir(join(root, folder)).catch(returnNullIfMissing)) ?? []
    for (const name of names) if (!name.endsWith(temporarySuffix)) yield `${folder}/${name}`
  }
}

function returnNullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
