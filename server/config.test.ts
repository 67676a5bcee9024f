import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { liveProfile } from '../tests/support/live-profile.ts'
import { readConfig } from './config.ts'
import { sandboxCookieSecret, sandboxPaymentSecret } from './platform/secrets.ts'

const demo = JSON.parse(readFileSync(join(import.meta.dirname, 'demo', 'shop.json'), 'utf8'))

/** Everything a live shop needs but its shop.json. */
const live = {
  SESSION_SECRETS: 'signs-the-cookies-of-a-pharmacy-in-tests',
  ENCRYPTION_KEYS: 'seals-the-prescriptions-of-a-pharmacy-in-tests',
  PUBLIC_URL: 'https://farmacia.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'loja@farmacia.example',
  EXTERNAL_PAYMENT_URL: 'https://payments.example/',
  EXTERNAL_PAYMENT_SECRET: 'signs-the-calls-of-a-provider-in-tests',
}

function folderWith(shopJson?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (shopJson !== undefined) writeFileSync(join(folder, 'shop.json'), shopJson)
  return folder
}

const liveWith = (shopJson?: string) => () => readConfig({ ...live, DATA_DIR: folderWith(shopJson) })

test('a live shop starts with everything it needs', () => {
  expect(liveWith(JSON.stringify(liveProfile))()).toMatchObject({
    isSandbox: false,
    shopProfile: { name: 'Farmácia Ipê' },
  })
})

test.each([
  [{ PIX_API_URL: 'https://bank.example/pix' }, 'PIX_CLIENT_ID'],
  [{ NATIVE_PAYMENT: '1' }, 'PIX_API_URL'],
  [{ PIX_PROVIDER: 'mercadopago' }, 'CARD_PROVIDER, CARD_ACCESS_TOKEN, CARD_WEBHOOK_SECRET'],
  [{ PIX_PROVIDER: 'banco' }, 'PIX_PROVIDER'],
  [{ NATIVE_PAYMENT: '0', EXTERNAL_PAYMENT_URL: undefined }, 'EXTERNAL_PAYMENT_URL'],
])('a live shop that pays by %o needs %s', (payment, name) => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  expect(() => readConfig({ ...live, DATA_DIR, ...payment })).toThrow(name)
})

test('a live shop that names a bank but leaves payment to the external page needs nothing of the bank', () => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  const both = { ...live, DATA_DIR, PIX_API_URL: 'https://bank.example/pix', NATIVE_PAYMENT: '0' }
  expect(readConfig(both).paymentProviders).toEqual(['external'])
})

test('a live shop takes Pix and cards by one account, without a bank', () => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  const account = {
    CARD_PROVIDER: 'mercadopago',
    CARD_ACCESS_TOKEN: 'APP_USR-1',
    CARD_WEBHOOK_SECRET: '4b1d7c0f9e2a58637d14c0b9a2e8f6d35c7190ab',
  }
  expect(readConfig({ ...live, DATA_DIR, ...account, PIX_PROVIDER: 'mercadopago' })).toMatchObject({
    ...{ paymentProviders: ['pix', 'card'], pixProviderName: 'pix_mercadopago', pix: null },
  })
})

test.each(Object.keys(live))('a live shop without %s does not start, and is told so', (name) => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  expect(() => readConfig({ ...live, DATA_DIR, [name]: undefined })).toThrow(
    name === 'EXTERNAL_PAYMENT_URL' ? 'PIX_API_URL' : name,
  )
})

const own = ['SESSION_SECRETS', 'ENCRYPTION_KEYS', 'EXTERNAL_PAYMENT_SECRET', 'CAPTCHA_KEY', 'METRICS_TOKEN']

test.each(own)('of a live shop %s is hard to guess and nowhere published, of a demo anything', (name) => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  const published = [
    sandboxCookieSecret,
    sandboxPaymentSecret,
    `${sandboxCookieSecret}-2`,
    sandboxCookieSecret.toUpperCase(),
  ]
  for (const secret of ['novo', 'f3a1c07e92b84d56', 'senha'.repeat(30), ...published]) {
    expect(() => readConfig({ ...live, DATA_DIR, [name]: secret }), secret).toThrow(new RegExp(`^${name}: [^\\n]+$`))
    expect(() => readConfig({ SANDBOX: '1', [name]: secret })).not.toThrow()
  }
})

test.each([
  ['SESSION_SECRETS', `older-but-still-good-to-verify-cookies,${sandboxCookieSecret}`],
  ['SESSION_SECRETS', 'older-but-still-good-to-verify-cookies,curta'],
  ['ENCRYPTION_KEYS', `older-but-still-good-to-open-files-with,${sandboxCookieSecret}`],
])('of several %s each must be good', (name, secrets) => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  expect(() => readConfig({ ...live, DATA_DIR, [name]: secrets })).toThrow(`${name}: `)
})

test('a weak older encryption key still decrypts what it encrypted', () => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  const ENCRYPTION_KEYS = `${live.ENCRYPTION_KEYS},curta`
  expect(readConfig({ ...live, DATA_DIR, ENCRYPTION_KEYS }).encryptionKeys).toContain('curta')
})

test.each([...own.filter((name) => name !== 'SESSION_SECRETS'), 'PIX_CLIENT_SECRET', 'ANALYTICS_SECRET'])(
  'a live shop whose %s is an older secret of its cookies, too, does not start',
  (name) => {
    const DATA_DIR = folderWith(JSON.stringify(liveProfile))
    const shared = 'used-for-one-thing-and-then-for-another'
    const SESSION_SECRETS = `${live.SESSION_SECRETS},${shared}`
    expect(() => readConfig({ ...live, DATA_DIR, SESSION_SECRETS, [name]: shared })).toThrow(
      `${name}: the same as in SESSION_SECRETS`,
    )
    expect(() => readConfig({ SANDBOX: '1', SESSION_SECRETS, [name]: shared })).not.toThrow()
  },
)

test.each(['PUBLIC_URL', 'PIX_API_URL', 'PIX_TOKEN_URL', 'EXTERNAL_PAYMENT_URL', 'CEP_LOOKUP_URL', 'ANALYTICS_URL'])(
  'a live shop is reached and reaches others by https: %s may be http on this machine alone',
  (name) => {
    const pix = { PIX_API_URL: 'https://bank.example/pix', PIX_CLIENT_ID: 'a', PIX_CLIENT_SECRET: 'b' }
    const all = { ...live, ...pix, PIX_RECEIVER_KEY: 'c', DATA_DIR: folderWith(JSON.stringify(liveProfile)) }
    for (const host of ['farmacia.example', '10.0.0.7', 'localhost.example', '127.0.0.1.example', '[::2]']) {
      expect(() => readConfig({ ...all, [name]: `http://${host}/` }), host).toThrow(`${name}: must start with https://`)
      expect(() => readConfig({ SANDBOX: '1', [name]: `http://${host}/` })).not.toThrow()
    }
    for (const host of ['localhost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000']) {
      expect(() => readConfig({ ...all, [name]: `http://${host}/` }), host).not.toThrow()
    }
  },
)

test.each([
  ['PORT', 'abc'],
  ['SANDBOX_CLOCK', '2026-03-02T21:59:00'],
  ['DATABASE_URL', 'mysql://localhost/balcao'],
  ['PAGE_CACHE_SECONDS', '-1'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['MAIL_FROM', 'Farmácia'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'loopback, 10.0.0'],
  ['WEBHOOK_NETWORKS', '10.0.0.0/33'],
])('a bad %s (%s) is named in one line', (name, value) => {
  expect(() => readConfig({ SANDBOX: '1', [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`))
})

test.each([
  ['0', false],
  ['2', 2],
  ['loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1', 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1'],
])('TRUST_PROXY %s is taken', (value, trusted) => {
  expect(readConfig({ SANDBOX: '1', TRUST_PROXY: value }).trustProxy).toBe(trusted)
})

test('webhooks of a live shop reach no network that is not named, those of a sandbox this machine, too', () => {
  const inside = ['127.0.0.1', '::1', '10.0.0.7', '192.168.0.7', '169.254.169.254']
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  const reached = (env: Record<string, string>) => inside.filter(readConfig(env).isAllowedWebhookAddress)
  expect(reached({ ...live, DATA_DIR })).toEqual([])
  expect(reached({ ...live, DATA_DIR, WEBHOOK_NETWORKS: '10.0.0.0/8, 192.168.0.7' })).toEqual([
    '10.0.0.7',
    '192.168.0.7',
  ])
  expect(reached({ SANDBOX: '1' })).toEqual(['127.0.0.1', '::1'])
})

test('tokens are given below the bank’s API, unless it has another place for them', () => {
  const bank = { SANDBOX: '1', PIX_API_URL: 'https://api.bank.example.com/pix/v2/' }
  expect(readConfig(bank).pix?.tokenUrl).toBe('https://api.bank.example.com/pix/v2/oauth/token')
  const elsewhere = 'https://auth.bank.example.com/realms/shop/token'
  expect(readConfig({ ...bank, PIX_TOKEN_URL: elsewhere }).pix?.tokenUrl).toBe(elsewhere)
})

// The one that shop.json files of before lack is asked for by the doctor.
test.each(Object.keys(liveProfile).filter((name) => !['dataProtectionOfficer', 'cashbackPercent'].includes(name)))(
  'a live shop without its %s in shop.json does not start: one line names it',
  (name) => {
    expect(liveWith(JSON.stringify({ ...liveProfile, [name]: undefined }))).toThrow(
      new RegExp(`^.*shop\\.json: ${name}: [^\\n]+$`),
    )
  },
)

test.each([
  ['cnpj: ', { ...liveProfile, cnpj: '  ' }],
  ['pharmacist.crf: ', { ...liveProfile, pharmacist: { name: 'Helena Prado' } }],
  ['hours: ', { ...liveProfile, hours: [] }],
  ['anvisaAlertsUrl: ', { ...liveProfile, anvisaAlertsUrl: 'anvisa' }],
])('what is there but empty or wrong is named too: %s', (path, profile) => {
  expect(liveWith(JSON.stringify(profile))).toThrow(`shop.json: ${path}`)
})

test('the demo’s shop.json opens no live shop: each pretend value is named', () => {
  const refusal = liveWith(JSON.stringify(demo))
  for (const field of ['cnpj', 'email', 'pharmacist.crf', 'sanitaryLicence', 'afe', 'notices.2'])
    expect(refusal).toThrow(`${field}: `)
  expect(readConfig({ SANDBOX: '1', DATA_DIR: folderWith(JSON.stringify(demo)) }).shopProfile).toEqual({
    ...demo,
    reminderLeadDays: 5,
  })
})

test.each([
  ['11.222.333/0001-81', true],
  ['11222333000181', true],
  ['12.ABC.345/01DE-35', true],
  ['12.abc.345/01de-35', true],
  ['11.222.333/0001-80', false],
  ['12.ABC.345/01DE-36', false],
  ['00.000.000/0000-00', false],
  ['11.222.333/0001', false],
])('a live shop takes %s for a CNPJ: %s', (cnpj, isTaken) => {
  const opened = liveWith(JSON.stringify({ ...liveProfile, cnpj }))
  if (isTaken) expect(opened()).toMatchObject({ shopProfile: { cnpj } })
  else expect(opened).toThrow('cnpj: is no CNPJ: its check digits are wrong')
})

test('a shop.json that is missing or is no JSON is named, the demo needs none', () => {
  expect(liveWith()).toThrow('shop.json is missing')
  expect(liveWith('{"name":')).toThrow(/^.*shop\.json: [^\n]+$/)
  expect(readConfig({ SANDBOX: '1', DATA_DIR: folderWith() }).shopProfile).toBe(null)
})

test('files go to the bucket that an address names, with what is escaped in its secret', () => {
  const FILES_URL = 's3://KEY:se%2Fcr%2Bet@s3.example:9000/shop/live?region=sa-east-1'
  expect(readConfig({ SANDBOX: '1', FILES_URL }).s3Location).toEqual({
    endpoint: new URL('https://s3.example:9000/shop'),
    prefix: 'live/',
    region: 'sa-east-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'se/cr+et',
  })
  expect(readConfig({ SANDBOX: '1' }).s3Location).toBeNull()
})

test.each([
  ...[
    'https://KEY:SECRET@s3.example/shop',
    's3://s3.example/shop',
    's3://KEY@s3.example/shop',
    's3://KEY:SECRET@s3.example',
  ],
  ...[
    's3://KEY:SECRET@s3.example/a?bucket=b',
    's3://KEY:S%ZZ@s3.example/shop',
    's3://KEY:SECRET@s3.example/a%20b',
    'files',
  ],
])('a shop does not start with %s for its files, and says so in one line without the secret', (FILES_URL) => {
  expect(() => readConfig({ SANDBOX: '1', FILES_URL })).toThrow(
    /^FILES_URL: must be like s3:\/\/KEY:SECRET@HOST\/BUCKET\?region=REGION$/,
  )
})

test('a live shop sends its files nowhere without TLS but within the machine', () => {
  const DATA_DIR = folderWith(JSON.stringify(liveProfile))
  const at = (host: string) => () => readConfig({ ...live, DATA_DIR, FILES_URL: `s3+http://KEY:SECRET@${host}/shop` })
  expect(at('s3.example')).toThrow('FILES_URL: must start with s3:// in a live shop')
  expect(at('127.0.0.1:9000')().s3Location?.endpoint.href).toBe('http://127.0.0.1:9000/shop')
})

test.each([
  [{}, 1],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 0.1],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, 1],
  [{ OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 1],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, 0],
  [{ OTEL_TRACES_EXPORTER: 'none' }, 0],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, 0],
])(
  'of the traces the share goes to the collector that the standard variables say: %o',
  (variables, traceSampleRatio) => {
    const collector = { SANDBOX: '1', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
    expect(readConfig({ ...collector, ...variables })).toMatchObject({ traceSampleRatio })
  },
)
