import { pictureFolder } from '../catalogue/import/pictures.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { createFolderStorage } from '../platform/files/folder-storage.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { prescriptionFolder } from '../prescriptions/prescription-file-store.ts'
import type { Commands } from './command.ts'

export const filesCommands: Commands = {
  'files move': {
    usage: '[--pictures]',
    description:
      'move all files from DATA_DIR to the store of FILES_URL, the shop being stopped; --pictures: copy these first, while it is open',
    async run(_args, { storageConfig, openShop, print, hasFlag }) {
      if (!storageConfig.s3Location) throw new OperatorError('FILES_URL is not set: it says where the files are to go.')
      const isCopyOnly = hasFlag('pictures')
      const { isDatabaseInUse } = await import('../database/database-in-use.ts')
      // A running server would look for files already moved, and delete ones already copied.
      if (!isCopyOnly && (await isDatabaseInUse(storageConfig.databaseLocation)))
        throw new OperatorError(
          'A server has this shop open: stop it, and start it with FILES_URL once the files are moved.',
        )
      const { files: targetStorage, prescriptions } = await openShop()
      const sourceFolder = createFolderStorage(storageConfig.dataDir)

      let pictureCount = 0
      for await (const key of sourceFolder.list(pictureFolder)) {
        await copyFile(key, sourceFolder, targetStorage)
        if (!isCopyOnly) await sourceFolder.remove(key)
        pictureCount += 1
      }
      print(`Pictures ${isCopyOnly ? 'copied' : 'moved'}: ${pictureCount}.`)
      if (isCopyOnly) return

      const prescriptionKeys = await prescriptions.listFileKeys()
      const prescriptionFileCounts = { movedCount: 0, orphanedCount: 0 }
      for await (const key of sourceFolder.list(prescriptionFolder)) {
        if (prescriptionKeys.has(key)) {
          await copyFile(key, sourceFolder, targetStorage)
          await sourceFolder.remove(key)
          prescriptionFileCounts.movedCount += 1
        } else prescriptionFileCounts.orphanedCount += 1
      }
      print(`Files of prescriptions moved: ${prescriptionFileCounts.movedCount}.`)
      if (prescriptionFileCounts.orphanedCount > 0)
        print(
          `Files that no prescription names, left in ${storageConfig.dataDir}: ${prescriptionFileCounts.orphanedCount}.`,
        )
    },
  },
}

/** Skips files already in the store, so that an interrupted run can be repeated. @throws Error unless it can be read back */
async function copyFile(key: string, source: FileStorage, target: FileStorage): Promise<void> {
  const content = await source.read(key)
  if (!content || (await target.read(key))?.equals(content)) return
  await target.write(key, content)
  if (!(await target.read(key))?.equals(content))
    throw new OperatorError(`${key} does not come back from the store as it was.`)
}
