import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { openOperator } from '../support/operator.ts'
import { startServer } from '../support/server.ts'
import { openSmtpSink } from '../support/smtp.ts'

const profile = readFileSync('server/demo/shop.json', 'utf8')

test('a live shop begins with settings of its own keys, and a list of what is left; a second try changes nothing', async () => {
  const operator = openOperator()
  const file = join(operator.dataDir, 'live.env')
  const init = () =>
    operator.run('init', '--file', file, '--url', 'https://www.example.com.br', '--smtp', 'smtps://u:p@mail.example')
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
  expect(readConfig({ ...env, ...provider })).toMatchObject({ sandbox: false, publicUrl: 'https://www.example.com.br' })

  const again = await init()
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('nothing was changed')])
  expect(readFileSync(file, 'utf8')).toBe(text)
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
    const { code, output } = await operator.run('doctor')
    const states = output.split('\n').flatMap((line) => /^(ok|look|fault) +(\w+)/.exec(line)?.slice(1).join(' ') ?? [])
    return { code, states, output }
  }
  const well = await examine()
  expect(well.states, well.output).toEqual([
    'ok settings',
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

  await mail.stop()
  await server.stop()
  const ill = await examine()
  expect([ill.code, ill.states.filter((state) => state.startsWith('fault'))]).toEqual([
    1,
    ['fault mail', 'fault address'],
  ])
  expect(ill.output).toContain('2 of 9 checks failed.')
  expect(ill.output).toContain(`nobody listens at ${new URL(server.url).host}: start the shop, and the proxy before it`)
  expect(ill.output).toMatch(/fault +mail +SMTP_URL: 127\.0\.0\.1:\d+ does not take the login/)
  const unset = await openOperator({ SANDBOX: '', PUBLIC_URL: server.url }).run('doctor')
  expect([unset.code, unset.output]).toEqual([1, expect.stringMatching(/fault +settings +SESSION_SECRETS, /)])
})
