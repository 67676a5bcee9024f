import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { initTexts, type SettingName, settingTexts } from '../../app/texts/operator/init.ts'
import type { Language, Sentence } from '../../app/texts/operator/sentence.ts'
import { assertHttpsSettings } from '../config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { ShopProfile } from '../platform/shop-profile.ts'
import { type Commands, languageUsage } from './command.ts'
import { type ParsedArguments, UsageError } from './usage.ts'

/** A line of the file, and where its value comes from: an option that is also asked for, or else whoever fills in the line. */
interface SettingLine {
  name: SettingName
  /** With the name of its value. */
  option?: string
  /** Asked for only where this one was given. */
  after?: SettingName
}

const settingLines: SettingLine[] = [
  { name: 'PUBLIC_URL', option: 'url URL' },
  { name: 'DATABASE_URL', option: 'database URL' },
  { name: 'FILES_URL', option: 'files URL' },
  { name: 'TRUST_PROXY', option: 'proxy PROXIES' },
  { name: 'SMTP_URL', option: 'smtp URL' },
  { name: 'MAIL_FROM', option: 'mail-from SENDER' },
  { name: 'PIX_PROVIDER', option: 'pix PROVIDER' },
  { name: 'PIX_API_URL', option: 'pix-api URL' },
  { name: 'PIX_TOKEN_URL', option: 'pix-token URL', after: 'PIX_API_URL' },
  { name: 'PIX_CLIENT_ID', option: 'pix-id CLIENT', after: 'PIX_API_URL' },
  { name: 'PIX_CLIENT_SECRET', option: 'pix-secret SECRET', after: 'PIX_API_URL' },
  { name: 'PIX_CERT_FILE', option: 'pix-cert FILE', after: 'PIX_API_URL' },
  { name: 'PIX_CERT_KEY_FILE', option: 'pix-cert-key FILE', after: 'PIX_API_URL' },
  { name: 'PIX_RECEIVER_KEY', option: 'pix-key KEY', after: 'PIX_API_URL' },
  { name: 'CARD_PROVIDER', option: 'card PROVIDER' },
  { name: 'CARD_ACCESS_TOKEN', option: 'card-token TOKEN', after: 'CARD_PROVIDER' },
  { name: 'CARD_WEBHOOK_SECRET', option: 'card-secret SECRET', after: 'CARD_PROVIDER' },
  { name: 'EXTERNAL_PAYMENT_URL' },
  { name: 'EXTERNAL_PAYMENT_SECRET' },
  { name: 'WHATSAPP_PHONE_ID', option: 'whatsapp-id ID' },
  { name: 'WHATSAPP_TOKEN', option: 'whatsapp-token TOKEN', after: 'WHATSAPP_PHONE_ID' },
  { name: 'WHATSAPP_APP_SECRET', option: 'whatsapp-secret SECRET', after: 'WHATSAPP_PHONE_ID' },
  { name: 'CEP_LOOKUP_URL', option: 'ceps URL' },
  { name: 'PRESCRIPTION_ROOTS', option: 'roots FOLDER' },
  { name: 'SHIPPING_DESIGN', option: 'shipping FLAG' },
  { name: 'COUNTER_PATH', option: 'counter PATH' },
  { name: 'LABORATORY_PROGRAMME_URL' },
  { name: 'CAPTCHA_KEY' },
  { name: 'ANALYTICS_ID' },
  { name: 'ANALYTICS_SECRET' },
]

/** Without these a live shop does not start; those of a provider only where it is given. */
const requiredSettingNames: SettingName[] = ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM']
const requiredProviderSettingNames: [provider: SettingName, names: SettingName[]][] = [
  ['PIX_API_URL', ['PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_RECEIVER_KEY']],
  ['CARD_PROVIDER', ['CARD_ACCESS_TOKEN', 'CARD_WEBHOOK_SECRET']],
]
const whatsappSettingNames: SettingName[] = ['WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET']

/** A shop.json to be filled in: its values are none that `ShopProfile` takes for an address or a URL. */
const profileTemplate = Object.fromEntries(
  Object.keys(ShopProfile.shape).map((name) => {
    if (name === 'hours') return [name, ['']]
    if (name === 'social' || name === 'notices' || name === 'pharmacistsOnDuty') return [name, []]
    if (name === 'dataProtectionOfficer') return [name, { name: '', email: '' }]
    if (name === 'pharmacist') return [name, { name: '', crf: '' }]
    return [name, name === 'anvisaAlertsUrl' ? getAnvisaAlertsUrl() : '']
  }),
)

const optionUsages = settingLines.flatMap(({ option }) => (option === undefined ? [] : [`[--${option}]`]))

export const initCommands: Commands = {
  init: {
    usage: ['[--file live.env]', ...optionUsages, languageUsage].join(' '),
    description:
      'begins a live shop: writes live.env with new keys, and shop.json; asks for what is not given, on a terminal; in Portuguese, with --lang en in English',
    async run(_args, { storageConfig: { dataDir }, print, getOptionValue, language }) {
      const settingsFile = resolve(getOptionValue('file') ?? 'live.env')
      const profileFile = join(dataDir, 'shop.json')
      if (existsSync(settingsFile)) throw new OperatorError(initTexts.isThere(settingsFile)[language])
      const settings = await collectSettings(getOptionValue, language)
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      // First what may be there: a second try would refuse to write over the keys.
      const isNewProfile = !existsSync(profileFile)
      if (isNewProfile) writeFileSync(profileFile, `${JSON.stringify(profileTemplate, null, 2)}\n`, { mode: 0o600 })
      const text = formatSettingsFile(settings, { dataDir, settingsFile, language })
      writeFileSync(settingsFile, text, { mode: 0o600, flag: 'wx' })
      print(initTexts.settingsFile(settingsFile)[language])
      print(initTexts.keepCopy[language])
      const steps = listNextSteps(settings, { settingsFile, profileFile, isNewProfile })
      for (const [index, step] of steps.entries()) print(`${index + 1}. ${step[language]}`)
    },
  },
}

/** Asks on a terminal for what was not given. @throws OperatorError where its question is broken off */
async function collectSettings(
  getOptionValue: ParsedArguments['getOptionValue'],
  language: Language,
): Promise<Map<string, string>> {
  const settings = new Map<string, string>()
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : null
  const ask = (name: SettingName) =>
    terminal?.question(`${name}: ${settingTexts[name][language]}\n> `).catch((error: Error) => {
      throw error.name === 'AbortError' ? new OperatorError(initTexts.abandoned[language]) : error
    }) ?? ''
  try {
    for (const { name, option: optionUsage, after } of settingLines) {
      if (optionUsage === undefined) continue
      const [option = ''] = optionUsage.split(' ')
      const isQuestionSkipped = after !== undefined && !settings.has(after)
      const answer = getOptionValue(option) ?? (isQuestionSkipped ? '' : await ask(name))
      if (/[\r\n"$`\\]/.test(answer)) throw new UsageError(initTexts.unusableCharacter(option)[language])
      if (answer.trim() !== '') settings.set(name, answer.trim())
    }
  } finally {
    terminal?.close()
  }
  assertHttpsSettings(Object.fromEntries(settings))
  return settings
}

/** Lines that a shell, Docker and systemd read alike, each below what it is for; without a value it is a comment. */
function formatSettingsFile(
  settings: Map<string, string>,
  { dataDir, settingsFile, language }: { dataDir: string; settingsFile: string; language: Language },
): string {
  const generatedSecrets = (['SESSION_SECRETS', 'ENCRYPTION_KEYS', 'METRICS_TOKEN'] as const).map(
    (name) => [name, randomBytes(32).toString('hex')] as const,
  )
  const values = new Map<SettingName, string | undefined>([
    ...generatedSecrets,
    ['DATA_DIR', dataDir],
    ...settingLines.map(({ name }) => [name, settings.get(name)] as const),
  ])
  const paragraphs = Array.from(values, ([name, value]) =>
    [
      `# ${settingTexts[name][language]}`,
      ...(name === 'PRESCRIPTION_ROOTS' ? listRootCommands(join(dataDir, 'icp-brasil'), language) : []),
      value === undefined ? `#${name}=""` : `${name}="${value}"`,
    ].join('\n'),
  )
  const backupNote = `# ${initTexts.backups[language]}\n# ${formatBackupLine(settingsFile)}`
  return `${[...paragraphs, backupNote].join('\n\n')}\n`
}

/** Comments with the commands that fetch the certificates from their publisher (ITI): `going-live.md`, "Signed prescriptions". */
function listRootCommands(folder: string, language: Language): string[] {
  return [
    `# ${initTexts.fetchRoots[language]}`,
    `#   mkdir -p ${folder} && cd ${folder}`,
    '#   curl -LO https://acraiz.icpbrasil.gov.br/credenciadas/CertificadosAC-ICP-Brasil/ACcompactado.zip',
    '#   unzip ACcompactado.zip && rm ACcompactado.zip',
    '#   curl -L https://repo.iti.br/docs/Cadeia_GovBr-der.p7b | openssl pkcs7 -inform DER -print_certs > govbr.pem',
  ]
}

function formatBackupLine(settingsFile: string): string {
  return `30 3 * * * balcao cd ${process.cwd()} && set -a && . ${settingsFile} && npm run shop -- backup --verify /backups/shop-$(date +\\%F).backup`
}

/** What is left to do, in its order. */
function listNextSteps(
  settings: Map<string, string>,
  { settingsFile, profileFile, isNewProfile }: { settingsFile: string; profileFile: string; isNewProfile: boolean },
): Sentence[] {
  const providers = requiredProviderSettingNames.filter(([provider]) => settings.has(provider))
  const missingNames = [
    ...requiredSettingNames,
    ...providers.flatMap(([, names]) => names),
    ...(settings.has('WHATSAPP_PHONE_ID') ? whatsappSettingNames : []),
  ].filter((name) => !settings.has(name))
  return [
    ...(missingNames.length > 0 ? [initTexts.addSettings(settingsFile, missingNames)] : []),
    ...(providers.length > 0 ? [] : [initTexts.addPayment(settingsFile)]),
    ...(isNewProfile ? [initTexts.fillProfile(profileFile)] : []),
    initTexts.loadSettings(settingsFile),
    initTexts.migrate,
    initTexts.importFiles,
    initTexts.addOwner,
    initTexts.askDoctor,
    initTexts.askContent,
  ]
}

function getAnvisaAlertsUrl(): string {
  return 'https://www.gov.br/anvisa/pt-br/assuntos/fiscalizacao-e-monitoramento/alertas'
}
