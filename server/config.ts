import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { StorageConfig } from './database/storage-config.ts'
import { channelEnvironment, toChannelEnvironment } from './notify/channel-environment.ts'
import type { CardSettings } from './payments/card/order-product.ts'
import type { PixSettings } from './payments/pix/api-pix.ts'
import { parseS3Url } from './platform/files/s3-storage.ts'
import { isLoopback } from './platform/loopback.ts'
import { parseNetworkMatcher } from './platform/networks.ts'
import { OperatorError } from './platform/operator-error.ts'
import { assertSecretsDiffer, assertStrongSecrets } from './platform/operator-secrets.ts'
import { profileFileName } from './platform/profile-file.ts'
import { sandboxCookieSecret } from './platform/secrets.ts'
import { readShopProfile, type ShopProfile } from './platform/shop-profile.ts'
import type { ProviderName } from './ports/payment-provider.ts'
import { readTrustedRoots } from './prescriptions/signature/trusted-roots.ts'

const flagSchema = z.enum(['0', '1']).transform((value) => value === '1')
const commaListSchema = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(z.array(z.string().min(1, 'one of them is empty')).min(1))
const httpUrlSchema = z.url({ protocol: /^https?$/ })

/** First segments of the shop's own addresses. */
export const reservedPathSegments = new Set([
  ...['api', 'assets', 'beneficio', 'busca', 'cadastro', 'categoria', 'categorias', 'cep', 'checkout', 'comparar'],
  ...['favoritos', 'feed', 'filtros', 'imagens', 'login', 'minha-conta', 'produto', 'sair', 'sandbox', 'sitemap'],
  ...[
    'healthz',
    'readyz',
    'metrics',
    'webhooks',
    'offline',
    'medida',
    'aviso',
    'sessao',
    'lojas',
    'cupom',
    'sacola',
    'acessibilidade',
  ],
  ...[
    'confirmar-email',
    'desconto-laboratorio',
    'orcar-receita',
    'excluir-conta',
    'fail-payment',
    'hospitais-e-clinicas',
    'mini-sacola',
  ],
  ...['privacidade', 'recuperacao-senha', 'selos', 'sobre-nos', 'termos-e-condicoes'],
])

/** The standard's names. A trace begins in this shop, so both forms of each are the same. */
const traceSamplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
]

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  FILES_URL: z
    .string()
    .refine((url) => parseS3Url(url) !== null, 'must be like s3://KEY:SECRET@HOST/BUCKET?region=REGION')
    .optional(),
  SESSION_SECRETS: commaListSchema.optional(),
  ENCRYPTION_KEYS: commaListSchema.optional(),
  PUBLIC_URL: httpUrlSchema.optional(),
  TRUST_PROXY: z
    .string()
    .refine(isTrustProxyValue, 'must be how many proxies there are, or their addresses')
    .optional(),
  SANDBOX: flagSchema.default(false),
  SANDBOX_CLOCK: z.iso
    .datetime({ offset: true, message: 'must be an ISO instant with offset, like 2026-03-02T21:59:00-03:00' })
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/[^\s<>]@[^\s<>]/, 'must hold an e-mail address')
    .optional(),
  ...channelEnvironment,
  NATIVE_PAYMENT: flagSchema.optional(),
  EXTERNAL_PAYMENT_URL: httpUrlSchema.optional(),
  EXTERNAL_PAYMENT_SECRET: z.string().optional(),
  PIX_PROVIDER: z.enum(['api', 'mercadopago'], 'must be api or mercadopago').default('api'),
  PIX_API_URL: httpUrlSchema.optional(),
  PIX_TOKEN_URL: httpUrlSchema.optional(),
  PIX_CLIENT_ID: z.string().optional(),
  PIX_CLIENT_SECRET: z.string().optional(),
  PIX_CERT_FILE: z.string().optional(),
  PIX_CERT_KEY_FILE: z.string().optional(),
  PIX_RECEIVER_KEY: z.string().max(77).optional(),
  CARD_PROVIDER: z.literal('mercadopago', 'must be mercadopago').optional(),
  CARD_ACCESS_TOKEN: z.string().optional(),
  CARD_WEBHOOK_SECRET: z.string().optional(),
  CARD_API_URL: httpUrlSchema.default('https://api.mercadopago.com'),
  CARD_MAX_INSTALLMENTS: z.coerce.number('must be a number').int().min(1).max(12).default(3),
  CARD_MIN_INSTALLMENT: z
    .string()
    .regex(/^\d{1,6}(\.\d{2})?$/, 'must be in reais, like 5.00')
    .default('5.00'),
  LABORATORY_PROGRAMME_URL: httpUrlSchema.optional(),
  CEP_LOOKUP_URL: httpUrlSchema.optional(),
  PRESCRIPTION_ROOTS: z.string().optional(),
  CAPTCHA_KEY: z.string().optional(),
  ANALYTICS_ID: z.string().optional(),
  ANALYTICS_SECRET: z.string().optional(),
  ANALYTICS_URL: httpUrlSchema.default('https://www.google-analytics.com/mp/collect'),
  SHIPPING_DESIGN: flagSchema.optional(),
  COUNTER: flagSchema.default(true),
  COUNTER_PATH: z
    .string()
    .regex(/^\/[a-z0-9-]+$/, 'must be one segment of lower case letters, digits and hyphens, like /balcao')
    .refine((path) => !reservedPathSegments.has(path.slice(1)), 'is a page of the shop')
    .default('/balcao'),
  COUNTER_ORIGIN: httpUrlSchema.optional(),
  COUNTER_NETWORKS: commaListSchema
    .refine((networks) => parseNetworkMatcher(networks) !== null, 'must be addresses or networks like 10.0.0.0/8')
    .optional(),
  WEBHOOK_NETWORKS: commaListSchema
    .refine((networks) => parseNetworkMatcher(networks) !== null, 'must be addresses or networks like 10.0.0.0/8')
    .optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_TOKEN: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlSchema.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrlSchema.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(traceSamplers, `must be one of ${traceSamplers.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number').min(0).max(1).default(1),
  PAGE_CACHE_SECONDS: z.coerce.number().min(0).max(300).default(5),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
type Environment = z.infer<typeof Environment>

export type Config = ReturnType<typeof readConfig>

const demoFolder = fileURLToPath(new URL('./demo', import.meta.url))

/**
 * Parses the environment once; nobody else reads it.
 *
 * Without the sandbox it insists on everything a live shop needs, so that nothing fake is ever reachable by mistake.
 * @throws Error with one line that names the variable
 */
export function readConfig(rawEnv: Record<string, string | undefined>) {
  const env = parseEnvironment(rawEnv)
  if (env.SANDBOX) assertDemoPresent()
  else {
    assertRequiredVariables(env)
    assertStrongSecrets(env)
    assertSecretsDiffer(env)
    assertNoPlainHttp(env)
  }

  const storageConfig = toStorageConfig(env)
  return {
    ...storageConfig,
    port: env.PORT,
    host: env.HOST,
    shopProfile: loadShopProfile(storageConfig.dataDir, env.SANDBOX),
    sessionSecrets: env.SESSION_SECRETS ?? [sandboxCookieSecret],
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    sandboxStartAt: env.SANDBOX && env.SANDBOX_CLOCK ? new Date(env.SANDBOX_CLOCK) : null,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    channels: toChannelEnvironment(env),
    paymentProviders: listPaymentProviders(env),
    externalPayment: { url: env.EXTERNAL_PAYMENT_URL, secret: env.EXTERNAL_PAYMENT_SECRET },
    pixProviderName: env.PIX_PROVIDER === 'mercadopago' ? 'pix_mercadopago' : 'pix',
    pix: toPixSettings(env),
    card: toCardSettings(env),
    installments: {
      maxInstallments: env.CARD_MAX_INSTALLMENTS,
      minInstallmentCents: Math.round(Number(env.CARD_MIN_INSTALLMENT) * 100),
    },
    laboratoryProgrammeUrl: env.LABORATORY_PROGRAMME_URL?.replace(/\/$/, ''),
    cepLookupUrl: env.CEP_LOOKUP_URL,
    prescriptionRootCertificates: readTrustedRoots(env.PRESCRIPTION_ROOTS),
    captchaKey: env.CAPTCHA_KEY,
    analytics: { measurementId: env.ANALYTICS_ID, apiSecret: env.ANALYTICS_SECRET, collectorUrl: env.ANALYTICS_URL },
    showsShippingPromise: env.SHIPPING_DESIGN ?? env.SANDBOX,
    backoffice: {
      isEnabled: env.COUNTER,
      path: env.COUNTER_PATH,
      origin: env.COUNTER_ORIGIN?.replace(/\/$/, '') ?? null,
      isAllowedAddress: env.COUNTER_NETWORKS ? parseNetworkMatcher(env.COUNTER_NETWORKS) : null,
    },
    isAllowedWebhookAddress: createWebhookAddressCheck(env),
    metrics: { port: env.METRICS_PORT, token: env.METRICS_TOKEN },
    traceSampleRatio: computeTraceSampleRatio(env),
    pageCacheSeconds: env.PAGE_CACHE_SECONDS,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
  }
}

/**
 * The part of the environment that a shop's data needs: enough for a restore, when other settings and shop.json are still
 * missing.
 * @throws Error with one line that names the variable
 */
export function readStorageConfig(rawEnv: Record<string, string | undefined>): StorageConfig {
  return toStorageConfig(parseEnvironment(rawEnv))
}

/**
 * Checks some of a live shop's settings by themselves, before the others are there.
 * @throws Error with one line that names the variable
 */
export function assertHttpsSettings(rawEnv: Record<string, string | undefined>): void {
  assertNoPlainHttp(parseEnvironment(rawEnv))
}

function toStorageConfig(env: Environment): StorageConfig {
  const dataDir = resolve(env.DATA_DIR)
  return {
    isSandbox: env.SANDBOX,
    dataDir,
    s3Location: parseS3Url(env.FILES_URL ?? ''),
    databaseLocation: env.DATABASE_URL ?? join(dataDir, 'balcao.db'),
    encryptionKeys: env.ENCRYPTION_KEYS ?? [sandboxCookieSecret],
  }
}

function parseEnvironment(rawEnv: Record<string, string | undefined>): Environment {
  // An empty variable counts as unset, since compose files and CI systems leave values out that way.
  const variables = Object.fromEntries(Object.entries(rawEnv).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(variables)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new OperatorError(`${issue?.path.join('.')}: ${issue?.message}`)
}

function assertRequiredVariables(env: Environment): void {
  const requiredVariables = ['SESSION_SECRETS', 'ENCRYPTION_KEYS', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'] as const
  const pixVariables = ['PIX_API_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_RECEIVER_KEY'] as const
  const externalPaymentVariables = ['EXTERNAL_PAYMENT_URL', 'EXTERNAL_PAYMENT_SECRET'] as const
  const cardVariables = ['CARD_ACCESS_TOKEN', 'CARD_WEBHOOK_SECRET'] as const
  const hasCard = env.CARD_PROVIDER !== undefined
  const hasPixByCardProvider = env.PIX_PROVIDER === 'mercadopago'
  const usesBank = env.PIX_API_URL !== undefined || !(hasCard || hasPixByCardProvider)
  const nativePaymentVariables = [
    ...(usesBank ? pixVariables : []),
    ...(hasPixByCardProvider ? (['CARD_PROVIDER'] as const) : []),
    ...(hasCard || hasPixByCardProvider ? cardVariables : []),
  ]
  const missingVariables = [
    ...requiredVariables,
    ...(usesNativePayment(env) ? nativePaymentVariables : externalPaymentVariables),
  ].filter((name) => env[name] === undefined)
  if (missingVariables.length > 0) {
    throw new OperatorError(`${missingVariables.join(', ')}: required for a live shop (set SANDBOX=1 for the demo)`)
  }
}

/**
 * Which share of all traces is sent, from 0 to 1. The other standard variables (OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS …) are
 * read by OpenTelemetry's own packages.
 */
function computeTraceSampleRatio(env: Environment): number {
  const hasCollector =
    env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined
  const isTracingEnabled = env.OTEL_TRACES_EXPORTER === 'otlp' && env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true'
  if (!hasCollector || !isTracingEnabled || env.OTEL_TRACES_SAMPLER.endsWith('always_off')) return 0
  return env.OTEL_TRACES_SAMPLER.endsWith('ratio') ? env.OTEL_TRACES_SAMPLER_ARG : 1
}

/** Session cookies, payments, the bank's tokens, postal codes and what customers allow to be counted travel to these. */
const httpsOnlyVariables = [
  'PUBLIC_URL',
  'PIX_API_URL',
  'PIX_TOKEN_URL',
  'EXTERNAL_PAYMENT_URL',
  'CARD_API_URL',
  'LABORATORY_PROGRAMME_URL',
  'CEP_LOOKUP_URL',
  'ANALYTICS_URL',
  'WHATSAPP_API_URL',
] as const

/** Within this machine nobody listens. */
function assertNoPlainHttp(env: Environment): void {
  for (const name of httpsOnlyVariables) {
    const url = new URL(env[name] ?? 'https://unset.invalid')
    if (url.protocol === 'http:' && !isLoopback(url))
      throw new OperatorError(`${name}: must start with https:// in a live shop`)
  }
  const s3Endpoint = parseS3Url(env.FILES_URL ?? '')?.endpoint
  if (s3Endpoint?.protocol === 'http:' && !isLoopback(s3Endpoint))
    throw new OperatorError('FILES_URL: must start with s3:// in a live shop')
}

/** The payment providers that are offered, in this order: on the shop's own page Pix and card, else the external page alone. */
function listPaymentProviders(env: Environment): ProviderName[] {
  if (!usesNativePayment(env)) return ['external']
  const hasCard = env.SANDBOX || env.CARD_PROVIDER !== undefined
  const hasPix = env.SANDBOX || env.PIX_API_URL !== undefined || env.PIX_PROVIDER === 'mercadopago'
  return [hasPix && 'pix', hasCard && 'card'].filter((name) => name !== false)
}

/** Whether orders are paid on the shop's own page: as configured, else if a bank or cards are, or no other payment is. */
function usesNativePayment(env: Environment): boolean {
  return (
    env.NATIVE_PAYMENT ??
    (env.SANDBOX ||
      env.PIX_API_URL !== undefined ||
      env.PIX_PROVIDER === 'mercadopago' ||
      env.CARD_PROVIDER !== undefined ||
      env.EXTERNAL_PAYMENT_URL === undefined)
  )
}

/** An image for live shops alone is built without it (Dockerfile). */
function assertDemoPresent(): void {
  if (existsSync(demoFolder)) return
  throw new OperatorError(
    'SANDBOX: the demo shop was left out of this installation; build the image with DEMO=1, or set SANDBOX=0',
  )
}

/** Null in a sandbox without one: it takes the demo's. */
function loadShopProfile(dataDir: string, isSandbox: boolean): ShopProfile | null {
  const profilePath = join(dataDir, profileFileName)
  if (existsSync(profilePath)) return readShopProfile(profilePath, { isLive: !isSandbox })
  if (isSandbox) return null
  throw new OperatorError(`DATA_DIR: ${profilePath} is missing: a live shop needs its name and legal data there`)
}

/** Whether Express accepts the value: it would throw later, when the server is made. */
function isTrustProxyValue(value: string): boolean {
  const presetNames = ['loopback', 'linklocal', 'uniquelocal']
  const isAddressOrRange = (range: string) => {
    const [, address = '', prefixLength] = /^([^/]*)(?:\/([1-9]\d{0,2}))?$/.exec(range) ?? []
    return (
      presetNames.includes(range) ||
      (isIP(address) !== 0 && Number(prefixLength ?? 1) <= (isIP(address) === 4 ? 32 : 128))
    )
  }
  return /^\d+$/.test(value) || value.split(',').every((range) => isAddressOrRange(range.trim()))
}

/** `1` or a number: how many proxies stand before the server; anything else: their addresses, in Express's format. */
function parseTrustProxy(value: string | undefined): number | string | false {
  if (value === undefined || value === '0') return false
  return /^\d+$/.test(value) ? Number(value) : value
}

/** Whether a webhook may reach an address that is not one of the internet's: in the sandbox also this machine. */
function createWebhookAddressCheck({ SANDBOX, WEBHOOK_NETWORKS = [] }: Environment): (address: string) => boolean {
  const allowedNetworks = SANDBOX ? ['127.0.0.0/8', '::1', ...WEBHOOK_NETWORKS] : WEBHOOK_NETWORKS
  return parseNetworkMatcher(allowedNetworks) ?? (() => false)
}

/** Without settings the sandbox's own bank is used; its address is known only once the server listens. */
function toPixSettings(env: Environment): PixSettings | null {
  if (env.PIX_API_URL === undefined) return null
  const apiUrl = env.PIX_API_URL.replace(/\/$/, '')
  return {
    apiUrl,
    tokenUrl: env.PIX_TOKEN_URL ?? `${apiUrl}/oauth/token`,
    clientId: env.PIX_CLIENT_ID ?? '',
    clientSecret: env.PIX_CLIENT_SECRET ?? '',
    certFile: env.PIX_CERT_FILE,
    certKeyFile: env.PIX_CERT_KEY_FILE,
    receiverKey: env.PIX_RECEIVER_KEY ?? '',
  }
}

/** Without settings the sandbox's own card page is used; its address is known only once the server listens. */
function toCardSettings(env: Environment): Pick<CardSettings, 'apiUrl' | 'accessToken' | 'webhookSecret'> | null {
  if (env.CARD_PROVIDER === undefined) return null
  return {
    apiUrl: env.CARD_API_URL.replace(/\/$/, ''),
    accessToken: env.CARD_ACCESS_TOKEN ?? '',
    webhookSecret: env.CARD_WEBHOOK_SECRET ?? '',
  }
}
