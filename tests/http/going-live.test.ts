import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { createClock } from '../../server/platform/clock.ts'
import { openTestBank } from '../support/bank.ts'
import { makeCertificates } from '../support/certificates.ts'
import { liveProfile } from '../support/live-profile.ts'
import { openDemoOperator, openOperator } from '../support/operator.ts'
import { freePort } from '../support/ports.ts'
import { startServer } from '../support/server.ts'
import { openSmtpSink } from '../support/smtp.ts'

const profile = JSON.stringify(liveProfile)

test('a live shop begins with settings of its own keys, and a list of what is left; a second try changes nothing', async () => {
  const operator = openOperator()
  const file = join(operator.dataDir, 'live.env')
  const init = () =>
    operator.run(
      ...['init', '--file', file, '--url', 'https://www.example.com.br', '--smtp', 'smtps://u:p@mail.example'],
      ...['--lang', 'en'],
    )
  const { code, output } = await init()
  expect([code, output]).toEqual([0, expect.stringContaining('MAIL_FROM')])
  expect(output).toContain('shop.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  for (const name of ['MAIL_FROM', 'EXTERNAL_PAYMENT_URL', 'PIX_API_URL']) expect(text).toContain(`\n#${name}=""\n`)
  const env = parseEnv(text)
  expect(env.SESSION_SECRETS).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set([env.SESSION_SECRETS, env.ENCRYPTION_KEYS, env.METRICS_TOKEN]).size).toBe(3)

  // With what the list asks for it is all that a live shop needs.
  const provider = {
    MAIL_FROM: 'loja@example.com.br',
    EXTERNAL_PAYMENT_URL: 'https://pay.example',
    EXTERNAL_PAYMENT_SECRET: 'a-secret-of-a-provider-that-only-tests-know',
  }
  expect(() => readConfig({ ...env, ...provider })).toThrow(/shop\.json: name: is empty; .*cnpj: is empty; /)
  writeFileSync(join(operator.dataDir, 'shop.json'), profile)
  expect(readConfig({ ...env, ...provider })).toMatchObject({
    isSandbox: false,
    publicUrl: 'https://www.example.com.br',
  })

  const again = await init()
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('nothing was changed')])
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test.each([
  ['--url', 'notaurl', 'PUBLIC_URL: '],
  ['--url', 'http://www.example.com.br', 'PUBLIC_URL: must start with https://'],
  ['--database', 'mysql://x', 'DATABASE_URL: must start with postgres://'],
  ['--smtp', 'mail.example', 'SMTP_URL: '],
  ['--mail-from', 'Farmácia', 'MAIL_FROM: must hold an e-mail address'],
  ['--proxy', 'many', 'TRUST_PROXY: '],
])(
  'a live shop does not begin with %s %s: one line names it, and nothing is written',
  async (option, value, sentence) => {
    const operator = openOperator()
    const file = join(operator.dataDir, 'live.env')
    const { code, output } = await operator.run('init', '--lang', 'en', '--file', file, option, value)
    expect([code, output, existsSync(file)]).toEqual([1, expect.stringContaining(sentence), false])
  },
)

test('the owner is told in Portuguese what each line is for, what is left to do, and what is refused', async () => {
  const operator = openOperator()
  const file = join(operator.dataDir, 'live.env')
  const url = ['--url', 'https://www.example.com.br']
  expect(await operator.run('init', '--file', file, '--url', 'http://www.example.com.br')).toMatchObject({
    code: 1,
    output: 'PUBLIC_URL: precisa começar com https://\n',
  })
  const refused = await operator.run('init', '--file', file, ...url, '--smtp', 'smtps://u:$p@mail.example')
  expect(refused).toMatchObject({ code: 2, output: expect.stringContaining('--smtp tem um caractere que') })
  const roots = join(operator.dataDir, 'roots')
  const { output } = await operator.run(
    ...['init', '--file', file, ...url, '--card', 'mercadopago', '--ceps', 'https://viacep.com.br/ws'],
    ...['--counter', '/equipe', '--roots', roots, '--shipping', '1', '--whatsapp-id', '4711'],
  )
  expect(output.split('\n')).toEqual([
    `${file}: a configuração da loja, com SESSION_SECRETS e ENCRYPTION_KEYS novas.`,
    'Guarde uma cópia dela longe das cópias de segurança: sem as chaves ninguém lê as receitas.',
    `1. Preencha em ${file}: SMTP_URL, MAIL_FROM, CARD_ACCESS_TOKEN, CARD_WEBHOOK_SECRET, WHATSAPP_TOKEN, WHATSAPP_APP_SECRET; as linhas estão lá, tire o # de cada uma.`,
    expect.stringMatching(/^2\. Preencha .*shop\.json: nome, CNPJ, farmacêutico, licenças/),
    expect.stringMatching(/^3\. Carregue a configuração/),
    ...[4, 5, 6, 7, 8].map((step) => expect.stringMatching(new RegExp(`^${step}\\. "npm run shop -- `))),
    '',
  ])
  const text = readFileSync(file, 'utf8')
  expect(parseEnv(text)).toMatchObject({
    CEP_LOOKUP_URL: 'https://viacep.com.br/ws',
    COUNTER_PATH: '/equipe',
    PRESCRIPTION_ROOTS: roots,
    SHIPPING_DESIGN: '1',
    CARD_PROVIDER: 'mercadopago',
    WHATSAPP_PHONE_ID: '4711',
  })
  expect(text).toContain('curl -LO https://acraiz.icpbrasil.gov.br/')
  expect(text).toContain('npm run shop -- backup --verify')
  // Every line has its comment, those without a value too.
  const paragraphs = text.trimEnd().split('\n\n')
  expect(paragraphs.filter((paragraph) => !/^# \S.*\n(#.*\n)*#? ?\S+/.test(paragraph))).toEqual([])
  expect(await operator.run('init', '--file', file)).toMatchObject({
    code: 1,
    output: `${file} já existe: nada mudou.\n`,
  })
})

test('the doctor tries what a live shop needs, and says of each fault what to do', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-live-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'shop.json'), profile)
  const mail = await openSmtpSink()
  const live = {
    SANDBOX: undefined,
    SANDBOX_CLOCK: undefined,
    ENCRYPTION_KEYS: 'a-key-that-is-known-to-the-tests-alone',
    SMTP_URL: mail.url,
    MAIL_FROM: 'loja@example.com',
    EXTERNAL_PAYMENT_URL: 'https://payments.example/',
    EXTERNAL_PAYMENT_SECRET: 'a-secret-of-a-provider-that-only-tests-know',
  }
  const server = await startServer({ dataDir, env: live })
  const { SANDBOX: _, SANDBOX_CLOCK: __, ...settings } = live
  const operator = openOperator({
    ...settings,
    SANDBOX: '',
    DATA_DIR: dataDir,
    PUBLIC_URL: server.url,
    SESSION_SECRETS: 'another-secret-that-only-these-tests-know-of',
  })
  const examine = async () => {
    const { code, output } = await operator.run('doctor', '--lang', 'en')
    const states = output.split('\n').flatMap((line) => /^(ok|look|fault) +(\w+)/.exec(line)?.slice(1).join(' ') ?? [])
    return { code, states, output }
  }
  const well = await examine()
  expect(well.states, well.output).toEqual([
    'ok settings',
    'look shop',
    'ok unset',
    'look streets',
    'look prescription',
    'ok disk',
    'ok database',
    'look backup',
    'ok keys',
    'look catalogue',
    'look staff',
    'ok mail',
    'ok address',
  ])
  expect(well.code).toBe(0)
  expect(well.output).toMatch(/shop\.json .*no ae, which who deals in controlled substances has, pharmacistsOnDuty: 0/)
  const onDuty = [{ name: 'Rute Sampaio', crf: 'CRF-SP 12.345', hours: 'domingos' }]
  writeFileSync(
    join(dataDir, 'shop.json'),
    JSON.stringify({ ...liveProfile, ae: '1.23456-7', pharmacistsOnDuty: onDuty }),
  )
  expect((await examine()).output).toMatch(/shop\.json .*AE 1\.23456-7, pharmacistsOnDuty: 1/)

  await mail.stop()
  await server.stop()
  const ill = await examine()
  expect([ill.code, ill.states.filter((state) => state.startsWith('fault'))]).toEqual([
    1,
    ['fault mail', 'fault address'],
  ])
  expect(ill.output).toContain('2 of 13 checks failed.')
  expect(ill.output).toMatch(
    new RegExp(
      `PUBLIC_URL: nobody listens at ${new URL(server.url).host}.* Is the shop started, and the proxy before it\\?`,
    ),
  )
  expect(ill.output).toMatch(/fault +mail +SMTP_URL: nobody listens at 127\.0\.0\.1:\d+/)
  const { output: portuguese } = await operator.run('doctor')
  expect(portuguese).toMatch(/^falha +e-mail +SMTP_URL: ninguém atende em 127\.0\.0\.1:\d+, ou a porta está fechada/m)
  expect(portuguese).toMatch(/^veja +equipe +nenhum gerente entra ainda: /m)
  expect(portuguese).toMatch(/^2 falhas em 13 verificações\.$/m)
  const unset = await openOperator({ SANDBOX: '', PUBLIC_URL: server.url }).run('doctor', '--lang', 'en')
  expect([unset.code, unset.output]).toEqual([1, expect.stringMatching(/fault +settings +SESSION_SECRETS, /)])
})

test('the doctor tells why the bank does not answer, whether the receiver’s key is known there, and how long certificates last', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-live-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'shop.json'), profile)
  const bank = await openTestBank(createClock())
  const other = await makeCertificates()
  const operator = openOperator({
    SANDBOX: '',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'loja@example.com',
    SESSION_SECRETS: 'another-secret-that-only-these-tests-know-of',
    ENCRYPTION_KEYS: 'a-key-that-is-known-to-the-tests-alone',
    ...bank.environment,
  })
  const examine = async (change: Record<string, string> = {}) =>
    (await operator.runWith(change, 'doctor', '--lang', 'en')).output

  expect(await examine()).toMatch(/^fault +receiver key +the bank has no webhook for PIX_RECEIVER_KEY/m)
  await bank.putWebhook(bank.settings.receiverKey, { webhookUrl: 'https://127.0.0.1:9/webhooks' })
  const well = await examine()
  expect(well).toMatch(/^ok +bank /m)
  expect(well).toMatch(/^ok +receiver key /m)
  expect(well).toMatch(/^ok +certificate +PIX_CERT_FILE is valid for \d+ more days$/m)
  expect(well).toMatch(/^ok +certificate +127\.0\.0\.1:\d+ is valid for \d+ more days$/m)
  expect(await examine({ PIX_RECEIVER_KEY: 'chave-de-outra-farmacia' })).toMatch(/^fault +receiver key /m)

  const why = async (change?: Record<string, string>) => /^fault +bank +(.*)$/m.exec(await examine(change))?.[1]
  expect(await why({ PIX_CERT_KEY_FILE: other.clientFiles.certKeyFile })).toContain(
    'the key is not that of the certificate',
  )
  expect(await why({ PIX_CERT_FILE: '/nowhere/client.pem' })).toContain('/nowhere/client.pem')
  expect(await why({ PIX_CERT_FILE: '', PIX_CERT_KEY_FILE: '' })).toMatch(/certificate/)
  expect(await why({ PIX_CLIENT_SECRET: 'wrong' })).toContain('the bank refuses PIX_CLIENT_ID, PIX_CLIENT_SECRET')
  const closed = `https://127.0.0.1:${await freePort()}`
  expect(await why({ PIX_API_URL: closed, PIX_TOKEN_URL: `${closed}/token` })).toContain('nobody listens at 127.0.0.1')
  bank.show(bank.certificates.expired)
  expect(await why()).toMatch(/^the certificate of 127\.0\.0\.1:\d+ has expired/)
  bank.show(bank.certificates.server)
  bank.certificates.distrust()
  expect(await why()).toMatch(/^the certificate of 127\.0\.0\.1:\d+ is of an authority that Node does not trust/)
})

test('the doctor tells whose account the card provider’s token opens: a test account’s payments are no money', async () => {
  const accounts: Record<string, object> = {
    'APP_USR-live': { id: 1, site_id: 'MLB', tags: ['normal'] },
    'APP_USR-test': { id: 2, site_id: 'MLB', tags: ['normal', 'test_user'] },
    'APP_USR-abroad': { id: 3, site_id: 'MLA', tags: ['normal'] },
  }
  const providerUrl = await openProvider(({ headers, url }, response) => {
    const account = url === '/users/me' && accounts[headers.authorization?.replace('Bearer ', '') ?? '']
    response.writeHead(account ? 200 : 401).end(JSON.stringify(account || { message: 'invalid access token' }))
  })
  const operator = openLiveOperator({ CARD_API_URL: providerUrl })
  const card = async (token: string) =>
    /^(\w+) +card +(.*)$/m
      .exec((await operator.runWith({ CARD_ACCESS_TOKEN: token }, 'doctor', '--lang', 'en')).output)
      ?.slice(1)
  expect(await card('APP_USR-live')).toEqual(['ok', 'the card provider takes the token and answers'])
  expect(await card('APP_USR-test')).toEqual(['fault', expect.stringContaining('of a test account')])
  expect(await card('APP_USR-abroad')).toEqual(['fault', expect.stringContaining('another country (MLA)')])
  expect(await card('APP_USR-unknown')).toEqual(['fault', expect.stringContaining('refuses CARD_ACCESS_TOKEN (401)')])
})

/** Whoever the shop asks, answering as a test says. */
async function openProvider(listener: RequestListener): Promise<string> {
  const provider = createServer(listener).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => void provider.close())
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
}

function openLiveOperator(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-live-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'shop.json'), profile)
  return openOperator({
    SANDBOX: '',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'loja@example.com',
    SESSION_SECRETS: 'another-secret-that-only-these-tests-know-of',
    ENCRYPTION_KEYS: 'a-key-that-is-known-to-the-tests-alone',
    CARD_PROVIDER: 'mercadopago',
    CARD_ACCESS_TOKEN: 'APP_USR-live',
    CARD_WEBHOOK_SECRET: 'a-secret-of-a-provider-that-only-tests-know',
    ...env,
  })
}

test('the doctor tells what is wrong with the account at Meta: token, secret, number, or that it is blocked', async () => {
  const settings = {
    WHATSAPP_PHONE_ID: '4711',
    WHATSAPP_TOKEN: 'the-token',
    WHATSAPP_APP_SECRET: 'a-secret-of-meta-that-only-tests-know',
  }
  const proof = createHmac('sha256', settings.WHATSAPP_APP_SECRET).update('the-token').digest('hex')
  let block: object | null = null
  const url = await openProvider(({ method, headers, url: path = '' }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://meta')
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const refuse = (status: number, code: number, message: string) => answer(status, { error: { code, message } })
    if (method !== 'GET') return refuse(405, 100, 'only looked at')
    if (headers.authorization !== 'Bearer the-token') return refuse(401, 190, 'Invalid OAuth access token')
    if (searchParams.get('appsecret_proof') !== proof)
      return refuse(400, 100, 'Invalid appsecret_proof provided in the API argument')
    if (pathname !== '/v23.0/4711') return refuse(400, 100, `Unsupported get request. Object with ID does not exist`)
    return block ? answer(403, block) : answer(200, { id: '4711', display_phone_number: '+55 11 3000-0000' })
  })
  const operator = openLiveOperator({ WHATSAPP_API_URL: `${url}/v23.0/` })
  const whatsapp = async (env: Record<string, string>) =>
    /^(\w+) +WhatsApp +(.*)$/m.exec((await operator.runWith(env, 'doctor', '--lang', 'en')).output)?.slice(1)
  const isFault = (text: string) => ['fault', expect.stringContaining(text)]
  expect(await whatsapp(settings)).toEqual(['ok', 'Meta takes token and secret, and the number is theirs'])
  expect(await whatsapp({})).toBeUndefined()
  expect(await whatsapp({ WHATSAPP_PHONE_ID: '4711', WHATSAPP_TOKEN: 'the-token' })).toEqual(
    isFault('WHATSAPP_APP_SECRET missing'),
  )
  expect(await whatsapp({ ...settings, WHATSAPP_TOKEN: 'ended' })).toEqual(isFault('Meta refuses WHATSAPP_TOKEN'))
  expect(await whatsapp({ ...settings, WHATSAPP_APP_SECRET: 'a-secret-of-another-app-of-meta' })).toEqual(
    isFault('WHATSAPP_APP_SECRET is not of the app'),
  )
  expect(await whatsapp({ ...settings, WHATSAPP_PHONE_ID: '4712' })).toEqual(isFault('WHATSAPP_PHONE_ID is no number'))
  block = { error: { code: 131031, message: 'Business Account locked' } }
  expect(await whatsapp(settings)).toEqual(isFault('Meta has blocked the account'))
  const closed = { ...settings, WHATSAPP_API_URL: `http://127.0.0.1:${await freePort()}` }
  expect(await whatsapp(closed)).toEqual(isFault('WHATSAPP_API_URL: nobody listens'))
})

test('what the shop shows is looked at too: what is missing for its opening, in the owner’s words or as JSON', async () => {
  const operator = openDemoOperator()
  const { code, output } = await operator.run('doctor', 'content')
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^dica +loja +Esta é a demonstração/),
    expect.stringMatching(/^falta +loja +shop\.json não existe/),
    expect.stringMatching(/^falta +e-mail +Sem servidor de e-mail/),
    expect.stringMatching(/^falta +pagamento +Nenhum meio de pagamento/),
    ...['sem endereço', 'sem telefone', 'sem farmacêutico', 'sem CNPJ'].map((lack) =>
      expect.stringMatching(new RegExp(`^dica +lojas +Loja 10 \\(Entrega programada\\): ${lack}`)),
    ),
    expect.stringMatching(/^falta +produtos +42 produtos com receita e sem registro na Anvisa/),
    expect.stringMatching(/^falta +produtos +1 preço acima do teto da CMED \(FD0039\)/),
    'Faltam 5 coisas para abrir.',
    '',
  ])
  expect(code).toBe(1)
  const json = await operator.run('doctor', 'content', '--json', '--lang', 'en')
  const [line = '', ending] = json.output.split('\n')
  expect([json.code, ending]).toEqual([1, '5 things are to be done before the opening.'])
  expect(JSON.parse(line)[1]).toEqual({
    state: 'todo',
    area: 'shop',
    message: expect.stringMatching(/^There is no shop\.json/),
  })

  writeFileSync(join(operator.dataDir, 'shop.json'), JSON.stringify({ ...liveProfile, phone: '(11) 3000-0000' }))
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'loja@example.com', CARD_PROVIDER: 'mercadopago' }
  const later = await operator.runWith(settings, 'doctor', 'content')
  expect(later.output).toMatch(/^falta +loja +shop\.json: phone ainda é da demonstração/m)
  const whole = { ...liveProfile, phone: '(11) 3456-7890', social: [], pharmacistChatUrl: 'https://wa.me/551134567890' }
  writeFileSync(join(operator.dataDir, 'shop.json'), JSON.stringify(whole))
  await operator.look(async (db) => {
    await db.updateTable('product').set({ anvisaRegistration: '1000000000001' }).execute()
    await db.updateTable('offer').set({ priceCents: 100 }).execute()
  })
  const ready = await operator.runWith(settings, 'doctor', 'content')
  expect([ready.code, ready.output]).toEqual([0, expect.stringMatching(/\nNada falta para abrir\.\n$/)])

  const live = await operator.runWith({ SANDBOX: '' }, 'doctor', 'content')
  expect([live.code, live.output]).toEqual([
    1,
    expect.stringMatching(/^falta +loja +A configuração não abre a loja \(SESSION_SECRETS, .*: falta preencher/),
  ])
})
