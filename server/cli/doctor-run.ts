import { randomUUID } from 'node:crypto'
import { access, constants, statfs } from 'node:fs/promises'
import { z } from 'zod'
import { doctorTexts } from '../../app/texts/operator/doctor.ts'
import { toSentence } from '../../app/texts/operator/operator-errors.ts'
import { joinSentences, type Sentence } from '../../app/texts/operator/sentence.ts'
import { createStreetLookup } from '../addresses/street-lookup.ts'
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
import { createMailServer } from '../notify/mail/mail-server.ts'
import { findAccountState } from '../notify/whatsapp/cloud-api.ts'
import { toWhatsappSettings } from '../notify/whatsapp/whatsapp-environment.ts'
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
import { listPretendValues } from './pretend-values.ts'

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
  message: Sentence
}

type CheckName = keyof typeof doctorTexts.checks
type RunCheck = (name: CheckName, probe: () => Promise<Finding>) => Promise<boolean>

const ok = (message: Sentence): Finding => ({ state: 'ok', message })
const warn = (message: Sentence): Finding => ({ state: 'look', message })
const fail = (message: Sentence): Finding => ({ state: 'fault', message })

export async function runDoctor(
  _args: string[],
  { storageConfig, readConfig, openDatabase, openShop, print, language }: CommandContext,
): Promise<void> {
  const namedFindings: [name: CheckName, finding: Finding][] = []
  const runCheck: RunCheck = async (name, probe) => {
    const finding = await probe().catch((error) => fail(toSentence(formatErrorReason(error))))
    namedFindings.push([name, finding])
    return finding.state !== 'fault'
  }
  let config: Config | undefined
  await runCheck('settings', async () => {
    config = readConfig()
    return config.isSandbox ? warn(doctorTexts.sandbox) : ok(doctorTexts.complete)
  })
  if (config && !config.isSandbox) await checkLiveSettings(config, runCheck)
  if (config) await runCheck('prescriptionRoots', async () => checkPrescriptionRoots(config as Config))
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
  const rows = namedFindings.map(([name, { state, message }]) =>
    [doctorTexts.states[state], doctorTexts.checks[name], message].map((sentence) => sentence[language]),
  )
  for (const line of formatTable(rows)) print(line)
  const failedCount = namedFindings.filter(([, { state }]) => state === 'fault').length
  if (failedCount > 0) throw new OperatorError(doctorTexts.failed(failedCount, namedFindings.length)[language])
}

async function checkLiveSettings(config: Config, runCheck: RunCheck): Promise<void> {
  await runCheck('shopProfile', async () => checkShopProfile(config))
  const unsetNames = listUnsetNames(config)
  if (unsetNames.length > 0) await runCheck('unset', async () => ok(doctorTexts.unset(unsetNames)))
  await runCheck('streets', () => checkStreetLookup(config.cepLookupUrl))
}

/** Lines that `init` leaves as comments, and no other check names. */
function listUnsetNames({
  card,
  captchaKey,
  analytics,
  laboratoryProgrammeUrl,
  showsShippingPromise,
  channels,
}: Config): string[] {
  return [
    card === null && 'CARD_PROVIDER',
    laboratoryProgrammeUrl === undefined && 'LABORATORY_PROGRAMME_URL',
    !showsShippingPromise && 'SHIPPING_DESIGN',
    listMissingWhatsappNames(channels).length === whatsappNames.length && 'WHATSAPP_PHONE_ID',
    captchaKey === undefined && 'CAPTCHA_KEY',
    analytics.measurementId === undefined && 'ANALYTICS_ID',
  ].filter((name) => name !== false)
}

/** Asks for a street that every such service has. */
async function checkStreetLookup(url: string | undefined): Promise<Finding> {
  if (url === undefined) return warn(doctorTexts.noStreetLookup)
  const street = await createStreetLookup(url)('01310100')
  return street === null ? warn(doctorTexts.silentStreetLookup(new URL(url).host)) : ok(doctorTexts.streetLookup)
}

/** What the shop itself says. */
async function checkShop(shop: Shop, config: Config, runCheck: RunCheck): Promise<void> {
  if (await shop.isAtRest()) await runCheck('rest', async () => warn(toSentence(restMessage)))
  if (config.encryptionKeys.length > 1) await runCheck('olderKeys', () => checkOlderKeys(shop))
  if (config.publicUrl?.startsWith('https:'))
    await runCheck('visitors', () => checkVisitors(shop, config.trustProxy !== false))
  await runCheck('catalogue', () => checkCatalogue(shop))
  await runCheck('staff', () => checkStaff(shop))
}

/** What is reached over the network. */
async function checkExternalServices(config: Config, runCheck: RunCheck): Promise<void> {
  const { smtpUrl, mailFrom, pix, card, paymentProviders, laboratoryProgrammeUrl, publicUrl, channels } = config
  if (smtpUrl) await runCheck('mail', () => checkMail(smtpUrl, mailFrom ?? ''))
  if (pix && paymentProviders.includes('pix')) await checkBank(pix, publicUrl, runCheck)
  if (card && paymentProviders.includes('card')) await runCheck('card', () => checkCardProvider(card))
  if (listMissingWhatsappNames(channels).length < whatsappNames.length)
    await runCheck('whatsapp', () => checkWhatsapp(channels))
  if (laboratoryProgrammeUrl) await runCheck('laboratory', () => checkLaboratoryProgramme(laboratoryProgrammeUrl))
  if (publicUrl) await checkWebhooks(publicUrl, config, runCheck)
}

/** Whether the shop, and with it its webhooks, can be reached. */
async function checkWebhooks(publicUrl: string, config: Config, runCheck: RunCheck): Promise<void> {
  const isReachable = await runCheck('address', () =>
    checkPublicUrl(publicUrl, config.trustProxy !== false).catch((error) =>
      fail(doctorTexts.addressUnreachable(formatUnreachableMessage('PUBLIC_URL', publicUrl, error))),
    ),
  )
  if (!isReachable) return
  if (config.pix && config.paymentProviders.includes('pix')) await runCheck('webhook', () => checkPixWebhook(publicUrl))
  if (config.paymentProviders.includes('card'))
    await runCheck('cardWebhook', () => checkSignedWebhook(`${publicUrl}/webhooks/card`))
  if (toWhatsappSettings(config.channels))
    await runCheck('whatsappWebhook', () => checkSignedWebhook(`${publicUrl}/webhooks/whatsapp`))
}

/** What the law asks for and no start needs. */
function checkShopProfile({ shopProfile, publicUrl }: Config): Finding {
  const warnings = [
    !shopProfile?.dataProtectionOfficer && doctorTexts.dataProtectionOfficer,
    !new URL(publicUrl ?? 'http://localhost').hostname.endsWith('.com.br') && doctorTexts.notBrazilianAddress,
    ...listPretendValues(shopProfile).map(doctorTexts.pretendValue),
  ].filter((warning) => warning !== false)
  const notes = joinSentences(
    [
      shopProfile?.ae ? doctorTexts.specialPermit(shopProfile.ae) : doctorTexts.noSpecialPermit,
      doctorTexts.pharmacistsOnDuty(shopProfile?.pharmacistsOnDuty?.length ?? 0),
    ],
    ', ',
  )
  return warnings.length > 0
    ? warn(doctorTexts.profileWarnings(joinSentences(warnings, '; '), notes))
    : ok(doctorTexts.profileComplete(notes))
}

function checkPrescriptionRoots({ prescriptionRootCertificates }: Config): Finding {
  const { rootCount, intermediateCount, expiredRootCount, unreadableRootCount } = countCertificates(
    prescriptionRootCertificates,
    createClock().now(),
  )
  if (rootCount === 0) return warn(doctorTexts.noPrescriptionRoots)
  const counts = joinSentences(
    [
      doctorTexts.rootCounts(rootCount, intermediateCount),
      ...(expiredRootCount > 0 ? [doctorTexts.endedRoots(expiredRootCount)] : []),
      ...(unreadableRootCount > 0 ? [doctorTexts.unreadableRoots(unreadableRootCount)] : []),
    ],
    '; ',
  )
  return unreadableRootCount === 0 ? ok(counts) : warn(counts)
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return fail(doctorTexts.unwritableFolder(dataDir))
  const { bavail, bsize } = await statfs(dataDir)
  const freeGigabytes = (bavail * bsize) / 1e9
  const freeSpace = doctorTexts.freeSpace(freeGigabytes.toFixed(freeGigabytes > 10 ? 0 : 1), dataDir)
  return bavail * bsize < minFreeBytes ? warn(doctorTexts.littleSpace(freeSpace)) : ok(freeSpace)
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
    if (!isContentUnchanged || (await files.has(key))) return fail(doctorTexts.forgetfulStore)
  } catch (error) {
    return fail(toSentence(explainFileStorageError(error) ?? formatErrorReason(error)))
  }
  if (filesLocation.s3Location && (await detectVersioning(filesLocation.s3Location)))
    return fail(doctorTexts.versionedStore)
  return ok(doctorTexts.store)
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
    if (completedMigrations.length === 0) return warn(doctorTexts.emptyDatabase)
    const pendingMigrations = listPendingMigrations(completedMigrations)
    assertKnownMigrations(completedMigrations)
    const kind = await findDatabaseKind(database)
    if (kind !== null && kind !== toDatabaseKind(storageConfig)) return fail(doctorTexts.otherKind(kind))
    if (pendingMigrations.length > 0) return fail(toSentence(formatPendingMessage(pendingMigrations)))
    return ok(doctorTexts.database(database.engine, latencyMs))
  } catch (error) {
    return fail(toSentence(explainDatabaseError(error, location) ?? formatErrorReason(error)))
  }
}

async function checkBackup(dataDir: string): Promise<Finding> {
  const backedUpAt = await readLastBackupAt(dataDir)
  if (backedUpAt === null) return warn(doctorTexts.noBackup)
  const ageHours = Math.round(secondsBetween(backedUpAt, createClock().now()) / 3600)
  return (ageHours > maxBackupAgeHours ? warn : ok)(doctorTexts.backupAge(ageHours))
}

async function checkKeys(database: Database, keys: string[]): Promise<Finding> {
  const encryption = createEncryption(keys)
  if (!(await areShopKeys(database, encryption))) return fail(doctorTexts.otherKeys)
  const keyUsages = await listKeyUsages(database, encryption)
  const missingKeyUsages = keyUsages.filter(({ hasKey }) => !hasKey)
  if (missingKeyUsages.length === 0) return ok(doctorTexts.keys)
  return fail(doctorTexts.missingKey(missingKeyUsages))
}

/** Asked only while there are older ones: it reads the beginning of every prescription's file. */
async function checkOlderKeys({ reencrypt }: Shop): Promise<Finding> {
  let olderRecordCount = 0
  for await (const { outcome } of reencrypt({ dryRun: true })) if (outcome === 'older') olderRecordCount += 1
  if (olderRecordCount === 0) return warn(doctorTexts.unusedOlderKeys)
  return warn(doctorTexts.olderKeys(olderRecordCount))
}

/** So many requests of one address alone are not one visitor's. */
const minSuspectRequests = 50

/** Limits count by network: where all requests seem to come from one, everybody shares them. */
async function checkVisitors({ accessLog }: Shop, hasProxy: boolean): Promise<Finding> {
  const { requestCount, addressCount } = await accessLog.countRecentAddresses()
  if (addressCount !== 1 || requestCount < minSuspectRequests)
    return ok(doctorTexts.visitors(requestCount, addressCount))
  return warn(doctorTexts.singleVisitor(requestCount, hasProxy))
}

async function checkCatalogue({ backoffice, delivery }: Shop): Promise<Finding> {
  const [branches, products] = await Promise.all([
    delivery.listBranches(),
    backoffice.products.searchProducts(createOperatorActor(), ''),
  ])
  if (branches.length === 0) return warn(doctorTexts.noBranch)
  if (products.length === 0) return warn(doctorTexts.noProduct)
  return ok(doctorTexts.catalogue(branches.length))
}

async function checkStaff({ staff, backoffice }: Shop): Promise<Finding> {
  if (!backoffice.isEnabled) return warn(doctorTexts.closedCounter)
  const staffMembers = await staff.listStaff(createOperatorActor())
  const hasActiveMember = (role: string) => staffMembers.some((person) => person.role === role && person.isActive)
  if (!hasActiveMember('owner')) return warn(doctorTexts.noOwner)
  if (!hasActiveMember('pharmacist')) return warn(doctorTexts.noPharmacist)
  return ok(doctorTexts.staff(staffMembers.length))
}

async function checkMail(smtpUrl: string, sender: string): Promise<Finding> {
  try {
    await createMailServer(smtpUrl, sender).verify()
  } catch (error) {
    const { host } = new URL(smtpUrl)
    const explanation = explainConnectionError(error, host)
    const reason = explanation ? toSentence(explanation) : doctorTexts.refusedMailLogin(host, formatErrorReason(error))
    return fail(joinSentences([toSentence('SMTP_URL'), reason], ': '))
  }
  return ok(doctorTexts.mail)
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
    return ok(doctorTexts.bank)
  })
  if (isBankReachable) await runCheck('receiverKey', () => checkReceiverKey(pixSettings, publicUrl))
  for (const { name, expiresAt } of await bank.listCertificates().catch(() => []))
    await runCheck('certificate', async () => checkCertificateExpiry(toSentence(name), expiresAt))
}

function explainBankError({ apiUrl, tokenUrl }: NonNullable<Config['pix']>, error: unknown): Sentence {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof ProviderError)) return toSentence(formatErrorReason(error))
  if (cause.status === 400 || cause.status === 401 || cause.status === 403)
    return doctorTexts.refusedAtBank(cause.message)
  const url = cause.message.includes(tokenUrl) || tokenUrl.startsWith(apiUrl) ? tokenUrl : apiUrl
  const explanation = explainConnectionError(cause, new URL(url).host)
  const causeText = cause.cause === undefined ? '' : `: ${formatErrorReason(cause.cause)}`
  return toSentence(explanation ?? `${cause.message}${causeText}`)
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
  if (webhookUrlOrError instanceof ProviderError) return warn(doctorTexts.unclearReceiverKey(webhookUrlOrError.message))
  if (webhookUrlOrError === null) return fail(doctorTexts.noWebhookForKey)
  if (publicUrl !== undefined && !webhookUrlOrError.startsWith(`${publicUrl}/`))
    return fail(doctorTexts.otherWebhook(new URL(webhookUrlOrError).host))
  return ok(doctorTexts.receiverKey)
}

async function checkPublicUrl(publicUrl: string, hasProxy: boolean): Promise<Finding> {
  const url = `${publicUrl}/readyz`
  const { status, headers, serverCertificateExpiresAt } = await sendRequest({
    method: 'GET',
    url,
    timeoutMs: requestTimeoutMs,
  })
  if (status !== 200) return fail(doctorTexts.notReady(publicUrl, status))
  const dateHeader = headers.date
  const skewSeconds = dateHeader === undefined ? 0 : Math.abs(secondsBetween(new Date(dateHeader), createClock().now()))
  if (skewSeconds > maxClockSkewSeconds) return fail(doctorTexts.skewedClock(Math.round(skewSeconds)))
  if (!hasProxy && publicUrl.startsWith('https:')) return warn(doctorTexts.noProxy)
  const certificateFinding =
    serverCertificateExpiresAt && checkCertificateExpiry(doctorTexts.itsCertificate, serverCertificateExpiresAt)
  const reachable = doctorTexts.reachable(publicUrl)
  return certificateFinding
    ? { ...certificateFinding, message: joinSentences([reachable, certificateFinding.message], '; ') }
    : ok(reachable)
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
  return status === 200 ? ok(doctorTexts.pixWebhook) : fail(doctorTexts.unexpectedAnswer(status, 200))
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
    return fail(doctorTexts.refusedCardToken(responseOrFinding.status))
  if (responseOrFinding.status >= 500) return fail(doctorTexts.failingCardProvider(responseOrFinding.status))
  const { site_id, tags = [] } = CardAccountSchema.safeParse(tryParseJson(responseOrFinding.body)).data ?? {}
  if (accessToken.startsWith('TEST-') || tags.includes('test_user')) return fail(doctorTexts.cardTestAccount)
  if (site_id !== undefined && site_id !== 'MLB') return fail(doctorTexts.cardAccountAbroad(site_id))
  return ok(doctorTexts.cardProvider)
}

/** What is used of Mercado Pago's answer about the token's account. */
const CardAccountSchema = z.object({ site_id: z.string().optional(), tags: z.array(z.string()).optional() })

const whatsappNames = ['WHATSAPP_PHONE_ID', 'WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET'] as const

function listMissingWhatsappNames(channels: Config['channels']): string[] {
  return whatsappNames.filter((name) => channels[name] === undefined)
}

/** Whether token, number and secret belong to each other. Nothing is sent to anybody. */
async function checkWhatsapp(channels: Config['channels']): Promise<Finding> {
  const settings = toWhatsappSettings(channels)
  if (!settings) return fail(doctorTexts.whatsappIncomplete(listMissingWhatsappNames(channels)))
  try {
    const state = await findAccountState(settings, requestTimeoutMs)
    if (typeof state === 'object') return fail(doctorTexts.failingWhatsapp(state.status))
    return state === 'ok' ? ok(doctorTexts.whatsapp) : fail(doctorTexts.whatsappFaults[state])
  } catch (error) {
    return fail(formatUnreachableMessage('WHATSAPP_API_URL', settings.apiUrl, error))
  }
}

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
    ? ok(doctorTexts.laboratory)
    : fail(doctorTexts.failingLaboratory(responseOrFinding.status))
}

/** A notice without a signature: the shop refuses it, and so is there. */
async function checkSignedWebhook(url: string): Promise<Finding> {
  const { status } = await sendRequest({ method: 'POST', url, timeoutMs: requestTimeoutMs })
  return status === 401 ? ok(doctorTexts.signedWebhook(url)) : fail(doctorTexts.unexpectedAnswer(status, 401))
}

/** Why a host does not respond. */
function formatUnreachableMessage(name: string, url: string, error: unknown): Sentence {
  return toSentence(`${name}: ${explainConnectionError(error, new URL(url).host) ?? formatErrorReason(error)}`)
}

/** By how many days a certificate is still valid; a fault where it has ended. */
function checkCertificateExpiry(name: Sentence, expiresAt: Date): Finding {
  const daysLeft = Math.floor(secondsBetween(createClock().now(), expiresAt) / 86_400)
  if (daysLeft < 0) return fail(doctorTexts.certificateEnd(name, expiresAt.toISOString().slice(0, 10)))
  const validity = doctorTexts.certificateDays(name, daysLeft)
  return daysLeft < minCertificateDays ? warn(doctorTexts.renew(validity)) : ok(validity)
}

function formatErrorReason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
