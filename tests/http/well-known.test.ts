import { expect, test } from 'vitest'
import { sharedServer } from '../support/file-server.ts'
import { openPlainBrowser } from '../support/http.ts'
import { addToBag, giveZipcode, novalgina, openCustomer, signOut } from '../support/purchase.ts'
import { openingInstant } from '../support/server.ts'

const server = sharedServer()

test('who finds a vulnerability reads whom to tell, in a file that is never out of date nor valid for a year', async () => {
  const { status, html, headers } = await openPlainBrowser(server.url).get('/.well-known/security.txt')
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = html
    .trimEnd()
    .split('\n')
    .map((line) => line.split(': '))
  expect(fields).toEqual([
    ['Contact', 'mailto:atendimento@example.com'],
    ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)],
    ['Preferred-Languages', 'pt-BR, en'],
    ['Canonical', `${server.url}/.well-known/security.txt`],
  ])
  const days = (Date.parse(fields[1]?.[1] ?? '') - Date.parse(openingInstant)) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('a password manager finds where a password is changed: the profile, and by the login', async () => {
  const customer = await openCustomer(server.url)
  const { status, location } = await customer.get('/.well-known/change-password')
  expect([status, location]).toEqual([303, '/minha-conta?section=perfil'])
  expect((await customer.get(location ?? '')).html).toContain('name="current_password"')
  const visitor = openPlainBrowser(server.url)
  expect((await visitor.get(location ?? '')).location).toBe(
    `/login?redirectTo=${encodeURIComponent('/minha-conta?section=perfil')}`,
  )
  // So that a manager can tell that the address above is not just any page.
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await visitor.get(missing)).status).toBe(404)
})

test('signing out makes the browser forget the pages and pictures it has seen, but not the bag', async () => {
  const customer = await openCustomer(server.url)
  await giveZipcode(customer)
  await addToBag(customer, novalgina)
  const { headers } = await signOut(customer)
  expect(headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
  expect((await customer.get('/')).html).toMatch(/Sacola, \d+ ite/)
  expect((await customer.get('/')).headers.get('Clear-Site-Data')).toBe(null)
})
