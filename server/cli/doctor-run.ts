import { randomUUID } from 'node:crypto'
import { access, constants, statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { lastBackupAt } from '../database/backup/last-backup.ts'
import type { Database } from '../database/connection.ts'
import { databaseFault } from '../database/failures.ts'
import { areTheShops, keyUses } from '../database/key-check.ts'
import { kindFor, kindOf } from '../database/kind.ts'
import { assertUsable, stepNames, stepsTaken } from '../database/migrate.ts'
import { createMailServer } from '../mail/mail-server.ts'
import { parseJson } from '../payments/answers.ts'
import { createApiPix } from '../payments/pix/api-pix.ts'
import { ProviderError } from '../payments/provider.ts'
import { createClock, secondsBetween } from '../platform/clock.ts'
import { connectionFault } from '../platform/connection-faults.ts'
import { createEncryption } from '../platform/encryption.ts'
import { createFiles, type FilesLocation, fileStoreFault } from '../platform/files/open-files.ts'
import { keepsVersions } from '../platform/files/s3-storage.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { request } from '../platform/outgoing-http.ts'
import { describeRoots } from '../prescriptions/signature/trusted-roots.ts'
import type { Shop } from '../shop.ts'
import { type Operator, table } from './command.ts'
import { operator } from './operator.ts'

/** Below this a shop should get more space, in bytes. */
const wantedFreeBytes = 2e9
/** Clocks further apart than this make Pix codes and second factors end too early or too late, in seconds. */
const maxClockSkew = 5
const maxBackupAgeHours = 26
const wantedCertificateDays = 14
const patienceMs = 10_000

/** What a check found. */
interface Finding {
  state: 'ok' | 'look' | 'fault'
  /** What is so, and what to do where it is not as it should be. */
  says: string
}

const ok = (says: string): Finding => ({ state: 'ok', says })
const look = (says: string): Finding => ({ state: 'look', says })
const fault = (says: string): Finding => ({ state: 'fault', says })

export async function examine(
  _words: string[],
  { storage, readConfig, openDatabase, openShop, print }: Operator,
): Promise<void> {
  const rows: [name: string, finding: Finding][] = []
  const check = async (name: string, find: () => Promise<Finding>) => {
    const value = await find().catch((error) => fault(reasonOf(error)))
    rows.push([name, value])
    return value.state !== 'fault'
  }
  let config: Config | undefined
  await check('settings', async () => {
    config = readConfig()
    return config.sandbox ? look('a sandbox: nothing is sold, sent or charged for real') : ok('complete')
  })
  if (config && !config.sandbox) await check('shop.json', async () => checkProfile(config as Config))
  if (config) await check('prescription roots', async () => checkRoots(config as Config))
  await check('disk', () => checkDisk(storage.dataDir))
  if (storage.s3Location) await check('files', () => checkFiles(storage))
  const isReady = await check('database', async () =>
    checkDatabase(await openDatabase(), storage.databaseLocation, storage),
  )
  await check('backup', () => checkBackup(storage.dataDir))
  const hasKeys = isReady && (await check('keys', async () => checkKeys(await openDatabase(), storage.encryptionKeys)))
  if (hasKeys && config) {
    const shop = await openShop()
    if (storage.encryptionKeys.length > 1) await check('older keys', () => checkOlderKeys(shop))
    await check('catalogue', () => checkCatalogue(shop))
    await check('staff', () => checkStaff(shop))
  }
  if (config) await checkOutside(config, check)
  for (const line of table(rows.map(([name, { state, says }]) => [state, name, says]))) print(line)
  const faults = rows.filter(([, { state }]) => state === 'fault').length
  if (faults > 0) throw new OperatorError(`${faults} of ${rows.length} checks failed.`)
}

type Check = (name: string, find: () => Promise<Finding>) => Promise<boolean>

/** What is reached over the network. */
async function checkOutside(config: Config, check: Check): Promise<void> {
  const { smtpUrl, mailFrom, pix, card, paymentProviders, laboratoryProgrammeUrl, publicUrl } = config
  if (smtpUrl) await check('mail', () => checkMail(smtpUrl, mailFrom ?? ''))
  if (pix && paymentProviders.includes('pix')) await checkBank(pix, publicUrl, check)
  if (card && paymentProviders.includes('card')) await check('card', () => checkCard(card))
  if (laboratoryProgrammeUrl) await check('laboratory', () => checkProgramme(laboratoryProgrammeUrl))
  if (publicUrl) {
    const isThere = await check('address', () =>
      checkAddress(publicUrl, config.trustProxy !== false).catch((error) =>
        fault(`${unreachableMessage('PUBLIC_URL', publicUrl, error)}. Is the shop started, and the proxy before it?`),
      ),
    )
    // What hinders the one hinders the other.
    if (isThere && paymentProviders.includes('pix')) await check('webhook', () => checkWebhook(publicUrl))
    if (isThere && paymentProviders.includes('card')) await check('card webhook', () => checkCardWebhook(publicUrl))
  }
}

/** What the law asks for and no start needs. */
function checkProfile({ shopProfile, publicUrl }: Config): Finding {
  const missing = [
    !shopProfile?.dataProtectionOfficer &&
      'dataProtectionOfficer is missing: name who answers for personal data, {"name": …, "email": …} (LGPD, art. 41)',
    !new URL(publicUrl ?? 'http://localhost').hostname.endsWith('.com.br') &&
      'PUBLIC_URL is no .com.br address, which a pharmacy on the internet has (RDC 44/2009, art. 53)',
  ].filter(Boolean)
  const optional = [
    shopProfile?.ae ? `AE ${shopProfile.ae}` : 'no ae, which who deals in controlled substances has',
    `pharmacistsOnDuty: ${shopProfile?.pharmacistsOnDuty?.length ?? 0}`,
  ].join(', ')
  return missing.length > 0
    ? look(`${missing.join('; ')} (${optional})`)
    : ok(`has what the law asks for (${optional})`)
}

function checkRoots({ prescriptionRoots }: Config): Finding {
  const { roots, intermediates, ended, unreadable } = describeRoots(prescriptionRoots, createClock().now())
  if (roots === 0)
    return look(
      'PRESCRIPTION_ROOTS is not set: of signed prescriptions nobody is told whether the chain leads to ICP-Brasil; put its certificates (PEM, of www.gov.br/iti) into a folder',
    )
  const counts = `${roots} roots and ${intermediates} authorities between are trusted for signed prescriptions`
  const useless = [
    ended > 0 && `${ended} roots have ended`,
    unreadable > 0 && `${unreadable} cannot be read by OpenSSL`,
  ]
  const reasons = useless.filter(Boolean).join(', ')
  return reasons === '' ? ok(counts) : look(`${counts}; ${reasons}`)
}

async function checkDisk(dataDir: string): Promise<Finding> {
  await access(dataDir, constants.R_OK | constants.W_OK).catch(() => {
    throw new OperatorError(`${dataDir} is missing or cannot be written: make it, owned by the server's user`)
  })
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${(bavail * bsize) / 1e9 > 10 ? Math.round((bavail * bsize) / 1e9) : ((bavail * bsize) / 1e9).toFixed(1)} GB are free for ${dataDir}`
  return bavail * bsize < wantedFreeBytes ? look(`only ${free}: orders are refused once it is full`) : ok(free)
}

/** Does what the shop does, with a file of its own. */
async function checkFiles(storage: FilesLocation): Promise<Finding> {
  const files = createFiles(storage)
  const key = `probe/${randomUUID()}`
  const content = Buffer.from('npm run shop -- doctor')
  try {
    await files.write(key, content)
    const isSame = (await files.read(key))?.equals(content) ?? false
    await files.remove(key)
    if (!isSame || (await files.has(key)))
      return fault('the store does not keep what it is given, or does not erase it')
  } catch (error) {
    return fault(fileStoreFault(error) ?? reasonOf(error))
  }
  if (storage.s3Location && (await keepsVersions(storage.s3Location)))
    return fault('the bucket keeps versions: what is erased stays readable in it; switch them off')
  return ok('the store takes a file, gives it back and erases it')
}

async function checkDatabase(database: Database, location: string, storage: { sandbox: boolean }): Promise<Finding> {
  try {
    // The first answer waits for a connection.
    await database.ping()
    const start = performance.now()
    await database.ping()
    const ms = Math.round(performance.now() - start)
    const steps = await stepsTaken(database.db)
    if (steps.length === 0) return look('empty: the first start fills in its tables')
    const pending = stepNames.filter((name) => !steps.includes(name))
    assertUsable(steps)
    const kind = await kindOf(database)
    if (kind !== null && kind !== kindFor(storage))
      return fault(`marked as a ${kind} shop's, and these settings are not: use another database`)
    if (pending.length > 0)
      return fault(`migrations are to be run (${pending.join(', ')}): back up, then "npm run shop -- migrate" or start`)
    return ok(`${database.engine}, answers in ${ms} ms, its tables are up to date`)
  } catch (error) {
    return fault(databaseFault(error, location) ?? reasonOf(error))
  }
}

async function checkBackup(dataDir: string): Promise<Finding> {
  const at = await lastBackupAt(dataDir)
  if (at === null) return look('none was made by "npm run shop -- backup" yet: let cron make one every night')
  const hours = Math.round(secondsBetween(at, createClock().now()) / 3600)
  return hours > maxBackupAgeHours ? look(`the last is ${hours} hours old`) : ok(`the last is ${hours} hours old`)
}

async function checkKeys(database: Database, keys: string[]): Promise<Finding> {
  const encryption = createEncryption(keys)
  if (!(await areTheShops(database, encryption)))
    return fault(
      'ENCRYPTION_KEYS are not those of this shop, which does not start without them: set the keys that it had',
    )
  const uses = await keyUses(database, encryption)
  const closed = uses.filter(({ isOpened }) => !isOpened)
  if (closed.length === 0) return ok('they open what is encrypted')
  const counts = closed.map(({ table, records }) => `${records} of ${table}`).join(', ')
  return fault(`ENCRYPTION_KEYS lacks a key that opens ${counts}: put the one that was taken out at its end`)
}

/** Asked only while there are older ones: it reads the beginning of every prescription's file. */
async function checkOlderKeys({ reencrypt }: Shop): Promise<Finding> {
  let older = 0
  for await (const { outcome } of reencrypt({ dryRun: true })) if (outcome === 'older') older += 1
  if (older === 0) return look('nothing is under them any more: they can go from ENCRYPTION_KEYS')
  return look(`${older} records are under older keys: "npm run shop -- reencrypt" before these go`)
}

async function checkCatalogue({ backoffice, delivery }: Shop): Promise<Finding> {
  const [branches, products] = await Promise.all([
    delivery.listBranches(),
    backoffice.products.searchProducts(operator(), ''),
  ])
  if (branches.length === 0) return look('no branch: "npm run shop -- branches import FILE.csv"')
  if (products.length === 0) return look('no product: "npm run shop -- catalogue import FILE.csv"')
  return ok(`products, and ${branches.length === 1 ? '1 branch' : `${branches.length} branches`}`)
}

async function checkStaff({ staff, backoffice }: Shop): Promise<Finding> {
  if (!backoffice.isEnabled) return look('the counter is closed (COUNTER=0)')
  const people = await staff.listStaff(operator())
  const has = (role: string) => people.some((person) => person.role === role && person.isActive)
  if (!has('owner')) return look('no owner signs in yet: "npm run shop -- staff add EMAIL owner" prints the link')
  if (!has('pharmacist')) return look('no pharmacist signs in yet: prescriptions would wait')
  return ok(`${people.length} people, an owner and a pharmacist among them`)
}

async function checkMail(url: string, from: string): Promise<Finding> {
  try {
    await createMailServer(url, from).verify()
  } catch (error) {
    const { host } = new URL(url)
    const why = connectionFault(error, host)
    return fault(
      `SMTP_URL: ${why ?? `${host} does not take the login (${reasonOf(error)}): see to address and password`}`,
    )
  }
  return ok('the mail server takes the login')
}

/** Asks for a charge that no bank has: its answer needs certificate, token and address to be right. */
async function checkBank(
  settings: NonNullable<Config['pix']>,
  publicUrl: string | undefined,
  check: Check,
): Promise<void> {
  const bank = createApiPix({ settings: () => settings, clock: createClock(), timeoutMs: patienceMs })
  const answers = await check('bank', async () => {
    try {
      await bank.findCharge('0'.repeat(32))
    } catch (error) {
      return fault(unansweredBy(settings, error))
    }
    return ok('the bank gives a token and answers')
  })
  if (answers) await check('receiver key', () => checkReceiverKey(settings, publicUrl))
  for (const { name, endsAt } of await bank.certificates().catch(() => []))
    await check('certificate', async () => validity(name, endsAt))
}

function unansweredBy({ apiUrl, tokenUrl }: NonNullable<Config['pix']>, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof ProviderError)) return reasonOf(error)
  if (cause.status === 400 || cause.status === 401 || cause.status === 403)
    return `the bank refuses PIX_CLIENT_ID, PIX_CLIENT_SECRET or the certificate: ${cause.message}`
  const url = cause.message.includes(tokenUrl) || tokenUrl.startsWith(apiUrl) ? tokenUrl : apiUrl
  const why = connectionFault(cause, new URL(url).host)
  return why ?? `${cause.message}${cause.cause === undefined ? '' : `: ${reasonOf(cause.cause)}`}`
}

/** The start of the server registers its address for that key; a bank that has none, or refuses, does not know the key. */
async function checkReceiverKey(settings: NonNullable<Config['pix']>, publicUrl: string | undefined): Promise<Finding> {
  // A scope that the server does not use.
  const parts = { settings: () => settings, clock: createClock(), timeoutMs: patienceMs, scopes: 'webhook.read' }
  const bank = createApiPix(parts)
  const webhook = await bank.findWebhook().catch((error: unknown) => {
    const { cause } = error as Error
    return cause instanceof ProviderError ? cause : new ProviderError(reasonOf(error), null)
  })
  if (webhook instanceof ProviderError)
    return look(`the bank does not tell of PIX_RECEIVER_KEY, so the key may be another's: ${webhook.message}`)
  if (webhook === null)
    return fault(
      'the bank has no webhook for PIX_RECEIVER_KEY: start the shop, or see whether the key is this account’s',
    )
  if (publicUrl !== undefined && !webhook.startsWith(`${publicUrl}/`))
    return fault(
      `the bank tells ${new URL(webhook).host} of payments, not this shop: start it, which registers its address`,
    )
  return ok('the bank tells this shop of payments to it')
}

async function checkAddress(publicUrl: string, hasProxy: boolean): Promise<Finding> {
  const url = `${publicUrl}/readyz`
  const { status, headers, serverCertificateExpiresAt } = await request({ method: 'GET', url, timeoutMs: patienceMs })
  if (status !== 200)
    return fault(`${publicUrl}/readyz answers ${status}: is the shop started, and does the proxy lead to it?`)
  const date = headers.date
  const skew = date === undefined ? 0 : Math.abs(secondsBetween(new Date(date), createClock().now()))
  if (skew > maxClockSkew) return fault(`its clock is ${Math.round(skew)} seconds from this machine's: set both by NTP`)
  if (!hasProxy && publicUrl.startsWith('https:'))
    return look('answers; without TRUST_PROXY all shoppers count as one network behind a proxy')
  const lasts = serverCertificateExpiresAt && validity('its certificate', serverCertificateExpiresAt)
  const answers = `${publicUrl} answers, clocks agree`
  return lasts ? { ...lasts, says: `${answers}; ${lasts.says}` } : ok(answers)
}

/** A notice without any payment: the shop takes it, and asks the bank nothing. */
async function checkWebhook(publicUrl: string): Promise<Finding> {
  const { status } = await request({
    method: 'POST',
    url: `${publicUrl}/webhooks/pix`,
    headers: { 'Content-Type': 'application/json' },
    body: '{"pix":[]}',
    timeoutMs: patienceMs,
  })
  return status === 200
    ? ok('the bank can reach it, as far as this machine can tell')
    : fault(`answers ${status}, not 200`)
}

/** Whose account the token opens: a test account's looks like any other, and its payments are no money. */
async function checkCard({ apiUrl, accessToken }: NonNullable<Config['card']>): Promise<Finding> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await request({ method: 'GET', url: `${apiUrl}/users/me`, headers, timeoutMs: patienceMs }).catch(
    (error) => fault(unreachableMessage('CARD_API_URL', apiUrl, error)),
  )
  if ('state' in answer) return answer
  if (answer.status === 401 || answer.status === 403)
    return fault(`the card provider refuses CARD_ACCESS_TOKEN (${answer.status})`)
  if (answer.status >= 500) return fault(`the card provider answers ${answer.status}`)
  const { site_id, tags = [] } = CardAccount.safeParse(parseJson(answer.body)).data ?? {}
  if (accessToken.startsWith('TEST-') || tags.includes('test_user'))
    return fault('CARD_ACCESS_TOKEN is of a test account: what it takes is no money. Take the token of production')
  if (site_id !== undefined && site_id !== 'MLB')
    return fault(`CARD_ACCESS_TOKEN is of an account of another country (${site_id}): reais are taken in Brazil alone`)
  return ok('the card provider takes the token and answers')
}

/** What is used of Mercado Pago's answer about the token's account. */
const CardAccount = z.object({ site_id: z.string().optional(), tags: z.array(z.string()).optional() })

/** Asks what a CPF would be granted for no product at all: nobody's is named. */
async function checkProgramme(url: string): Promise<Finding> {
  const answer = await request({
    method: 'POST',
    url: `${url}/eligibility`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cpf: '00000000000', products: [] }),
    timeoutMs: patienceMs,
  }).catch((error) => fault(unreachableMessage('LABORATORY_PROGRAMME_URL', url, error)))
  if ('state' in answer) return answer
  return answer.status === 200
    ? ok('the laboratories’ programme answers')
    : fault(`the laboratories’ programme answers ${answer.status}, not 200`)
}

/** A notice without a signature: the shop refuses it, and so is there. */
async function checkCardWebhook(publicUrl: string): Promise<Finding> {
  const { status } = await request({ method: 'POST', url: `${publicUrl}/webhooks/card`, timeoutMs: patienceMs })
  return status === 401
    ? ok(`give ${publicUrl}/webhooks/card to the provider: it can be reached, as far as this machine can tell`)
    : fault(`answers ${status}, not 401`)
}

/** Why a host gives no answer. */
function unreachableMessage(name: string, url: string, error: unknown): string {
  return `${name}: ${connectionFault(error, new URL(url).host) ?? reasonOf(error)}`
}

/** By how many days a certificate is still valid; a fault where it has ended. */
function validity(name: string, endsAt: Date): Finding {
  const days = Math.floor(secondsBetween(createClock().now(), endsAt) / 86_400)
  if (days < 0) return fault(`${name} has expired, on ${endsAt.toISOString().slice(0, 10)}: renew it`)
  const period = `${name} is valid for ${days} more days`
  return days < wantedCertificateDays ? look(`${period}: renew it`) : ok(period)
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
