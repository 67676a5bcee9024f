/**
 * Where the shop keeps files: below a folder, or in an S3-compatible store. A key is a folder of the shop's and a name,
 * `receitas/4f1c…`, without anything that leads elsewhere.
 */
export interface FileStorage {
  /** Once it is done the file outlasts a crash. Whoever reads meanwhile gets the earlier content or this one, whole. */
  write(key: string, content: Uint8Array): Promise<void>
  /**
   * @param maxBytes only so many from its beginning
   * @returns null where there is no such file
   */
  read(key: string, maxBytes?: number): Promise<Buffer | null>
  has(key: string): Promise<boolean>
  /** Succeeds even if there is no such file. */
  remove(key: string): Promise<void>
  /** The keys of a folder's files; none where there is no such folder. */
  list(folder: string): AsyncIterable<string>
}
