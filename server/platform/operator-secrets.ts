import { OperatorError } from './operator-error.ts'
import { estimateEntropyBits, minSecretBits, sandboxCookieSecret, sandboxPaymentSecret } from './secrets.ts'

/** The operator chooses these; those of a bank, a card provider or of Google are as they were given. */
const operatorSecretNames = [
  'SESSION_SECRETS',
  'ENCRYPTION_KEYS',
  'EXTERNAL_PAYMENT_SECRET',
  'CAPTCHA_KEY',
  'METRICS_TOKEN',
] as const
/** Every secret of the environment. */
const secretNames = [
  ...operatorSecretNames,
  'PIX_CLIENT_SECRET',
  'CARD_ACCESS_TOKEN',
  'CARD_WEBHOOK_SECRET',
  'WHATSAPP_TOKEN',
  'WHATSAPP_APP_SECRET',
  'ANALYTICS_SECRET',
] as const
type SecretName = (typeof secretNames)[number]
/** The environment's secrets; of a list the newest comes first. */
type Secrets = { [Name in SecretName]?: string | string[] | undefined }

const publishedSecrets = [sandboxCookieSecret, sandboxPaymentSecret]

/** @throws Error with one line that names the variable */
export function assertStrongSecrets(env: Secrets): void {
  for (const name of operatorSecretNames) {
    for (const [index, secret] of listSecrets(env, name).entries()) {
      if (containsPublishedSecret(secret)) throw new OperatorError(`${name}: the demo’s, which everybody knows`)
      // An older key only opens what it once sealed: refused, it would take the prescriptions with it.
      const isDecryptOnly = name === 'ENCRYPTION_KEYS' && index > 0
      if (!isDecryptOnly && estimateEntropyBits(secret) < minSecretBits) {
        throw new OperatorError(`${name}: too easy to guess; take what \`openssl rand -hex 32\` gives, one for each`)
      }
    }
  }
}

/** Also one with an addition: operators who may not use the demo's secret tend to append to it. */
function containsPublishedSecret(secret: string): boolean {
  return publishedSecrets.some((publishedSecret) => secret.toLowerCase().includes(publishedSecret))
}

/** Otherwise a party that knows a secret for one purpose could abuse the others: a provider could sign the shop's cookies. */
export function assertSecretsDiffer(env: Secrets): void {
  const nameBySecret = new Map<string, string>()
  for (const name of secretNames) {
    for (const secret of listSecrets(env, name)) {
      const otherName = nameBySecret.get(secret) ?? name
      if (otherName !== name)
        throw new OperatorError(`${name}: the same as in ${otherName}; each purpose needs a secret of its own`)
      nameBySecret.set(secret, name)
    }
  }
}

function listSecrets(env: Secrets, name: SecretName): string[] {
  return [env[name] ?? []].flat()
}
