import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { submissionOf } from '../support/forms.ts'
import { openPlainBrowser, type PlainAnswer, wordsOf } from '../support/http.ts'
import { openDemoOperator } from '../support/operator.ts'
import * as shopping from '../support/purchase.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'

const sentence = 'Não foi possível concluir sua solicitação, tente novamente mais tarde.'
const preload = `--import=${new URL('../support/full-disk.ts', import.meta.url).href}`

const flag = join(tmpdir(), `balcao-full-${crypto.randomUUID()}`)
const fill = () => writeFileSync(flag, '')
const clear = () => rmSync(flag, { force: true })
const fillable = { NODE_OPTIONS: preload, FULL_DISK: flag }
let server: ServerProcess

beforeAll(async () => {
  server = await startServerProcess({ env: fillable })
})
afterEach(clear)
afterAll(() => server.stop())

/** A button whose refusal no form shows: the error page does. */
const removal = { button: 'Remover Casa, Avenida Paulista' }

function expectUnavailable({ status, headers, html, path }: PlainAnswer) {
  expect([path, status, headers.get('Retry-After')]).toEqual([path, 503, '30'])
  expect(wordsOf(html), path).toContain(sentence)
  expect(html).not.toMatch(/SQLITE|disk|Unexpected/)
}

test('with a full disk the shop is not ready, calls and scripts read 503, the log says it once; then it recovers', async () => {
  const customer = await shopping.openCustomer(server.url)
  const account = await customer.get(shopping.addressPage)
  const { access_token: token } = (await call(server, 'auth/getInitialToken', {})).body
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, await answer.text()]
  }

  fill()
  const asked = [
    await call(server, 'auth/getInitialToken', {}),
    await call(server, 'auth/login', { email: 'cliente@example.com', password: 'balcao-demo-2026', token }),
  ]
  for (const { status, headers, body } of asked) {
    expect([status, headers.get('Retry-After'), body.errors]).toEqual([
      503,
      '30',
      [{ code: expect.any(String), message: expect.any(String) }],
    ])
  }
  const { path, body } = submissionOf(account.html, account.path, removal)
  const byScript = await customer.post(path.replace('?', '.data?'), [...(body as URLSearchParams)])
  expect([byScript.status, byScript.headers.get('Content-Type')]).toEqual([
    503,
    expect.stringContaining('text/x-script'),
  ])
  expect(byScript.html).toContain(sentence)
  expectUnavailable(await customer.submit(account, removal))
  for (const _ of [1, 2, 3]) expect(await ready()).toEqual([503, 'not ready: disk full'])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await expect.poll(server.output).toContain('"path":"/minha-conta.data"')
  expect(server.output().match(/"reason":"disk full"/g)).toHaveLength(1)

  clear()
  expect(await ready()).toEqual([200, 'ok'])
  expect((await call(server, 'auth/getInitialToken', {})).status).toBe(200)
})

test('with a full disk every form says so, keeps what was typed, and works once there is space again', async () => {
  const customer = await shopping.newCustomer(server.url)
  const summary = await shopping.openSummary(customer)
  const visitor = openPlainBrowser(server.url)
  const [registration, login, favourite] = [
    await visitor.get('/cadastro'),
    await visitor.get('/login'),
    await customer.get(shopping.novalgina.path),
  ]
  const signedIn = new Map(customer.cookies)

  fill()
  for (const path of ['/', '/categoria/medicamentos', shopping.bagPage, '/minha-conta']) {
    expect([path, (await customer.get(path)).status]).toEqual([path, 200])
  }
  const person = shopping.person({ f_name: 'Benedita' })
  const sendPerson = (page: PlainAnswer) => visitor.submit(page, { button: 'Criar conta', fields: person })
  const refused = await sendPerson(registration)
  expectUnavailable(refused)
  expect(refused.html).toContain('value="Benedita"')
  expect(refused.html).not.toContain(person.password)
  const unknown = await shopping.signIn(visitor, 'cliente@example.com', undefined, login)
  expectUnavailable(unknown)
  expect(unknown.html).toContain('value="cliente@example.com"')
  const address = await shopping.saveAddress(customer, { ...shopping.homeAddress, street: 'Rua Augusta' })
  expectUnavailable(address)
  expect(address.html).toContain('value="Rua Augusta"')
  const unplaced = await shopping.finish(customer, summary)
  expectUnavailable(unplaced)
  expectUnavailable(await customer.submit(favourite, { button: 'Adicionar aos favoritos' }))
  expectUnavailable(await shopping.signOut(customer))
  expect(customer.cookies).toEqual(signedIn)

  clear()
  expect((await shopping.finish(customer, unplaced)).location).toMatch(/^\/checkout\/\d+$/)
  expect((await sendPerson(refused)).status).toBe(303)
})

test('with a full disk the operator’s command says what to do, in one line', async () => {
  const operator = openDemoOperator(fillable)
  fill()
  expect(await operator.runProgram('staff', 'add', 'nova@example.com', 'clerk', '--lang', 'en')).toEqual({
    code: 1,
    output: expect.stringMatching(/^[^\n]*The disk is full: make space; nothing else is needed\.\n$/),
  })
})
