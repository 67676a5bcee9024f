import { expect, test } from 'vitest'
import { toSentence } from '../../app/texts/operator/operator-errors.ts'
import { readConfig } from '../config.ts'
import { explainDatabaseError } from '../database/database-errors.ts'
import { formatPendingMessage } from '../database/migrate.ts'
import { restMessage } from '../database/rest.ts'
import { explainConnectionError } from '../platform/connection-errors.ts'
import { readShopProfile } from '../platform/shop-profile.ts'

/** Words of an English sentence that none in Portuguese has. */
const english = /\b(the|is|are|must|cannot|see|does|which|each|your)\b/

const withCode = (code: string) => Object.assign(new Error('it failed'), { code })

const messageOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

const settings = {
  SESSION_SECRETS: 'a-secret-that-only-this-test-knows-of-2026',
  ENCRYPTION_KEYS: 'a-key-that-is-known-to-this-test-alone-26',
  PUBLIC_URL: 'https://www.example.com.br',
  SMTP_URL: 'smtps://u:p@mail.example',
  MAIL_FROM: 'loja@example.com.br',
  EXTERNAL_PAYMENT_URL: 'https://pay.example',
  EXTERNAL_PAYMENT_SECRET: 'one-more-secret-that-nobody-else-knows-of',
  DATA_DIR: '/nowhere',
}

test.each<[Record<string, string>, string]>([
  [{ SMTP_URL: '' }, 'SMTP_URL: falta preencher, a loja não abre sem isso (SANDBOX=1 abre a demonstração)'],
  [{ PUBLIC_URL: 'http://www.example.com.br' }, 'PUBLIC_URL: precisa começar com https://'],
  [{ PUBLIC_URL: 'loja' }, 'PUBLIC_URL: não é um endereço completo'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: precisa começar com postgres://'],
  [{ FILES_URL: 'https://x' }, 'FILES_URL: precisa ser como s3://CHAVE:SEGREDO@SERVIDOR/BUCKET?region=REGIÃO'],
  [{ SESSION_SECRETS: 'a,,b' }, 'SESSION_SECRETS.1: um dos valores está vazio'],
  [{ MAIL_FROM: 'Farmácia' }, 'MAIL_FROM: precisa ter um e-mail, como Farmácia <loja@example.com.br>'],
  [{ TRUST_PROXY: 'many' }, 'TRUST_PROXY: precisa ser quantos proxies há, ou os endereços deles'],
  [{ CARD_PROVIDER: 'outra' }, 'CARD_PROVIDER: precisa ser mercadopago'],
  [{ CARD_MIN_INSTALLMENT: '5,00' }, 'CARD_MIN_INSTALLMENT: precisa ser em reais, como 5.00'],
  [{ SHIPPING_DESIGN: 'sim' }, 'SHIPPING_DESIGN: precisa ser 0 ou 1'],
  [{ LOG_LEVEL: 'alto' }, 'LOG_LEVEL: precisa ser um destes: "fatal"|"error"|"warn"|"info"|"debug"|"trace"|"silent"'],
  [
    { COUNTER_PATH: 'balcao' },
    'COUNTER_PATH: precisa ser uma barra com letras minúsculas, números e hifens, como /balcao',
  ],
  [{ COUNTER_PATH: '/busca' }, 'COUNTER_PATH: já é uma página da loja: escolha outro'],
  [{ COUNTER_NETWORKS: 'x' }, 'COUNTER_NETWORKS: precisa ter endereços ou redes, como 10.0.0.0/8'],
  [
    { SESSION_SECRETS: 'abc' },
    'SESSION_SECRETS: fácil de adivinhar: use o que `openssl rand -hex 32` dá, um para cada',
  ],
  [
    { EXTERNAL_PAYMENT_SECRET: settings.SESSION_SECRETS },
    'EXTERNAL_PAYMENT_SECRET: igual a SESSION_SECRETS: cada finalidade precisa de um segredo próprio',
  ],
  [
    {},
    'DATA_DIR: /nowhere/shop.json não existe: a loja precisa ali do nome e dos dados legais; "npm run shop -- init" cria um para preencher',
  ],
])('a start that %j stops says so in Portuguese', (change, sentence) => {
  const message = messageOf(() => readConfig({ ...settings, ...change }))
  expect(toSentence(message)).toEqual({ en: message, pt: sentence })
})

test.each([
  ...['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'WRONG_VERSION_NUMBER'],
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'],
  ...['ERR_OSSL_PEM_NO_START_LINE', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'],
  ...['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'ECONNRESET'],
])('why a connection failed with %s is told in Portuguese', (code) => {
  const message = explainConnectionError(withCode(code), 'pix.example')
  expect(message).not.toBeNull()
  expect(toSentence(message ?? '').pt).not.toMatch(english)
})

test.each([
  'SQLITE_FULL',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
  'SQLITE_BUSY',
  '25006',
  'SQLITE_READONLY',
  'ECONNREFUSED',
])('what is wrong with a database that answers %s is told in Portuguese', (code) => {
  for (const location of ['/data/balcao.db', 'postgres://db/balcao']) {
    const message = explainDatabaseError(withCode(code), location) ?? ''
    expect(toSentence(message).pt, message).not.toMatch(english)
  }
})

test('each field of a shop.json that is not a live shop’s is told in Portuguese', () => {
  const { pt } = toSentence(messageOf(() => readShopProfile('server/demo/shop.json', { isLive: true })))
  expect(pt).toContain('cnpj: não é um CNPJ: os dígitos verificadores não conferem; email: é da demonstração')
  expect(pt).not.toMatch(english)
})

test('a shop at rest, and an older database, are told in Portuguese', () => {
  for (const message of [restMessage, formatPendingMessage(['134-delivery-terms'])])
    expect(toSentence(message).pt).not.toMatch(english)
})

test('what is in no table stays as it is', () => {
  expect(toSentence('550 mailbox unavailable')).toEqual({
    en: '550 mailbox unavailable',
    pt: '550 mailbox unavailable',
  })
})
