import { gzipSync } from 'node:zlib'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { createCaptchaService } from '../../server/platform/captcha.ts'
import { createFormGuard } from '../../server/platform/form-guard.ts'
import { ownServer } from '../support/file-server.ts'
import { hiddenField, openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import {
  novalgina,
  openCustomer,
  openSummary,
  person,
  register,
  signOut,
  soldOut,
  summaryForm,
  trayenta,
} from '../support/purchase.ts'
import { openingInstant } from '../support/server.ts'
import { stoppedClock } from '../support/shop.ts'

const secret = 'the-secret-of-this-server'

const server = ownServer({ env: { RATE_LIMIT_FACTOR: '1', SESSION_SECRETS: secret } })
const asking = ownServer({ env: { CAPTCHA_KEY: 'a-key-that-only-the-tests-know', SESSION_SECRETS: secret } })

/** The token of a page that was fetched so many minutes before the server opened. */
function tokenOf(minutesAgo: number, key = secret): string {
  const clock = stoppedClock(openingInstant)
  clock.pass(-minutesAgo)
  const failureLimiter = { isThrottled: async () => false, countHastySubmission: async () => {} }
  return createFormGuard({ clock, failureLimiter, signingSecrets: [key] }).createFormToken()
}

const refused = 'Não foi possível receber este formulário.'
const hasty = 'Este envio foi rápido demais. Espere 2 segundos e envie de novo.'

/** The fields of a registration without those of its guard. */
const registration = (email: string) => person({ l_name: 'Souza', email })

function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`
}

async function failThreeTimes(browser: PlainBrowser, email: string): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    const { status, html } = await browser.post('/login', { email, password: 'não é esta' })
    expect([status, wordsOf(html).includes(hasty)]).toEqual([422, false])
  }
}

test('a doubtful form is hasty until it has been open for two seconds', async () => {
  const clock = stoppedClock('2026-03-10T10:00:00.000-03:00')
  const taken: string[] = []
  const failureLimiter = {
    isThrottled: async () => false,
    countHastySubmission: async (_email: string | null, network: string) => void taken.push(network),
  }
  const guard = createFormGuard({ clock, failureLimiter, signingSecrets: [secret] })
  const sent = { formToken: guard.createFormToken(), honeypot: '', email: null, isSuspicious: true }
  for (const seconds of [0, 1, 0.999]) {
    clock.pass(seconds / 60)
    await expect(guard.assertHumanSubmission(sent, 'a')).rejects.toThrow(hasty)
  }
  expect(taken).toEqual(['a', 'a', 'a'])
  clock.pass(0.001 / 60)
  await guard.assertHumanSubmission(sent, 'a')
  await guard.assertHumanSubmission({ ...sent, formToken: null, isSuspicious: false }, 'a')
})

test('a captcha may be sent for ten minutes after it was made, and no longer', async () => {
  const clock = stoppedClock(openingInstant)
  const captcha = createCaptchaService('a-key', clock, async () => true)
  const solved = async () => {
    const challenge = await captcha.issueChallenge()
    if (!challenge) throw new Error('no challenge')
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const [early, late] = [await solved(), await solved()]
  clock.pass(9.9)
  await captcha.assertSolved(early)
  clock.pass(0.2)
  await expect(captcha.assertSolved(late)).rejects.toThrow()
})

test('a form is taken without a token or with an empty one, with the one of its page, and again when the page comes back', async () => {
  for (const without of [{}, { form_token: '' }]) {
    const visitor = openPlainBrowser(server.url)
    expect((await visitor.post('/cadastro', { ...registration(newEmail()), ...without })).status).toBe(303)
  }
  const page = await openPlainBrowser(server.url).get('/cadastro')
  expect(hiddenField(page.html, 'form_token')).toMatch(/^[\da-z]{6}\.[\w-]{22}$/)
  for (const email of [newEmail(), newEmail()]) {
    const fetched = { button: 'Criar conta', fields: registration(email) }
    expect((await openPlainBrowser(server.url).submit(page, fetched)).status).toBe(303)
  }
})

test('a forged or old token is refused with the form refilled and a token that is good; an old one is told by its time', async () => {
  const email = newEmail()
  const dayAndMinuteOld = tokenOf(24 * 60 + 1)
  for (const formToken of ['abc', `x.${'é'.repeat(16)}`, tokenOf(1, 'another-secret'), dayAndMinuteOld]) {
    const visitor = openPlainBrowser(server.url)
    const { status, html } = await visitor.post('/cadastro', { ...registration(email), form_token: formToken })
    expect([formToken, status]).toEqual([formToken, 422])
    expect(wordsOf(html)).toContain(refused)
    expect(wordsOf(html).includes('A página ficou aberta por muito tempo')).toBe(formToken === dayAndMinuteOld)
    expect(html).toMatch(/name="l_name"[^>]*value="Souza"/)
    expect(html).not.toContain('uma frase')
    expect(hiddenField(html, 'form_token')).not.toBe(formToken)
  }
  const visitor = openPlainBrowser(server.url)
  const dayOld = { ...registration(email), form_token: tokenOf(23 * 60) }
  expect((await visitor.post('/cadastro', dayOld)).status).toBe(303)
})

test('who fills in the field that people do not see gets the form back, and nothing is written', async () => {
  const email = newEmail()
  const robot = openPlainBrowser(server.url)
  const filled = { ...registration(email), form_token: tokenOf(1), website: 'https://example.com' }
  const { status, html } = await robot.post('/cadastro', filled)
  expect(status).toBe(422)
  expect(html).toMatch(/<label hidden="">[^<]+<input name="website" tabindex="-1"/i)
  expect((await openPlainBrowser(server.url).post('/cadastro', registration(email))).status).toBe(303)
})

test('after three failures of an e-mail a form must be fetched, and filled in at a pace of people', async () => {
  const email = newEmail()
  const right = registration(email)
  const visitor = openPlainBrowser(server.url)
  await register(visitor, right)
  await signOut(visitor)
  await failThreeTimes(visitor, email)
  // A token that still counts as too recent, however long a busy machine takes to send it.
  const justNow = tokenOf(-10)
  for (const form of [right, { ...right, form_token: '' }, { ...right, form_token: justNow }]) {
    const { status, html } = await visitor.post('/login', form)
    expect(status).toBe(422)
    expect(wordsOf(html)).toContain(hasty)
    expect(html).toMatch(new RegExp(`name="email"[^>]*value="${email}"`))
  }
  expect((await visitor.post('/login', { ...right, form_token: tokenOf(1) })).status).toBe(303)
  expect((await openPlainBrowser(server.url).post('/login', registration('cliente@example.com'))).status).toBe(422)
  expect((await openCustomer(server.url)).cookies.has('clientToken')).toBe(true)
})

test('who goes on in haste has to wait in the end, whatever the token', async () => {
  const email = newEmail()
  const robot = openPlainBrowser(server.url)
  await failThreeTimes(robot, email)
  for (let time = 3; time < 10; time += 1) {
    expect((await robot.post('/login', { email, password: 'não é esta' })).status).toBe(422)
  }
  const { status, headers } = await robot.post('/login', { email, password: 'não é esta', form_token: tokenOf(1) })
  expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true])
})

test('every form that anyone may send, proves who somebody is or binds them, has its guard', async () => {
  const visitor = openPlainBrowser(server.url)
  const customer = await openCustomer(server.url, 'beneficio@example.com')
  const place = summaryForm(await openSummary(customer))
  const email = 'cliente@example.com'
  const fresh = { password: 'uma frase só minha', password_confirmation: 'uma frase só minha' }
  const guarded: [PlainBrowser, string, Record<string, string>][] = [
    [visitor, '/login', { email, password: 'balcao-demo-2026' }],
    [visitor, '/cadastro', registration(newEmail())],
    [visitor, '/recuperacao-senha', { email }],
    [visitor, '/recuperacao-senha?etapa=codigo', { email, code: '123456' }],
    [visitor, '/recuperacao-senha?etapa=senha', { email, code: '123456', ...fresh }],
    [visitor, `${soldOut.path}/avise-me`, { email }],
    [visitor, `/desconto-laboratorio?id=${trayenta.id}`, { id: trayenta.id, cpf: '529.982.247-25', consent: 'on' }],
    [customer, '/excluir-conta', {}],
    [customer, '/excluir-conta?etapa=codigo', { deleteToken: '123456' }],
    [customer, '/minha-conta/meus-dados', { current_password: 'balcao-demo-2026' }],
    [customer, '/minha-conta', { current_password: 'balcao-demo-2026', ...fresh }],
    [customer, '/checkout/sacola?etapa=resumo', place],
  ]
  for (const [browser, path, form] of guarded) {
    expect([path, (await browser.get(path)).html.includes('name="form_token"')]).toEqual([path, true])
    const { status, html } = await browser.post(path, { ...form, form_token: tokenOf(1, 'another-secret') })
    expect([path, status, wordsOf(html).includes(refused)]).toEqual([path, 422, true])
  }
  for (const path of [novalgina.path, '/', '/checkout/sacola', '/favoritos', '/minha-conta?section=endereco']) {
    expect((await customer.get(path)).html).not.toContain('name="form_token"')
  }
})

test('where a captcha is set up, a form without scripts is taken when it was open for two seconds', async () => {
  const visitor = openPlainBrowser(asking.url)
  const email = newEmail()
  const demo = { email: 'cliente@example.com', password: 'balcao-demo-2026' }
  const forms: [string, Record<string, string>][] = [
    ['/cadastro', registration(email)],
    ['/recuperacao-senha', { email: 'cliente@example.com' }],
    ['/login', demo],
  ]
  for (const [path, form] of forms) {
    const page = await visitor.get(path)
    expect([path, page.html.includes('name="captchaToken"')]).toEqual([path, true])
    for (const guard of [[], [['form_token', tokenOf(-10)]]]) {
      const sent = { ...form, ...Object.fromEntries(guard), captchaToken: '' }
      const { status, html } = await visitor.post(path, sent)
      expect([path, status, wordsOf(html).includes(hasty)]).toEqual([path, 422, true])
    }
    const forged = await visitor.post(path, { ...form, form_token: tokenOf(1), captchaToken: btoa('{}') })
    expect([path, forged.status]).toEqual([path, 422])
    expect(wordsOf(forged.html)).toContain('Não foi possível confirmar que você não é um robô.')
    const browser = openPlainBrowser(asking.url)
    expect((await browser.post(path, { ...form, form_token: tokenOf(1) })).status).toBe(303)
  }
})

test('with its captcha solved a form is taken at once, by each solution one', async () => {
  const challenge = await (await fetch(`${asking.url}/api/captcha`)).json()
  const solution = await solveChallenge({ challenge, deriveKey })
  const captchaToken = btoa(JSON.stringify({ challenge, solution }))
  const send = () =>
    openPlainBrowser(asking.url).post('/cadastro', {
      ...registration(newEmail()),
      form_token: tokenOf(-10),
      captchaToken,
    })
  expect((await send()).status).toBe(303)
  expect((await send()).status).toBe(422)
})

test('a guard weighs less than 120 bytes on the wire', async () => {
  const { html } = await openPlainBrowser(server.url).get('/login')
  const without = html.replace(/<input type="hidden" name="form_token"[^>]*>|<label hidden[\s\S]*?<\/label>/g, '')
  expect(html.length).toBeGreaterThan(without.length + 100)
  expect(gzipSync(html).length - gzipSync(without).length).toBeLessThan(120)
})
