import { OperatorError } from './platform/operator-error.ts'
import { estimateBits, minBits, sandboxPaymentSecret, sandboxSecret } from './platform/secrets.ts'

/** The operator chooses these; those of a bank, a card provider or of Google are as they were given. */
const ownSecrets = [
  'SESSION_SECRETS',
  'ENCRYPTION_KEYS',
  'EXTERNAL_PAYMENT_SECRET',
  'CAPTCHA_KEY',
  'METRICS_TOKEN',
] as const
/** Every secret of the environment. */
const secretNames = [
  ...ownSecrets,
  'PIX_CLIENT_SECRET',
  'CARD_ACCESS_TOKEN',
  'CARD_WEBHOOK_SECRET',
  'ANALYTICS_SECRET',
] as const
type SecretName = (typeof secretNames)[number]
/** The environment's secrets; of a list the newest comes first. */
type Secrets = { [Name in SecretName]?: string | string[] | undefined }

const publishedSecrets = [sandboxSecret, sandboxPaymentSecret]

/** @throws Error with one line that names the variable */
export function assertStrongSecrets(env: Secrets): void {
  for (const name of ownSecrets) {
    for (const [age, secret] of secretsIn(env, name).entries()) {
      if (isPublished(secret)) throw new OperatorError(`${name}: the demo’s, which everybody knows`)
      // An older key only opens what it once sealed: refused, it would take the prescriptions with it.
      const onlyOpens = name === 'ENCRYPTION_KEYS' && age > 0
      if (!onlyOpens && estimateBits(secret) < minBits) {
        throw new OperatorError(`${name}: too easy to guess; take what \`openssl rand -hex 32\` gives, one for each`)
      }
    }
  }
}

/** One with an addition, too: whoever must not use the demo's secret adds to it. */
function isPublished(secret: string): boolean {
  return publishedSecrets.some((published) => secret.toLowerCase().includes(published))
}

/** Whoever learns a secret by one use could otherwise abuse the others: a provider could sign the shop's cookies. */
export function assertSecretsDiffer(env: Secrets): void {
  const users = new Map<string, string>()
  for (const name of secretNames) {
    for (const secret of secretsIn(env, name)) {
      const other = users.get(secret) ?? name
      if (other !== name)
        throw new OperatorError(`${name}: the same as in ${other}; each purpose needs a secret of its own`)
      users.set(secret, name)
    }
  }
}

function secretsIn(env: Secrets, name: SecretName): string[] {
  return [env[name] ?? []].flat()
}
