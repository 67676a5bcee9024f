import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { createClock } from '../../server/platform/clock.ts'
import { firingOf, type Scrape, sampleOf, scrape } from '../support/alerts.ts'
import { openTestBank } from '../support/bank.ts'
import { tell } from '../support/figures.ts'
import { sendLoad } from '../support/load.ts'
import { openMovableClock } from '../support/movable-clock.ts'
import { operate } from '../support/operator.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { photoBlob, sendPrescription } from '../support/prescriptions.ts'
import { addToBag, azitromicina, goOn, newCustomer, pay, place, placeOrder, trayenta } from '../support/purchase.ts'
import { openReceiver } from '../support/receiver.ts'
import { openS3 } from '../support/s3.ts'
import { openingInstant, type ServerProcess, startServerProcess } from '../support/server.ts'
import { openSlowLink } from '../support/slow-link.ts'
import { openSmtpSink } from '../support/smtp.ts'
import { openSmallDisk } from '../support/volume.ts'

/*
 * Each fault is caused, and what the server then tells is given to the alert rules, by Prometheus' own promtool. They need its
 * Debian package, and a file system of their own needs root: so under `npm test -- long` alone, by the file's name.
 */

async function open(env: Record<string, string | undefined>, dataDir?: string): Promise<ServerProcess> {
  const server = await startServerProcess({
    env: { LOG_LEVEL: 'silent', ...env },
    ...(dataDir !== undefined && { dataDir }),
  })
  onTestFinished(async () => void (await server.kill9()))
  return server
}

/** Which alerts fire that did not before the fault; told for the record. */
function causedBy(fault: string, before: Scrape, ...since: Scrape[]): string[] {
  const already = firingOf([before])
  const fired = firingOf([before, ...since]).filter((name) => !already.includes(name))
  tell(`alerts of ${fault}`, { fired: fired.join(' ') || 'none' })
  return fired
}

test('a shop where all is well causes no alert, one that is killed does', async () => {
  const server = await open({})
  await operate(server, 'backup', `${server.dataDir}/shop.backup`)
  const well = await scrape(server.url)
  expect(firingOf([well])).toEqual([])
  await server.kill9()
  // A server that is away tells nothing of its backups either.
  expect(causedBy('a server killed', well, await scrape(server.url))).toEqual(['NoBackup', 'ShopDown'])
})

test('a disk that is nearly full, and a shop that is never backed up, cause their alerts', async () => {
  const server = await open({}, openSmallDisk(64))
  const found = firingOf([await scrape(server.url)])
  tell('alerts of a disk of 64 MB, and no backup', { fired: found.join(' ') })
  expect(found).toEqual(['DiskNearlyFull', 'NoBackup'])
})

test('what waits for people, the mail server, another system or the store of files causes its alert', async () => {
  const [clock, smtp, s3] = [openMovableClock(), await openSmtpSink(), await openS3()]
  const receiver = await openReceiver((response) => response.writeHead(500).end())
  const server = await open({ ...clock.env, SMTP_URL: smtp.url, MAIL_FROM: 'loja@example.com', FILES_URL: s3.url })
  await operate(server, 'webhook', 'add', receiver.url)
  await operate(server, 'backup', `${server.dataDir}/shop.backup`)
  const customer = await newCustomer(server.url)
  await addToBag(customer, azitromicina)
  expect((await sendPrescription(customer, { file: await photoBlob() })).status).toBe(303)
  await pay(customer, await placeOrder(customer))
  await addToBag(customer, azitromicina)
  const before = await scrape(server.url)
  expect(sampleOf(before, 'orders_waiting{status="prescription_review"}')).toBe(1)
  await smtp.stop()
  await s3.goAway()
  for (const _ of [1, 2, 3, 4, 5]) {
    expect((await sendPrescription(customer, { file: await photoBlob() })).status).toBe(503)
  }
  expect(causedBy('a store of files that is away', before, await scrape(server.url))).toEqual(['FileStoreFails'])

  const other = await newCustomer(server.url)
  await pay(other, await placeOrder(other))
  await expect.poll(() => receiver.heard.length).toBeGreaterThan(0)
  const inTime = await scrape(server.url)
  clock.move(server, 70)
  // The jobs, too, have to notice how late it is.
  const isSettled = async () => firingOf([await scrape(server.url)])
  const waiting = ['MailNotSent', 'OrdersNotPicked', 'PrescriptionsNotReviewed', 'WebhooksNotTaken']
  await expect.poll(isSettled, { timeout: 60_000, interval: 1_000 }).toEqual(waiting)
  causedBy('70 minutes without mail server, webhook receiver and staff', inTime, await scrape(server.url))
})

test('a database that is slow, or holds up a job, causes its alert', async () => {
  const postgres = await startOwnPostgres()
  if (!postgres) throw new Error('PostgreSQL not available')
  onTestFinished(postgres.stop)
  const [clock, smtp, link] = [openMovableClock(), await openSmtpSink(), await openSlowLink(postgres.url)]
  await smtp.stop()
  const server = await open({
    ...clock.env,
    DATABASE_URL: link.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'loja@example.com',
  })
  await newCustomer(server.url)
  const before = await scrape(server.url)
  link.delayMs = 300
  expect(causedBy('a database 300 ms away', before, await scrape(server.url))).toEqual(['DatabaseSlow'])
  link.delayMs = 0

  // Somebody's forgotten transaction holds what the job wants to change.
  const forgotten = openDatabase(postgres.url)
  let commit = () => {}
  let held: Promise<void> | undefined
  await new Promise<void>((isLocked) => {
    held = forgotten.transact(async (tx) => {
      await tx.selectFrom('outbox').select('id').forUpdate().execute()
      isLocked()
      await new Promise<void>((resolve) => {
        commit = resolve
      })
    })
  })
  onTestFinished(async () => {
    commit()
    await held
    await forgotten.close()
  })
  clock.move(server, 5)
  const age = async (task: string) => sampleOf(await scrape(server.url), `job_last_success_seconds{task="${task}"}`)
  // Rounds that began before are over.
  await expect.poll(() => age('payments.expireDue'), { timeout: 60_000, interval: 500 }).toBeLessThan(120)
  clock.move(server, 16)
  await expect.poll(() => age('payments.expireDue'), { timeout: 60_000, interval: 500 }).toBeLessThan(120)
  expect(await age('mail.sendDue')).toBeGreaterThan(600)
  expect(causedBy('a transaction that locks the e-mails, and 16 minutes', before, await scrape(server.url))).toContain(
    'JobStuck',
  )
})

test('a database that is away causes its alerts', async () => {
  const primary = await startOwnPostgres()
  if (!primary) throw new Error('PostgreSQL not available')
  onTestFinished(primary.stop)
  const server = await open({ DATABASE_URL: primary.url })
  const before = await scrape(server.url)

  await primary.goDown()
  const away = []
  for (const _ of Array.from({ length: 7 })) {
    for (const path of ['/', '/categoria/medicamentos', '/login']) {
      await fetch(`${server.url}${path}`, { headers: { Cookie: 'somebody=else' } })
    }
    away.push(await scrape(server.url))
  }
  const failed = async () => sampleOf(await scrape(server.url), 'job_failures_total{task="webhooks.sendDue"}')
  await expect.poll(failed, { timeout: 60_000, interval: 500 }).toBeGreaterThan(4)
  away.push(await scrape(server.url))
  const fired = causedBy('a database stopped', before, ...away)
  expect(fired).toEqual(expect.arrayContaining(['DatabaseAway', 'JobFailing', 'PagesFail']))
  expect(fired).not.toContain('ShopDown')
})

test('more visitors than the shop can serve cause an alert', async () => {
  const server = await open({ RATE_LIMIT_FACTOR: '1' })
  await operate(server, 'backup', `${server.dataDir}/shop.backup`)
  const before = await scrape(server.url)
  const headers = { Cookie: 'somebody=else', 'Accept-Encoding': 'zstd' }
  await sendLoad({
    url: server.url,
    steps: [{ paths: ['/', '/categoria/medicamentos'], perSecond: 2_000, seconds: 5, headers }],
  })
  const after = await scrape(server.url)
  expect(sampleOf(after, 'requests_refused_total')).toBeGreaterThan(100)
  expect(causedBy('a flood of 2,000 pages a second', before, after)).toEqual(['ShopFull'])
})

test('a bank that refuses, hangs, or does not give money back causes its alert', async () => {
  const [clock, bank] = [openMovableClock(), await openTestBank(createClock(new Date(openingInstant)))]
  const server = await open({
    ...clock.env,
    ...bank.environment,
  })
  const customer = await newCustomer(server.url)
  const first = await placeOrder(customer)
  const second = await placeOrder(customer)
  const before = await scrape(server.url)
  const charge = (page: string) => customer.submit(page, { button: 'Pagar com Pix' })

  const { location } = await charge(first)
  const pixPage = await customer.get(location ?? '')
  const [{ txid } = { txid: '' }] = await bank.listCharges()
  bank.troubles.refuses = /devolucao/
  await bank.payAnyway(txid, 1)
  await customer.submit(pixPage, { button: 'Já paguei' })
  expect(sampleOf(await scrape(server.url), 'refunds_due')).toBe(1)

  bank.troubles.refuses = /cob/
  for (let nth = 0; nth < 12; nth += 1) await charge(second)
  const refused = await scrape(server.url)
  expect(causedBy('a bank that refuses', before, refused)).toEqual(['ProviderRefuses'])

  Object.assign(bank.troubles, { refuses: null, hangs: /cob/ })
  for (const _ of [1, 2, 3]) await charge(second)
  expect(causedBy('a bank that hangs', refused, await scrape(server.url))).toEqual(
    expect.arrayContaining(['ProviderAway', 'ProviderUnreachable']),
  )

  clock.move(server, 25 * 60)
  expect(causedBy('a refund not made for 25 hours', refused, await scrape(server.url))).toContain('RefundsOwed')
})

test('a laboratory’s programme that is away when a discount is given back causes its alert', async () => {
  const laboratory = await open({})
  const server = await open({ LABORATORY_PROGRAMME_URL: `${laboratory.url}/sandbox/laboratory-api` })
  await operate(server, 'backup', `${server.dataDir}/shop.backup`)
  const customer = await newCustomer(server.url)
  await addToBag(customer, trayenta)
  const consent = { button: 'Quero o desconto', fields: { cpf: '111.444.777-35', consent: 'on' } }
  await customer.submit(`/desconto-laboratorio?id=${trayenta.id}`, consent)
  await goOn(customer)
  await sendPrescription(customer, { file: await photoBlob() })
  const order = await place(customer)
  const before = await scrape(server.url)
  expect(sampleOf(before, 'laboratory_changes_due')).toBe(0)
  await laboratory.kill9()
  await customer.submit(order.replace('/checkout/', '/minha-conta/pedidos/'), { button: 'Cancelar pedido' })
  const due = async () => sampleOf(await scrape(server.url), 'laboratory_changes_due')
  await expect.poll(due).toBe(1)
  expect(causedBy('a laboratory’s programme that is away', before, await scrape(server.url))).toEqual([
    'LaboratoryNotTold',
  ])
})

test('a certificate that ends soon causes its alert', async () => {
  const [clock, bank] = [openMovableClock(), await openTestBank(createClock(new Date(openingInstant)))]
  const server = await open({ ...clock.env, ...bank.environment })
  await operate(server, 'backup', `${server.dataDir}/shop.backup`)
  const before = await scrape(server.url)
  const samples = (found: Scrape) => (found ?? '').split('\n').filter((text) => text.startsWith('certificate_seconds'))
  const left = (found: Scrape) => samples(found).map((text) => Number(text.split(' ').at(-1)))
  const shortest = Math.min(...left(before))
  clock.move(server, Math.round(shortest / 60) - 13 * 24 * 60)
  await expect.poll(async () => Math.min(...left(await scrape(server.url)))).toBeLessThan(14 * 86_400)
  expect(causedBy('a certificate with 13 days left', before, await scrape(server.url))).toContain('CertificateExpires')
})
