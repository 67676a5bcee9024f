import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { reindex } from '../../server/catalogue/reindex.ts'
import { runCommand } from '../../server/cli/run-command.ts'
import { createBackup } from '../../server/database/backup/backup.ts'
import { restoreBackup } from '../../server/database/backup/restore.ts'
import { startJobs } from '../../server/jobs.ts'
import { createNotice } from '../../server/notify/notice.ts'
import { notify } from '../../server/notify/notify.ts'
import { enqueueNumberCode } from '../../server/notify/whatsapp/whatsapp-channel.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { createTestDatabase } from '../support/database.ts'
import { openReceiver } from '../support/receiver.ts'
import { openSmtpSink } from '../support/smtp.ts'
import { openWhatsappApi } from '../support/whatsapp-api.ts'

/** A copy, restored from a backup, of a shop with a letter, a WhatsApp and a message to be sent and an order to be ended. */
async function openRestoredCopy() {
  const [sink, erp, meta] = [await openSmtpSink(), await openReceiver(), await openWhatsappApi()]
  const env = { SMTP_URL: sink.url, ...meta.env }
  const shop = await openCheckout(env)
  await shop.webhooks.addWebhook({ url: erp.url, branchId: null })
  const unpaid = await shop.place([line(novalgina)])
  await shop.ctx.transact((ctx) => notify(ctx, createNotice('welcome', 'Ana'), { email: 'ana@example.com' }))
  await shop.ctx.transact((ctx) => enqueueNumberCode(ctx, '11987654321', '123456'))

  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-rest-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'shop.backup')
  const place = process.env.TEST_DATABASE === 'postgres' ? await createTestDatabase() : null
  const location = place?.location ?? join(dataDir, 'balcao.db')
  const { database } = shop
  const clock = { now: () => shop.clock.now() }
  await createBackup(database, { dataDir: shop.dataDir, isSandbox: true }, { file, version: '1.0.0', clock })
  const storageConfig = { dataDir, databaseLocation: location, isSandbox: true, encryptionKeys: [] }
  await restoreBackup(storageConfig, { file, reindex })
  const copy = await openCheckout({ ...env, DATA_DIR: dataDir }, { location, drop: async () => place?.drop() })
  const run = async (...words: string[]) => {
    const lines: string[] = []
    const print = (text: string) => void lines.push(text)
    const commandEnv = { SANDBOX: '1', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: place?.location }
    return { code: await runCommand(words, { env: commandEnv, print, printError: print }), output: lines.join('\n') }
  }
  return { copy, unpaid, sink, erp, meta, run }
}

test('a restored copy sends, ends and tells nothing until the operator says that it is the shop now', async () => {
  const { copy, unpaid, sink, erp, meta, run } = await openRestoredCopy()
  copy.clock.pass(24 * 60)
  const statusOf = async () =>
    (await copy.database.db.selectFrom('orders').select('status').where('id', '=', unpaid.id).executeTakeFirst())
      ?.status
  const runJobs = () => startJobs(copy.ctx, { error: ({ err }) => expect.unreachable(String(err)) })()

  copy.accessLog.recordAccess({ ip: '192.0.2.7', port: null, account: null })
  await runJobs()
  expect([sink.received, erp.heard, meta.received, await statusOf()]).toEqual([[], [], [], 'pending_payment'])
  expect((await copy.whatsapp.loadWhatsappStatus()).waitingCount).toBe(1)
  // What the law has the copy's own visitors be noted by goes on.
  expect(await copy.database.db.selectFrom('accessLog').selectAll().execute()).toHaveLength(1)
  expect((await run('doctor', '--lang', 'en')).output).toMatch(
    /^look +rest +The shop is at rest since it was restored/m,
  )

  expect(await run('resume')).toEqual({ code: 0, output: expect.stringContaining('This is the shop now') })
  expect(await run('resume')).toEqual({ code: 0, output: 'It was not at rest.' })
  expect((await run('doctor', '--lang', 'en')).output).not.toContain('at rest')
  await runJobs()
  expect(sink.received.map(({ to }) => to?.[0]?.address)).toContain('ana@example.com')
  expect(meta.received.map(({ to }) => to)).toEqual(['5511987654321'])
  expect([erp.heard.length > 0, await statusOf()]).toEqual([true, 'expired'])
})
