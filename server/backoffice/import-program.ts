import { once } from 'node:events'
import { importFile } from './import-file.ts'
import type { CeilingTask, ImportTask } from './import-run.ts'

/**
 * The program of the process that imports one file. On SQLite a server has a single connection, and every page would wait for
 * the import's transaction; checking a long file keeps a processor busy; and a file may unpack to more than fits in memory.
 */
const [task] = (await once(process, 'message')) as [ImportTask | CeilingTask]
// Without its server nobody would learn what became of it: the transaction is rolled back.
process.once('disconnect', () => process.exit(1))
const report = await importFile(task)
process.send?.(report, () => process.exit(0))
