import { pictureFolder } from '../catalogue/import/pictures.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { createFolderStorage } from '../platform/files/folder-storage.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { prescriptionFolder } from '../prescriptions/encrypted-files.ts'
import type { Commands } from './command.ts'

export const filesCommands: Commands = {
  'files move': {
    usage: '[--pictures]',
    description:
      'move all files from DATA_DIR to the store of FILES_URL, the shop being stopped; --pictures: copy these first, while it is open',
    async run(_words, { storage, openShop, print, hasFlag }) {
      if (!storage.s3Location) throw new OperatorError('FILES_URL is not set: it says where the files are to go.')
      const justCopies = hasFlag('pictures')
      const { isInUse } = await import('../database/in-use.ts')
      // A running server would look for files already moved, and delete ones already copied.
      if (!justCopies && (await isInUse(storage.databaseLocation)))
        throw new OperatorError(
          'A server has this shop open: stop it, and start it with FILES_URL once the files are moved.',
        )
      const { files: store, prescriptions } = await openShop()
      const folder = createFolderStorage(storage.dataDir)

      let pictures = 0
      for await (const key of folder.list(pictureFolder)) {
        await copy(key, folder, store)
        if (!justCopies) await folder.remove(key)
        pictures += 1
      }
      print(`Pictures ${justCopies ? 'copied' : 'moved'}: ${pictures}.`)
      if (justCopies) return

      const prescriptionKeys = await prescriptions.listFileKeys()
      const counts = { movedCount: 0, unclaimed: 0 }
      for await (const key of folder.list(prescriptionFolder)) {
        if (prescriptionKeys.has(key)) {
          await copy(key, folder, store)
          await folder.remove(key)
          counts.movedCount += 1
        } else counts.unclaimed += 1
      }
      print(`Files of prescriptions moved: ${counts.movedCount}.`)
      if (counts.unclaimed > 0)
        print(`Files that no prescription names, left in ${storage.dataDir}: ${counts.unclaimed}.`)
    },
  },
}

/** Skips files already in the store, so that an interrupted run can be repeated. @throws Error unless it can be read back */
async function copy(key: string, from: FileStorage, to: FileStorage): Promise<void> {
  const content = await from.read(key)
  if (!content || (await to.read(key))?.equals(content)) return
  await to.write(key, content)
  if (!(await to.read(key))?.equals(content))
    throw new OperatorError(`${key} does not come back from the store as it was.`)
}
