import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { mailedCode, person, register } from '../support/purchase.ts'

const server = ownServer()

const password = 'balcao-demo-2026'
const newAddress = () => `${crypto.randomUUID()}@example.com`

/** The first step, from the profile's link. @returns the second one's page */
async function askForCodes(customer: PlainBrowser, email: string, proof = {}): Promise<PlainAnswer> {
  const profile = await customer.get('/minha-conta')
  expect(profile.html).toContain('href="/minha-conta/email"')
  const asked = await customer.submit('/minha-conta/email', {
    button: 'Receber os códigos',
    fields: { email, ...proof },
  })
  return asked.location ? customer.get(asked.location) : asked
}

/** A customer whose e-mail is confirmed: who came by a code. */
async function openConfirmed(email: string): Promise<PlainBrowser> {
  const browser = openPlainBrowser(server.url)
  const asked = await browser.submit('/login', { button: 'Receber código', fields: { email } })
  const fields = { code: await mailedCode(server.url, email) }
  await browser.submit(await browser.get(asked.location ?? ''), { button: 'Entrar com o código', fields })
  return browser
}

test('a customer changes the e-mail in two steps, and the other devices are signed out', async () => {
  const [former, email] = [newAddress(), newAddress()]
  const [customer, other] = [await openConfirmed(former), await openConfirmed(former)]
  const page = await askForCodes(customer, email)
  expect(wordsOf(page.html)).toContain(`Código que enviamos para ${former}`)
  expect(wordsOf(page.html)).toContain(`Código que enviamos para ${email}`)
  const fields = { code: await mailedCode(server.url, former), new_code: await mailedCode(server.url, email) }
  const wrong = await customer.submit(page, { button: 'Trocar e-mail', fields: { ...fields, new_code: '000000' } })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('O token inserido é inválido')])
  expect(wrong.html).not.toContain(fields.code)
  expect(wrong.html).toContain('href="#new_code"')
  const changed = await customer.submit(wrong, { button: 'Trocar e-mail', fields })
  expect(changed.location).toBe('/minha-conta?section=perfil')
  const profile = await customer.get(changed.location ?? '')
  expect(wordsOf(profile.html)).toContain('E-mail trocado. Os outros aparelhos foram desconectados.')
  expect(profile.html).toContain(`value="${email}"`)
  expect((await other.get('/minha-conta')).location).toContain('/login')
  const letters = await other.get(`/sandbox/emails?to=${encodeURIComponent(former)}`)
  expect(wordsOf(letters.html)).toContain('O e-mail da sua conta mudou')
  const late = await customer.submit(page, { button: 'Trocar e-mail', fields })
  expect(late.status).toBe(422)
})

test('the codes are typed on another device, too, which asks for the new address as well', async () => {
  const [former, email] = [newAddress(), newAddress()]
  const [asking, other] = [await openConfirmed(former), await openConfirmed(former)]
  await askForCodes(asking, email)
  const fields = { email, code: await mailedCode(server.url, former), new_code: await mailedCode(server.url, email) }
  const changed = await other.submit('/minha-conta/email?etapa=codigo', { button: 'Trocar e-mail', fields })
  expect(changed.status).toBe(303)
  expect((await asking.get('/minha-conta')).location).toContain('/login')
})

test('who mistyped the e-mail at the registration corrects it from the page that asks for its code', async () => {
  const customer = openPlainBrowser(server.url)
  const email = newAddress()
  await register(customer, person({ email: newAddress(), password, password_confirmation: password }))
  expect((await customer.get('/confirmar-email')).html).toContain('href="/minha-conta/email"')
  const refused = await askForCodes(customer, email, { current_password: 'errada' })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('A senha atual não confere.')])
  expect(refused.html).toContain(`value="${email}"`)
  const page = await askForCodes(customer, email, { current_password: password })
  const fields = { new_code: await mailedCode(server.url, email) }
  const changed = await customer.submit(page, { button: 'Trocar e-mail', fields })
  expect(changed.location).toBe('/minha-conta?section=perfil')
  expect(wordsOf((await customer.get('/minha-conta')).html)).not.toContain('Falta confirmar seu e-mail')
})
