import { ShopError } from '../errors.ts'
import type { FileStorage } from './file-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage, type S3Location } from './s3-storage.ts'

/** Where a shop's files are. */
export interface FilesLocation {
  dataDir: string
  /** Without it they are below `dataDir`. */
  s3Location?: S3Location | null | undefined
}

type FileOperation = keyof FileStorage

export interface Files extends FileStorage {
  /** How often each operation of a store failed, in this process. */
  countFaults(): Record<FileOperation, number>
}

interface Log {
  warn(details: object, message: string): void
}

const retryAfterSeconds = 30

/**
 * The shop's files. A store that is away, or refuses, is told in the log, and to whoever waits for the file: as ShopError
 * "files.unavailable". A folder's errors are the file system's.
 */
export function createFiles({ dataDir, s3Location }: FilesLocation, log: Log = { warn() {} }): Files {
  const faultCounts = { write: 0, read: 0, has: 0, remove: 0, list: 0 }
  if (!s3Location) return { ...createFolderStorage(dataDir), countFaults: () => faultCounts }
  const s3Storage = createS3Storage(s3Location)
  return {
    write: (key, content) => s3Storage.write(key, content).catch(createFailureHandler('write')),
    read: (key, maxBytes) => s3Storage.read(key, maxBytes).catch(createFailureHandler('read')),
    has: (key) => s3Storage.has(key).catch(createFailureHandler('has')),
    remove: (key) => s3Storage.remove(key).catch(createFailureHandler('remove')),
    async *list(folder) {
      try {
        yield* s3Storage.list(folder)
      } catch (error) {
        createFailureHandler('list')(error)
      }
    },
    countFaults: () => faultCounts,
  }

  function createFailureHandler(operation: FileOperation): (cause: unknown) => never {
    return (cause) => {
      faultCounts[operation] += 1
      log.warn({ err: cause, operation }, 'the file store failed')
      throw new ShopError('files.unavailable', { retryAfterSeconds }, { cause })
    }
  }
}

/** What an operator has to know of a store that failed, in one sentence; null for any other error. */
export function explainFileStoreError(error: unknown): string | null {
  if (!(error instanceof ShopError) || error.code !== 'files.unavailable') return null
  const { cause } = error
  return `FILES_URL: the store does not do what it is asked (${cause instanceof Error ? cause.message : cause}).`
}
