import { ShopError } from '../errors.ts'
import type { FileStorage } from './file-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage, type S3Location } from './s3-storage.ts'

export interface FilesLocation {
  dataDir: string
  /** Without it they are below `dataDir`. */
  s3Location?: S3Location | null | undefined
}

type FileOperation = keyof FileStorage

export interface ShopFileStorage extends FileStorage {
  /** How often each operation of a store failed, in this process. */
  countFaultsByOperation(): Record<FileOperation, number>
}

interface Logger {
  warn(details: object, message: string): void
}

const retryAfterSeconds = 30

/**
 * The shop's files. A store that cannot be reached, or refuses, is logged, and whoever waits for the file gets the ShopError
 * "files.unavailable". A folder's errors are the file system's.
 */
export function createShopFileStorage(
  { dataDir, s3Location }: FilesLocation,
  log: Logger = { warn() {} },
): ShopFileStorage {
  const faultCountByOperation = { write: 0, read: 0, has: 0, remove: 0, list: 0 }
  if (!s3Location) return { ...createFolderStorage(dataDir), countFaultsByOperation: () => faultCountByOperation }
  const s3Storage = createS3Storage(s3Location)
  return {
    write: (key, content) => s3Storage.write(key, content).catch(createFaultHandler('write')),
    read: (key, maxBytes) => s3Storage.read(key, maxBytes).catch(createFaultHandler('read')),
    has: (key) => s3Storage.has(key).catch(createFaultHandler('has')),
    remove: (key) => s3Storage.remove(key).catch(createFaultHandler('remove')),
    async *list(folder) {
      try {
        yield* s3Storage.list(folder)
      } catch (error) {
        createFaultHandler('list')(error)
      }
    },
    countFaultsByOperation: () => faultCountByOperation,
  }

  function createFaultHandler(operation: FileOperation): (cause: unknown) => never {
    return (cause) => {
      faultCountByOperation[operation] += 1
      log.warn({ err: cause, operation }, 'the file store failed')
      throw new ShopError('files.unavailable', { retryAfterSeconds }, { cause })
    }
  }
}

/** What an operator has to know of a store that failed, as a one-line message; null for any other error. */
export function explainFileStorageError(error: unknown): string | null {
  if (!(error instanceof ShopError) || error.code !== 'files.unavailable') return null
  const { cause } = error
  return `FILES_URL: the store does not do what it is asked (${cause instanceof Error ? cause.message : cause}).`
}
