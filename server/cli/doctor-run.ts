import { randomUUID } from 'node:crypto'
import { access, constants, statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { readLastBackupAt } from '../database/backup/last-backup.ts'
import type { Database } from '../database/connection.ts'
import { explainDatabaseError } from '../database/database-errors.ts'
import { findDatabaseKind, toDatabaseKind } from '../database/database-kind.ts'
import { areShopKeys, listKeyUsages } from '../database/key-check.ts'
import {
  assertKnownMigrations,
  formatPendingMessage,
  listCompletedMigrations,
  listPendingMigrations,
} from '../database/migrate.ts'
import { restMessage } from '../database/rest.ts'
import { createMailServer } from '../mail/mail-server.ts'
import { createApiPixBank } from '../payments/pix/api-pix.ts'
import { tryParseJson } from '../payments/provider-responses.ts'
import { createClock, secondsBetween } from '../platform/clock.ts'
import { explainConnectionError } from '../platform/connection-errors.ts'
import { createEncryption } from '../platform/encryption.ts'
import { detectVersioning } from '../platform/files/s3-storage.ts'
import {
  createShopFileStorage,
  explainFileStorageError,
  type FilesLocation,
} from '../platform/files/shop-file-storage.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { sendRequest } from '../platform/outgoing-http.ts'
import { ProviderError } from '../ports/payment-provider.ts'
import { countCertificates } from '../prescriptions/signature/trusted-roots.ts'
import type { Shop } from '../shop.ts'
import { type CommandContext, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'

/** Below this a shop should get more space, in bytes. */
const minFreeBytes = 2e9
/** Clocks further apart than this make Pix codes and second factors end too early or too late, in seconds. */
const maxClockSkewSeconds = 5
const maxBackupAgeHours = 26
const minCertificateDays = 14
const requestTimeoutMs = 10_000

/** What a check found. */
interface Finding {
  state: 'ok' | 'look' | 'fault'
  /** What is so, and what to do where it is not as it should be. */
  message: string
}

const ok = (message: string): Finding => ({ state: 'ok', message })
const warn = (message: string): Finding => ({ state: 'look', message })
const fail = (message: string): Finding => ({ state: 'fault', message })

export async function runDoctor(
  _args: string[],
  { storageConfig, readConfig, openDatabase, openShop, print }: CommandContext,
): Promise<void> {
  const namedFindings: [name: string, finding: Finding][] = []
  const runCheck = async (name: string, probe: () => Promise<Finding>) => {
    const finding = await probe().catch((error) => fail(formatErrorReason(error)))
    namedFindings.push([name, finding])
    return finding.state !== 'fault'
  }
  let config: Config | undefined
  await runCheck('settings', async () => {
    config = readConfig()
    return config.isSandbox ? warn('a sandbox: nothing is sold, sent or charged for real') : ok('complete')
  })
  if (config && !config.isSandbox) await runCheck('shop.json', async () => checkShopProfile(config as Config))
  if (config) await runCheck('prescription roots', async () => checkPrescriptionRoots(config as Config))
  await runCheck('disk', () => checkDisk(storageConfig.dataDir))
  if (storageConfig.s3Location) await runCheck('files', () => checkFiles(storageConfig))
  const isDatabaseReady = await runCheck('database', async () =>
    checkDatabase(await openDatabase(), storageConfig.databaseLocation, storageConfig),
  )
  await runCheck('backup', () => checkBackup(storageConfig.dataDir))
  // Opening an empty one would fill it.
  const hasTables = isDatabaseReady && (await listCompletedMigrations((await openDatabase()).db)).length > 0
  const areKeysValid =
    hasTables && (await runCheck('keys', async () => checkKeys(await openDatabase(), storageConfig.encryptionKeys)))
  if (areKeysValid && config) {
    const shop = await openShop()
    await checkShop(shop, config, runCheck)
  }
  if (config) await checkExternalServices(config, runCheck)
  for (const line of formatTable(namedFindings.map(([name, { state, message }]) => [state, name, message]))) print(line)
  const failedCount = namedFindings.filter(([, { state }]) => state === 'fault').length
  if (failedCount > 0) throw new OperatorError(`${failedCount} of ${namedFindings.length} checks failed.`)
}

/** What the shop itself says. */
async function checkShop(shop: Shop, config: Config, runCheck: RunCheck): Promise<void> {
  if (await shop.isAtRest()) await runCheck('rest', async () => warn(restMessage))
  if (config.encryptionKeys.length > 1) await runCheck('older keys', () => checkOlderKeys(shop))
  if (config.publicUrl?.startsWith('https:'))
    await runCheck('visitors', () => checkVisitors(shop, config.trustProxy !== false))
  await runCheck('catalogue', () => checkCatalogue(shop))
  await runCheck('staff', () => checkStaff(shop))
}

type RunCheck = (name: string, probe: () => Promise<Finding>) => Promise<boolean>

/** What is reached over the network. */
async function checkExternalServices(config: Config, runCheck: RunCheck): Promise<void> {
  const { smtpUrl, mailFrom, pix, card, paymentProviders, laboratoryProgrammeUrl, publicUrl } = config
  if (smtpUrl) await runCheck('mail', () => checkMail(smtpUrl, mailFrom ?? ''))
  if (pix && paymentProviders.includes('pix')) await checkBank(pix, publicUrl, runCheck)
  if (card && paymentProviders.includes('card')) await runCheck('card', () => checkCardProvider(card))
  if (laboratoryProgrammeUrl) await runCheck('laboratory', () => checkLaboratoryProgramme(laboratoryProgrammeUrl))
  if (publicUrl) {
    const isReachable = await runCheck('address', () =>
      checkPublicUrl(publicUrl, config.trustProxy !== false).catch((error) =>
        fail(
          `${formatUnreachableMessage('PUBLIC_URL', publicUrl, error)}. Is the shop started, and the proxy before it?`,
        ),
      ),
    )
    // If the address cannot be reached, neither can its webhooks.
    if (isReachable && paymentProviders.includes('pix')) await runCheck('webhook', () => checkPixWebhook(publicUrl))
    if (isReachable && paymentProviders.includes('card'))
      await runCheck('card webhook', () => checkCardWebhook(publicUrl))
  }
}

/** What the law asks for and no start needs. */
function checkShopProfile({ shopProfile, publicUrl }: Config): Finding {
  const warnings = [
    !shopProfile?.dataProtectionOfficer &&
      'dataProtectionOfficer is missing: name who answers for personal data, {"name": …, "email": …} (LGPD, art. 41)',
    !new URL(publicUrl ?? 'http://localhost').hostname.endsWith('.com.br') &&
      'PUBLIC_URL is no .com.br address, which a pharmacy on the internet has (RDC 44/2009, art. 53)',
    ...listPretendValues(shopProfile).map((name) => `${name} is still the demo’s: shoppers would reach nobody by it`),
  ].filter(Boolean)
  const optionalFieldNotes = [
    shopProfile?.ae ? `AE ${shopProfile.ae}` : 'no ae, which who deals in controlled substances has',
    `pharmacistsOnDuty: ${shopProfile?.pharmacistsOnDuty?.length ?? 0}`,
  ].join(', ')
  return warnings.length > 0
    ? warn(`${warnings.join('; ')} (${optionalFieldNotes})`)
    : ok(`has what the law asks for (${optionalFieldNotes})`)
}

/** The optional values of `server/demo/shop.json`, which a start takes: numbers of zeros, example.com, a network without an account. */
function listPretendValues(profile: Config['shopProfile']): string[] {
  const { phone = '', pharmacistChatUrl = '', careersUrl = '', social = [] } = profile ?? {}
  const isPretendNumber = (text: string) => /0{6}/.test(text.replace(/\D/g, ''))
  const isPretendUrl = (text: string) => /[@/.]example\.(com|org|net)\b/i.test(text)
  return [
    isPretendNumber(phone) && 'phone',
    (isPretendNumber(pharmacistChatUrl) || isPretendUrl(pharmacistChatUrl)) && 'pharmacistChatUrl',
    isPretendUrl(careersUrl) && 'careersUrl',
    ...social.map(({ name, url }) => (URL.parse(url)?.pathname === '/' || isPretendUrl(url)) && `social (${name})`),
  ].filter((name) => name !== false)
}

function checkPrescriptionRoots({ prescriptionRootCertificates }: Config): Finding {
  const { rootCount, intermediateCount, expiredRootCount, unreadableRootCount } = countCertificates(
    prescriptionRootCertificates,
    createClock().now(),
  )
  if (rootCount === 0)
    return warn(
      'PRESCRIPTION_ROOTS is not set: of signed prescriptions nobody is told whether the chain leads to ICP-Brasil; put its certificates (PEM, of www.gov.br/iti) into a folder',
    )
  const certificateCountsText = [
    `${rootCount} roots and ${intermediateCount} authorities between are trusted for signed prescriptions`,
    ...(expiredRootCount > 0
      ? [`${expiredRootCount} of the roots have ended: leave them, what was signed before still leads to them`]
      : []),
  ].join('; ')
  return unreadableRootCount === 0
    ? ok(certificateCountsText)
    : warn(
        `${certificateCountsText}; ${unreadableRootCount} roots cannot be read by OpenSSL: what leads to them is not verified`,
      )
}

async function checkDisk(dataDir: string): Promise<Finding> {
  await access(dataDir, constants.R_OK | constants.W_OK).catch(() => {
    throw new OperatorError(`${dataDir} is missing or cannot be written: make it, owned by the server's user`)
  })
  const { bavail, bsize } = await statfs(dataDir)
  const freeSpaceText = `${(bavail * bsize) / 1e9 > 10 ? Math.round((bavail * bsize) / 1e9) : ((bavail * bsize) / 1e9).toFixed(1)} GB are free for ${dataDir}`
  return bavail * bsize < minFreeBytes
    ? warn(`only ${freeSpaceText}: orders are refused once it is full`)
    : ok(freeSpaceText)
}

/** Does what the shop does, with a file of its own. */
async function checkFiles(filesLocation: FilesLocation): Promise<Finding> {
  const files = createShopFileStorage(filesLocation)
  const key = `probe/${randomUUID()}`
  const content = Buffer.from('npm run shop -- doctor')
  try {
    await files.write(key, content)
    const isContentUnchanged = (await files.read(key))?.equals(content) ?? false
    await files.remove(key)
    if (!isContentUnchanged || (await files.has(key)))
      return fail('the store does not keep what it is given, or does not erase it')
  } catch (error) {
    return fail(explainFileStorageError(error) ?? formatErrorReason(error))
  }
  if (filesLocation.s3Location && (await detectVersioning(filesLocation.s3Location)))
    return fail('the bucket keeps versions: what is erased stays readable in it; switch them off')
  return ok('the store takes a file, gives it back and erases it')
}

async function checkDatabase(
  database: Database,
  location: string,
  storageConfig: { isSandbox: boolean },
): Promise<Finding> {
  try {
    // The first answer waits for a connection.
    await database.ping()
    const startedAtMs = performance.now()
    await database.ping()
    const latencyMs = Math.round(performance.now() - startedAtMs)
    const completedMigrations = await listCompletedMigrations(database.db)
    if (completedMigrations.length === 0) return warn('empty: the first start fills in its tables')
    const pendingMigrations = listPendingMigrations(completedMigrations)
    assertKnownMigrations(completedMigrations)
    const kind = await findDatabaseKind(database)
    if (kind !== null && kind !== toDatabaseKind(storageConfig))
      return fail(`marked as a ${kind} shop's, and these settings are not: use another database`)
    if (pendingMigrations.length > 0) return fail(formatPendingMessage(pendingMigrations))
    return ok(`${database.engine}, answers in ${latencyMs} ms, its tables are up to date`)
  } catch (error) {
    return fail(explainDatabaseError(error, location) ?? formatErrorReason(error))
  }
}

async function checkBackup(dataDir: string): Promise<Finding> {
  const backedUpAt = await readLastBackupAt(dataDir)
  if (backedUpAt === null) return warn('none was made by "npm run shop -- backup" yet: let cron make one every night')
  const ageHours = Math.round(secondsBetween(backedUpAt, createClock().now()) / 3600)
  return ageHours > maxBackupAgeHours
    ? warn(`the last is ${ageHours} hours old`)
    : ok(`the last is ${ageHours} hours old`)
}

async function checkKeys(database: Database, keys: string[]): Promise<Finding> {
  const encryption = createEncryption(keys)
  if (!(await areShopKeys(database, encryption)))
    return fail(
      'ENCRYPTION_KEYS are not those of this shop, which does not start without them: set the keys that it had',
    )
  const keyUsages = await listKeyUsages(database, encryption)
  const missingKeyUsages = keyUsages.filter(({ hasKey }) => !hasKey)
  if (missingKeyUsages.length === 0) return ok('they open what is encrypted')
  const unreadableCountsText = missingKeyUsages.map(({ table, recordCount }) => `${recordCount} of ${table}`).join(', ')
  return fail(
    `ENCRYPTION_KEYS lacks a key that opens ${unreadableCountsText}: put the one that was taken out at its end`,
  )
}

/** Asked only while there are older ones: it reads the beginning of every prescription's file. */
async function checkOlderKeys({ reencrypt }: Shop): Promise<Finding> {
  let olderRecordCount = 0
  for await (const { outcome } of reencrypt({ dryRun: true })) if (outcome === 'older') olderRecordCount += 1
  if (olderRecordCount === 0) return warn('nothing is under them any more: they can go from ENCRYPTION_KEYS')
  return warn(`${olderRecordCount} records are under older keys: "npm run shop -- reencrypt" before these go`)
}

/** So many requests of one address alone are not one visitor's. */
const minSuspectRequests = 50

/** Limits count by network: where all requests seem to come from one, everybody shares them. */
async function checkVisitors({ accessLog }: Shop, hasProxy: boolean): Promise<Finding> {
  const { requestCount, addressCount } = await accessLog.countRecentAddresses()
  if (addressCount !== 1 || requestCount < minSuspectRequests)
    return ok(`the newest ${requestCount} requests came from ${addressCount} addresses`)
  return warn(
    `the newest ${requestCount} requests all came from one address, so that all shoppers share one network's limits: ${hasProxy ? 'TRUST_PROXY has another number of proxies than there are' : 'set TRUST_PROXY to how many proxies stand before the shop'}`,
  )
}

async function checkCatalogue({ backoffice, delivery }: Shop): Promise<Finding> {
  const [branches, products] = await Promise.all([
    delivery.listBranches(),
    backoffice.products.searchProducts(createOperatorActor(), ''),
  ])
  if (branches.length === 0) return warn('no branch: "npm run shop -- branches import FILE.csv"')
  if (products.length === 0) return warn('no product: "npm run shop -- catalogue import FILE.csv"')
  return ok(`products, and ${branches.length === 1 ? '1 branch' : `${branches.length} branches`}`)
}

async function checkStaff({ staff, backoffice }: Shop): Promise<Finding> {
  if (!backoffice.isEnabled) return warn('the counter is closed (COUNTER=0)')
  const staffMembers = await staff.listStaff(createOperatorActor())
  const hasActiveMember = (role: string) => staffMembers.some((person) => person.role === role && person.isActive)
  if (!hasActiveMember('owner'))
    return warn('no owner signs in yet: "npm run shop -- staff add EMAIL owner" prints the link')
  if (!hasActiveMember('pharmacist')) return warn('no pharmacist signs in yet: prescriptions would wait')
  return ok(`${staffMembers.length} people, an owner and a pharmacist among them`)
}

async function checkMail(smtpUrl: string, sender: string): Promise<Finding> {
  try {
    await createMailServer(smtpUrl, sender).verify()
  } catch (error) {
    const { host } = new URL(smtpUrl)
    const explanation = explainConnectionError(error, host)
    return fail(
      `SMTP_URL: ${explanation ?? `${host} does not take the login (${formatErrorReason(error)}): see to address and password`}`,
    )
  }
  return ok('the mail server takes the login')
}

/** Asks for a charge that no bank has: its answer needs certificate, token and address to be right. */
async function checkBank(
  pixSettings: NonNullable<Config['pix']>,
  publicUrl: string | undefined,
  runCheck: RunCheck,
): Promise<void> {
  const bank = createApiPixBank({ getSettings: () => pixSettings, clock: createClock(), timeoutMs: requestTimeoutMs })
  const isBankReachable = await runCheck('bank', async () => {
    try {
      await bank.findCharge('0'.repeat(32))
    } catch (error) {
      return fail(explainBankError(pixSettings, error))
    }
    return ok('the bank gives a token and answers')
  })
  if (isBankReachable) await runCheck('receiver key', () => checkReceiverKey(pixSettings, publicUrl))
  for (const { name, expiresAt } of await bank.listCertificates().catch(() => []))
    await runCheck('certificate', async () => checkCertificateExpiry(name, expiresAt))
}

function explainBankError({ apiUrl, tokenUrl }: NonNullable<Config['pix']>, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof ProviderError)) return formatErrorReason(error)
  if (cause.status === 400 || cause.status === 401 || cause.status === 403)
    return `the bank refuses PIX_CLIENT_ID, PIX_CLIENT_SECRET or the certificate: ${cause.message}`
  const url = cause.message.includes(tokenUrl) || tokenUrl.startsWith(apiUrl) ? tokenUrl : apiUrl
  const explanation = explainConnectionError(cause, new URL(url).host)
  return explanation ?? `${cause.message}${cause.cause === undefined ? '' : `: ${formatErrorReason(cause.cause)}`}`
}

/** The start of the server registers its address for that key; a bank that has none, or refuses, does not know the key. */
async function checkReceiverKey(
  pixSettings: NonNullable<Config['pix']>,
  publicUrl: string | undefined,
): Promise<Finding> {
  // A scope that the server does not use.
  const bankOptions = {
    getSettings: () => pixSettings,
    clock: createClock(),
    timeoutMs: requestTimeoutMs,
    scopes: 'webhook.read',
  }
  const bank = createApiPixBank(bankOptions)
  const webhookUrlOrError = await bank.findWebhookUrl().catch((error: unknown) => {
    const { cause } = error as Error
    return cause instanceof ProviderError ? cause : new ProviderError(formatErrorReason(error), null)
  })
  if (webhookUrlOrError instanceof ProviderError)
    return warn(`the bank does not tell of PIX_RECEIVER_KEY, so the key may be another's: ${webhookUrlOrError.message}`)
  if (webhookUrlOrError === null)
    return fail(
      'the bank has no webhook for PIX_RECEIVER_KEY: start the shop, or see whether the key is this account’s',
    )
  if (publicUrl !== undefined && !webhookUrlOrError.startsWith(`${publicUrl}/`))
    return fail(
      `the bank tells ${new URL(webhookUrlOrError).host} of payments, not this shop: start it, which registers its address`,
    )
  return ok('the bank tells this shop of payments to it')
}

async function checkPublicUrl(publicUrl: string, hasProxy: boolean): Promise<Finding> {
  const url = `${publicUrl}/readyz`
  const { status, headers, serverCertificateExpiresAt } = await sendRequest({
    method: 'GET',
    url,
    timeoutMs: requestTimeoutMs,
  })
  if (status !== 200)
    return fail(`${publicUrl}/readyz answers ${status}: is the shop started, and does the proxy lead to it?`)
  const dateHeader = headers.date
  const skewSeconds = dateHeader === undefined ? 0 : Math.abs(secondsBetween(new Date(dateHeader), createClock().now()))
  if (skewSeconds > maxClockSkewSeconds)
    return fail(`its clock is ${Math.round(skewSeconds)} seconds from this machine's: set both by NTP`)
  if (!hasProxy && publicUrl.startsWith('https:'))
    return warn('answers; without TRUST_PROXY all shoppers count as one network behind a proxy')
  const certificateFinding =
    serverCertificateExpiresAt && checkCertificateExpiry('its certificate', serverCertificateExpiresAt)
  const reachableMessage = `${publicUrl} answers, clocks agree`
  return certificateFinding
    ? { ...certificateFinding, message: `${reachableMessage}; ${certificateFinding.message}` }
    : ok(reachableMessage)
}

/** A notice without any payment: the shop takes it, and asks the bank nothing. */
async function checkPixWebhook(publicUrl: string): Promise<Finding> {
  const { status } = await sendRequest({
    method: 'POST',
    url: `${publicUrl}/webhooks/pix`,
    headers: { 'Content-Type': 'application/json' },
    body: '{"pix":[]}',
    timeoutMs: requestTimeoutMs,
  })
  return status === 200
    ? ok('the bank can reach it, as far as this machine can tell')
    : fail(`answers ${status}, not 200`)
}

/** Whose account the token opens: a test account's looks like any other, and its payments are no money. */
async function checkCardProvider({ apiUrl, accessToken }: NonNullable<Config['card']>): Promise<Finding> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const responseOrFinding = await sendRequest({
    method: 'GET',
    url: `${apiUrl}/users/me`,
    headers,
    timeoutMs: requestTimeoutMs,
  }).catch((error) => fail(formatUnreachableMessage('CARD_API_URL', apiUrl, error)))
  if ('state' in responseOrFinding) return responseOrFinding
  if (responseOrFinding.status === 401 || responseOrFinding.status === 403)
    return fail(`the card provider refuses CARD_ACCESS_TOKEN (${responseOrFinding.status})`)
  if (responseOrFinding.status >= 500) return fail(`the card provider answers ${responseOrFinding.status}`)
  const { site_id, tags = [] } = CardAccountSchema.safeParse(tryParseJson(responseOrFinding.body)).data ?? {}
  if (accessToken.startsWith('TEST-') || tags.includes('test_user'))
    return fail('CARD_ACCESS_TOKEN is of a test account: what it takes is no money. Take the token of production')
  if (site_id !== undefined && site_id !== 'MLB')
    return fail(`CARD_ACCESS_TOKEN is of an account of another country (${site_id}): reais are taken in Brazil alone`)
  return ok('the card provider takes the token and answers')
}

/** What is used of Mercado Pago's answer about the token's account. */
const CardAccountSchema = z.object({ site_id: z.string().optional(), tags: z.array(z.string()).optional() })

/** Asks what a CPF would be granted for no product at all: nobody's is named. */
async function checkLaboratoryProgramme(url: string): Promise<Finding> {
  const responseOrFinding = await sendRequest({
    method: 'POST',
    url: `${url}/eligibility`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cpf: '00000000000', products: [] }),
    timeoutMs: requestTimeoutMs,
  }).catch((error) => fail(formatUnreachableMessage('LABORATORY_PROGRAMME_URL', url, error)))
  if ('state' in responseOrFinding) return responseOrFinding
  return responseOrFinding.status === 200
    ? ok('the laboratories’ programme answers')
    : fail(`the laboratories’ programme answers ${responseOrFinding.status}, not 200`)
}

/** A notice without a signature: the shop refuses it, and so is there. */
async function checkCardWebhook(publicUrl: string): Promise<Finding> {
  const { status } = await sendRequest({
    method: 'POST',
    url: `${publicUrl}/webhooks/card`,
    timeoutMs: requestTimeoutMs,
  })
  return status === 401
    ? ok(`give ${publicUrl}/webhooks/card to the provider: it can be reached, as far as this machine can tell`)
    : fail(`answers ${status}, not 401`)
}

/** Why a host does not respond. */
function formatUnreachableMessage(name: string, url: string, error: unknown): string {
  return `${name}: ${explainConnectionError(error, new URL(url).host) ?? formatErrorReason(error)}`
}

/** By how many days a certificate is still valid; a fault where it has ended. */
function checkCertificateExpiry(name: string, expiresAt: Date): Finding {
  const daysLeft = Math.floor(secondsBetween(createClock().now(), expiresAt) / 86_400)
  if (daysLeft < 0) return fail(`${name} has expired, on ${expiresAt.toISOString().slice(0, 10)}: renew it`)
  const validityText = `${name} is valid for ${daysLeft} more days`
  return daysLeft < minCertificateDays ? warn(`${validityText}: renew it`) : ok(validityText)
}

function formatErrorReason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
