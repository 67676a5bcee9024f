import type { FilesLocation } from '../platform/files/shop-file-storage.ts'

/** Where a shop's data is stored, and the keys to it. */
export interface StorageConfig extends FilesLocation {
  isSandbox: boolean
  /** PostgreSQL's address, or the file of the embedded database. */
  databaseLocation: string
  /** Newest first: the first encrypts, any of them opens. */
  encryptionKeys: string[]
}
