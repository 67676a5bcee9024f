import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderStorage } from './files/folder-storage.ts'
import { readJsonFile, readShopProfile, ShopProfile } from './shop-profile.ts'

/** How long a change by another process, or by hand, may stay unseen, in milliseconds. */
const maxAgeMs = 1_000

/** Stays in DATA_DIR wherever the other files are. */
export const profileFileName = 'shop.json'

/** The shop's profile while it runs: whoever reads it has it as it stands in `shop.json`. */
export interface ProfileFile {
  /** At most a second old. Of a file that cannot be read the last one that could counts. */
  read(): ShopProfile
  /** As it stands in the file now; in a sandbox without one, the demo's. @throws OperatorError */
  readNow(): ShopProfile
  /** All of it or nothing; what the file has beside the profile stays. @throws the file system's error */
  write(profile: ShopProfile): Promise<void>
}

interface Options {
  /** Where `shop.json` is. */
  dataDir: string
  isLive: boolean
  /** As it was read at the start; in a sandbox without a file, the demo's. */
  initialProfile: ShopProfile
  log: { warn(details: object, message: string): void }
}

export function createProfileFile({ dataDir, isLive, initialProfile, log }: Options): ProfileFile {
  const path = join(dataDir, profileFileName)
  let lastProfile = initialProfile
  let lastVersion = ''
  let checkedAtMs = Number.NEGATIVE_INFINITY
  return { read, readNow, write }

  function read(): ShopProfile {
    if (performance.now() - checkedAtMs < maxAgeMs) return lastProfile
    checkedAtMs = performance.now()
    const version = readVersion()
    if (version === lastVersion) return lastProfile
    lastVersion = version
    try {
      lastProfile = readNow()
    } catch (err) {
      log.warn({ err }, 'shop.json cannot be read: the one before it counts')
    }
    return lastProfile
  }

  function readNow(): ShopProfile {
    return existsSync(path) || isLive ? readShopProfile(path, { isLive }) : initialProfile
  }

  async function write(profile: ShopProfile): Promise<void> {
    const storedValues = existsSync(path) ? (readJsonFile(path) as object) : {}
    const clearedValues = Object.fromEntries(Object.keys(ShopProfile.shape).map((name) => [name, undefined]))
    const content = `${JSON.stringify({ ...storedValues, ...clearedValues, ...profile }, null, 2)}\n`
    await createFolderStorage(dataDir).write(profileFileName, Buffer.from(content))
    checkedAtMs = Number.NEGATIVE_INFINITY
  }

  /** Another one for each change of the file: a file written anew has another number in its folder. */
  function readVersion(): string {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : ''
  }
}
