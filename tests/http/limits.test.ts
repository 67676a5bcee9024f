import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { stringifyCookie } from 'cookie'
import { expect, test } from 'vitest'
import { createFormGuard } from '../../server/platform/form-guard.ts'
import { call, type Role, tokensOf } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import {
  addToBag,
  azitromicina,
  mailedCode,
  novalgina,
  openCustomer,
  openShopper,
  person,
  register,
  signIn,
  signOut,
} from '../support/purchase.ts'
import { openingInstant, type RunningServer, testSecret } from '../support/server.ts'
import { stoppedClock } from '../support/shop.ts'
import { onShop } from '../support/verbs.ts'

const prescriptionPage = '/checkout/receita-medica'

const strict = ownServer({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
const wide = ownServer({ env: { RATE_LIMIT_FACTOR: '100', TRUST_PROXY: '1' } })
/** Of each limit a fiftieth, rounded up; behind no proxy. */
const few = ownServer({ env: { RATE_LIMIT_FACTOR: '0.02' } })

/** A browser whose requests come from an address. */
function nextOpening(address: string, cookies?: Map<string, string>): PlainBrowser {
  const browser = openPlainBrowser(strict.url, cookies)
  const from = { 'X-Forwarded-For': address }
  return { ...browser, post: (path, fields, headers) => browser.post(path, fields, { ...from, ...headers }) }
}

/** The token of a form that has been open for a minute. */
function oldEnoughToken(): string {
  const clock = stoppedClock(openingInstant)
  clock.pass(-1)
  const failureLimiter = { isThrottled: async () => false, countHastySubmission: async () => {} }
  return createFormGuard({ clock, failureLimiter, signingSecrets: [testSecret] }).createFormToken()
}

test('a /64 of IPv6 addresses is one network', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const login = (address: string) =>
    nextOpening(address).post('/login', { email, password: 'não é esta', form_token: oldEnoughToken() })
  for (let time = 0; time < 10; time += 1) expect((await login(`2001:db8:1:2::${time}`)).status).toBe(422)
  const { status, headers, html } = await login('2001:db8:1:2:ffff::2')
  expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(wordsOf(html)).toContain('Muitas tentativas seguidas. Aguarde 15 minutos e tente de novo.')
  expect((await login('2001:db8:1:3::1')).status).toBe(422)
})

test('who guesses coupons, by links or in the bag, is told to wait; a code that exists counts for nothing', async () => {
  await onShop(few, ({ bags }) =>
    bags.coupons.saveCoupon({
      ...{ code: 'REAL10', title: '10 %', discountType: 'percent', discountValue: 10, isOncePerCustomer: false },
      ...{ firstDay: null, lastDay: null, minimumCents: null, maxUses: null, maxDiscountCents: null },
    }),
  )
  const guesser = await openShopper(few.url)
  await addToBag(guesser, novalgina)
  const statusOf = async (code: string) => (await guesser.get(`/cupom/${code}`)).status
  // A fiftieth of sixty, rounded up.
  expect([await statusOf('REAL10'), await statusOf('REAL10'), await statusOf('CHUTE1')]).toEqual([200, 200, 404])
  expect((await guesser.post('/checkout/sacola', { coupon_code: 'CHUTE2' })).status).toBe(422)
  const refused = await guesser.get('/cupom/REAL10')
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(wordsOf(refused.html)).toContain('Muitas tentativas seguidas. Aguarde 15 minutos')
  expect((await guesser.post('/checkout/sacola', { coupon_code: 'CHUTE3' })).status).toBe(429)
})

test('a device on which its owner has signed in gets in while a stranger guesses in the same network', async () => {
  const owner = nextOpening('192.0.2.10')
  const account = person()
  expect((await register(owner, account)).status).toBe(303)
  const device = owner.cookies.get('knownDevice')
  expect(device).toMatch(/^[\w-]{43}$/)
  await signOut(owner)
  expect(owner.cookies.get('knownDevice')).toBe(device)

  const form = { email: account.email, password: account.password, form_token: oldEnoughToken() }
  const stranger = nextOpening('192.0.2.10')
  for (let time = 0; time < 10; time += 1) await stranger.post('/login', { ...form, password: 'não é esta' })
  expect((await stranger.post('/login', form)).status).toBe(429)
  expect((await owner.post('/login', form)).status).toBe(303)
  expect(owner.cookies.get('knownDevice')).toBe(device)
})

test('who sets a new password by code has made the device known', async () => {
  const browser = openPlainBrowser(wide.url)
  const account = person()
  await register(browser, account)
  const elsewhere = openPlainBrowser(wide.url)
  await elsewhere.submit('/recuperacao-senha', { button: 'Enviar código', fields: { email: account.email } })
  const code = await mailedCode(wide.url, account.email)
  await elsewhere.submit('/recuperacao-senha?etapa=codigo', { button: 'Confirmar código', fields: { code } })
  expect(elsewhere.cookies.has('knownDevice')).toBe(false)
  const fields = { password: 'outra frase longa', password_confirmation: 'outra frase longa' }
  const { status } = await elsewhere.submit('/recuperacao-senha?etapa=senha', { button: 'Redefinir senha', fields })
  expect([status, elsewhere.cookies.has('knownDevice')]).toEqual([303, true])
})

test('without a proxy nobody gets out of a limit by claiming to come from elsewhere', async () => {
  const statuses: number[] = []
  for (const last of [1, 2, 3, 4]) {
    const from = { 'X-Forwarded-For': `192.0.2.${last}`, Forwarded: `for=192.0.2.${last}` }
    statuses.push((await call(few, 'auth/getInitialToken', {}, from)).status)
  }
  expect(statuses).toEqual([200, 200, 429, 429])
})

/** A form with a file of eight megabytes: its beginning, and the rest. */
function upload(fields: Record<string, string> = {}): { begin: string; rest: string; length: number } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="receita.jpg"\r\n\r\n'
  const begin = `${parts.join('')}${file}${'x'.repeat(64 * 1024)}`
  const rest = `${'x'.repeat(8 * 1024 * 1024)}\r\n--x--\r\n`
  return { begin, rest, length: begin.length + rest.length }
}

/** Begins to send it, and waits until the server has seen the request. */
async function beginUpload(
  { url }: RunningServer,
  path: string,
  form: ReturnType<typeof upload>,
  headers: string[] = [],
): Promise<Socket> {
  const socket = createConnection(Number(new URL(url).port), 'localhost')
  const type = 'Content-Type: multipart/form-data; boundary=x'
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', type, `Content-Length: ${form.length}`, ...headers]
  socket.write(`${head.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n`)
  await once(socket, 'readable')
  const seen = String(socket.read())
  expect(seen).toMatch(/^HTTP\/1\.1 100 /)
  // An answer may have come with it.
  const after = seen.slice(seen.indexOf('\r\n\r\n') + 4)
  if (after) socket.unshift(Buffer.from(after))
  socket.write(form.begin)
  return socket
}

test('of a call with a file no more than the beginning is read where its token may not make it', async () => {
  const tokens = await tokensOf(wide)
  const cases: [Role | 'unknown', number][] = [
    ['visitor', 403],
    ['unknown', 401],
  ]
  for (const [role, status] of cases) {
    const token = role === 'unknown' ? 'x'.repeat(43) : (tokens[role] ?? '')
    const socket = await beginUpload(wide, '/api/order/sendPrescription', upload({ token }))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    socket.destroy()
  }
})

test('a network that sends too many files is told to wait before they are read, and reads so', async () => {
  const send = async (path: string) => {
    const form = upload()
    const socket = await beginUpload(few, path, form)
    socket.write(form.rest)
    // The next request on the connection finds it in order.
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    return text(socket)
  }
  const statusesOf = (answers: string) => answers.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9)))
  for (const _ of [1, 2]) expect(statusesOf(await send(prescriptionPage))).toEqual([303, 200])
  const page = await send(prescriptionPage)
  expect([statusesOf(page), page]).toEqual([[429, 200], expect.stringMatching(/^Retry-After: \d+/m)])
  expect(wordsOf(page)).toContain('Muitas tentativas seguidas. Aguarde')
  const refused = await send('/api/order/sendPrescription')
  expect([statusesOf(refused), refused]).toEqual([[429, 200], expect.stringContaining('"limit.reached"')])
})

test('four files are read at once; who waits too long for a place reads when to come back', async () => {
  const customer = await openCustomer(wide.url)
  await addToBag(customer, azitromicina)
  const cookie = `Cookie: ${stringifyCookie(Object.fromEntries(customer.cookies))}`
  const form = upload()
  const sending = []
  for (const network of [1, 1, 2, 2]) {
    sending.push(await beginUpload(wide, prescriptionPage, form, [cookie, `X-Forwarded-For: 192.0.2.${network}`]))
  }

  const body = new FormData()
  body.append('file', new Blob(['x'.repeat(8 * 1024 * 1024)]))
  const headers = { Cookie: cookie.slice('Cookie: '.length) }
  const late = await fetch(wide.url + prescriptionPage, { method: 'POST', body, headers, redirect: 'manual' })
  expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '10'])
  expect(wordsOf(await late.text())).toContain('Estamos recebendo muitos arquivos agora.')

  // Whoever has to wait only briefly notices nothing; small forms wait for nobody.
  expect((await customer.get('/login')).status).toBe(303)
  const next = fetch(wide.url + prescriptionPage, { method: 'POST', body, headers, redirect: 'manual' })
  sending[0]?.write(form.rest)
  expect((await next).status).toBe(422)
  // Neither whoever breaks off nor whoever ends keeps a place.
  for (const socket of sending) socket.destroy()
  const again = Array.from({ length: 5 }, () =>
    fetch(wide.url + prescriptionPage, { method: 'POST', body, headers, redirect: 'manual' }),
  )
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
})

test('of the four places one network has two, however slowly it sends, and to whatever page or call', async () => {
  const sending = []
  const slow = ['X-Forwarded-For: 192.0.2.1']
  const form = upload()
  for (const _ of [1, 2, 3, 4, 5]) sending.push(await beginUpload(wide, '/api/order/sendPrescription', form, slow))
  const pad = 'x'.repeat(40_000)
  const login = { email: 'cliente@example.com', password: 'balcao-demo-2026', pad }
  const { status } = await openPlainBrowser(wide.url).post('/login', login)
  for (const socket of sending) socket.destroy()
  expect(status).toBe(303)
})

test('a small form is taken while files are sent', async () => {
  const sending = []
  for (const _ of [1, 2, 3, 4]) sending.push(await beginUpload(wide, '/api/order/sendPrescription', upload()))
  const { status } = await signIn(openPlainBrowser(wide.url))
  for (const socket of sending) socket.destroy()
  expect(status).toBe(303)
})
