import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { addMinutes } from '../platform/clock.ts'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import type { Actor } from '../staff/roles.ts'

// A file is tried first and waits in the data folder under a name that only who tried it knows, so that exactly its bytes are
// published: a form that carried it back would send megabytes twice, and could bring others.

/** Bytes: some 30,000 products. Longer files are for the command line. */
const maxUploadBytes = 10 * 1024 * 1024
const uploadLifetimeMinutes = 60

/** `catalogue-1-1773147600000-…`: what it is, a choice of who sent it, when it was tried; the rest cannot be guessed. */
const tokenPattern = /^([a-z]+)-([01])-(\d{13})-[\w-]{32}$/

export interface StoredUpload {
  kind: string
  isChosen: boolean
  /** The files, as they were given. */
  files: string[]
}

/** One at a time: each holds a file's rows in memory, and the database's lock while it is published. */
export const createImportLimiter = () =>
  createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueueLength: 4,
    maxWaitMs: 20_000,
    createRefusal: () => new ShopError('import.busy', { retryAfterSeconds: 60 }),
  })

/**
 * Keeps files; earlier ones of the same person are erased.
 * @param contents by the field that brought each
 * @returns the token that names them
 * @throws ShopError "import.missing", "import.tooMuch"
 */
export async function storeUpload(
  ctx: Context,
  actor: Actor,
  { kind, isChosen, contents }: { kind: string; isChosen: boolean; contents: [field: string, content: Uint8Array][] },
): Promise<string> {
  for (const [field, { byteLength }] of contents) {
    if (byteLength === 0) throw new ShopError('import.missing', { input: field })
    if (byteLength > maxUploadBytes) throw new ShopError('import.tooMuch', { input: field })
  }
  await eraseUploads(ctx, (name) => name.startsWith(`${actor.staffId}-`))
  const token = `${kind}-${isChosen ? 1 : 0}-${ctx.clock.now().getTime()}-${randomBytes(24).toString('base64url')}`
  await mkdir(ctx.settings.uploadFolder, { recursive: true, mode: 0o700 })
  for (const [index, [, content]] of contents.entries())
    await writeFile(filePathOf(ctx, actor, token, index), content, { flag: 'wx', mode: 0o600 })
  return token
}

/** @throws ShopError "import.gone" */
export async function getStoredUpload(ctx: Context, actor: Actor, token: string): Promise<StoredUpload> {
  const [, kind, choice] = tokenPattern.exec(token) ?? []
  if (kind === undefined || isExpired(ctx, token)) throw new ShopError('import.gone')
  const paths = [0, 1].map((index) => filePathOf(ctx, actor, token, index))
  const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  const files = paths.filter((_, index) => sizes[index])
  if (files.length === 0) throw new ShopError('import.gone')
  return { kind, isChosen: choice === '1', files }
}

export async function eraseStoredUpload(ctx: Context, actor: Actor, token: string): Promise<void> {
  await eraseUploads(ctx, (name) => name.startsWith(`${actor.staffId}-${token}`))
}

/** Erases files that nobody published within the hour. Called periodically. */
export function eraseExpiredFiles(ctx: Context): Promise<void> {
  return eraseUploads(ctx, (name) => isExpired(ctx, name.replace(/^\d+-|\.\d$/g, '')))
}

async function eraseUploads(ctx: Context, isErased: (fileName: string) => boolean): Promise<void> {
  const fileNames = await readdir(ctx.settings.uploadFolder).catch(() => [])
  await Promise.all(
    fileNames.filter(isErased).map((name) => rm(join(ctx.settings.uploadFolder, name), { force: true })),
  )
}

function isExpired(ctx: Context, token: string): boolean {
  const [, , , timestamp] = tokenPattern.exec(token) ?? []
  return timestamp !== undefined && addMinutes(new Date(Number(timestamp)), uploadLifetimeMinutes) <= ctx.clock.now()
}

function filePathOf(ctx: Context, { staffId }: Actor, token: string, index: number): string {
  return join(ctx.settings.uploadFolder, `${staffId}-${token}${index === 0 ? '' : `.${index}`}`)
}
