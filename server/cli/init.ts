import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { assertHttpsSettings } from '../config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { ShopProfile } from '../platform/shop-profile.ts'
import type { Commands } from './command.ts'
import { type ParsedArguments, UsageError } from './usage.ts'

/** What a live shop needs besides the keys, which are made here: each by its option and the name of its value. */
const settingQuestions = [
  ['url URL', 'PUBLIC_URL', "the shop's address, like https://www.example.com.br"],
  [
    'database URL',
    'DATABASE_URL',
    'PostgreSQL, like postgres://user:password@host/balcao; empty for SQLite in DATA_DIR',
  ],
  ['smtp URL', 'SMTP_URL', 'the mail server, like smtps://user:password@host'],
  ['mail-from SENDER', 'MAIL_FROM', 'the sender, like Farmácia <loja@example.com.br>'],
  ['pix-api URL', 'PIX_API_URL', "the bank's API Pix; empty where another provider takes the payments"],
  ['pix-token URL', 'PIX_TOKEN_URL', 'where the bank gives tokens, if it is elsewhere'],
  ['pix-id CLIENT', 'PIX_CLIENT_ID', "the bank's client id"],
  ['pix-secret SECRET', 'PIX_CLIENT_SECRET', "the bank's client secret"],
  ['pix-cert FILE', 'PIX_CERT_FILE', 'a file with the certificate for the bank'],
  ['pix-cert-key FILE', 'PIX_CERT_KEY_FILE', 'a file with its key'],
  ['pix-key KEY', 'PIX_RECEIVER_KEY', 'the Pix key that is paid to'],
  ['proxy PROXIES', 'TRUST_PROXY', 'how many reverse proxies stand before the shop, mostly 1'],
] as const
/** In place of the bank; written into the file, but not asked for. */
const alternativeProviderSettings = [
  ['', 'CARD_PROVIDER', 'mercadopago: cards beside Pix'],
  ['', 'CARD_ACCESS_TOKEN', "the seller's token at the card provider"],
  ['', 'CARD_WEBHOOK_SECRET', "the secret that signs the card provider's calls"],
  ['', 'EXTERNAL_PAYMENT_URL', 'in place of PIX_…: the page of another payment provider'],
  ['', 'EXTERNAL_PAYMENT_SECRET', 'the secret that signs what the shop and that provider tell each other'],
] as const

/** Without these a live shop does not start; those of the bank only where PIX_API_URL is given. */
const requiredSettingNames = ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM']
const requiredBankSettingNames = ['PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_RECEIVER_KEY']

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

export const initCommands: Commands = {
  init: {
    usage: ['[--file live.env]', ...settingQuestions.map(([option]) => `[--${option}]`)].join(' '),
    description:
      'begins a live shop: writes live.env with new keys, and shop.json; asks for what is not given, on a terminal',
    async run(_args, { storageConfig, print, getOptionValue }) {
      const settingsFile = resolve(getOptionValue('file') ?? 'live.env')
      const profileFile = join(storageConfig.dataDir, 'shop.json')
      if (existsSync(settingsFile)) throw new OperatorError(`${settingsFile} is there already: nothing was changed.`)
      const settings = await collectSettings(getOptionValue)
      mkdirSync(storageConfig.dataDir, { recursive: true, mode: 0o700 })
      // First what may be there: a second try would refuse to write over the keys.
      const isNewProfile = !existsSync(profileFile)
      if (isNewProfile) writeFileSync(profileFile, `${JSON.stringify(profileTemplate, null, 2)}\n`, { mode: 0o600 })
      writeFileSync(settingsFile, formatSettingsFile(settings, storageConfig.dataDir), { mode: 0o600, flag: 'wx' })
      print(`${settingsFile}: the shop's settings, with new SESSION_SECRETS and ENCRYPTION_KEYS.`)
      print('Keep a copy of it apart from the backups: without its keys nobody reads the prescriptions.')
      for (const [index, line] of listNextSteps(settings, { settingsFile, profileFile, isNewProfile }).entries())
        print(`${index + 1}. ${line}`)
    },
  },
}

/** Asks on a terminal for what was not given. */
async function collectSettings(getOptionValue: ParsedArguments['getOptionValue']): Promise<Map<string, string>> {
  const settings = new Map<string, string>()
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : null
  for (const [optionUsage, name, description] of settingQuestions) {
    const [option = ''] = optionUsage.split(' ')
    const isQuestionSkipped = name.startsWith('PIX_') && name !== 'PIX_API_URL' && !settings.get('PIX_API_URL')
    const answer =
      getOptionValue(option) ??
      (terminal && !isQuestionSkipped ? await terminal.question(`${name}: ${description}\n> `) : '')
    if (/[\r\n"$`\\]/.test(answer)) throw new UsageError(`--${option} has a character that a settings file cannot hold`)
    if (answer.trim() !== '') settings.set(name, answer.trim())
  }
  terminal?.close()
  assertHttpsSettings(Object.fromEntries(settings))
  return settings
}

/** Lines that a shell, Docker and systemd read alike. */
function formatSettingsFile(settings: Map<string, string>, dataDir: string): string {
  const generatedSecrets = ['SESSION_SECRETS', 'ENCRYPTION_KEYS', 'METRICS_TOKEN'].map(
    (name) => [name, randomBytes(32).toString('hex')] as const,
  )
  const lines = [...generatedSecrets, ['DATA_DIR', dataDir] as const, ...settings].map(
    ([name, value]) => `${name}="${value}"`,
  )
  const placeholderLines = [...settingQuestions, ...alternativeProviderSettings]
    .filter(([, name]) => !settings.has(name))
    .map(([, name, description]) => `\n# ${description}\n#${name}=""`)
  return `${[...lines, ...placeholderLines].join('\n')}\n`
}

/** What is left to do, in its order. */
function listNextSteps(
  settings: Map<string, string>,
  { settingsFile, profileFile, isNewProfile }: { settingsFile: string; profileFile: string; isNewProfile: boolean },
): string[] {
  const applicableSettingNames = settings.has('PIX_API_URL')
    ? [...requiredSettingNames, ...requiredBankSettingNames]
    : requiredSettingNames
  const missingSettingNames = applicableSettingNames.filter((name) => !settings.has(name))
  const paymentHint = 'a payment provider: PIX_API_URL and what belongs to it, or EXTERNAL_PAYMENT_URL with its secret'
  return [
    ...(missingSettingNames.length > 0
      ? [
          `Add to ${settingsFile}: ${missingSettingNames.join(', ')}; its lines are there, each to be filled in without its #.`,
        ]
      : []),
    ...(settings.has('PIX_API_URL') ? [] : [`Add to ${settingsFile} ${paymentHint}.`]),
    ...(isNewProfile
      ? [`Fill in ${profileFile}: name, CNPJ, pharmacist, licences (the law wants them on each page).`]
      : []),
    `Load the settings: "set -a; . ${settingsFile}; set +a" in a shell, or as a service does (server/cli/going-live.md).`,
    '"npm run shop -- migrate" makes the tables.',
    '"npm run shop -- branches import", "catalogue import", "offers import": where and what is sold ("help" has the columns).',
    '"npm run shop -- staff add EMAIL owner" prints the link for the first person at the counter.',
    '"npm run shop -- doctor" says whether everything answers; "npm start" opens the shop.',
  ]
}

function getAnvisaAlertsUrl(): string {
  return 'https://www.gov.br/anvisa/pt-br/assuntos/fiscalizacao-e-monitoramento/alertas'
}
