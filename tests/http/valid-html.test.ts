import type { RouteConfigEntry } from '@remix-run/route-config'
import { HtmlValidate } from 'html-validate'
import { parse } from 'parse5'
import { expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { renderEmail } from '../../server/notify/mail/render-email.ts'
import { ShopProfile } from '../../server/platform/shop-profile.ts'
import { sharedServer } from '../support/file-server.ts'
import { attribute, elementsIn } from '../support/forms.ts'
import { openPlainBrowser, type PlainBrowser } from '../support/http.ts'
import { liveProfile } from '../support/live-profile.ts'
import { openBusyCustomer, pagePaths } from '../support/pages.ts'
import { createStaff } from '../support/staff.ts'

const server = sharedServer()

/** All rules; off is only what is a matter of taste, or of how React writes. */
const referee = new HtmlValidate({
  extends: ['html-validate:recommended'],
  elements: ['html5'],
  rules: {
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'no-implicit-button-type': 'off',
    'no-implicit-input-type': 'off',
    // A group of boxes to tick.
    'form-dup-name': 'off',
    'tel-non-breaking': 'off',
    'attribute-empty-style': 'off',
    // Letters have no other; of pages the policy forbids them.
    'no-inline-style': 'off',
    // A call's path, which links to its place in the list of calls name.
    'valid-id': 'off',
    // Products have long names.
    'long-title': 'off',
    // The counter's queue begins anew by itself; who does not want that takes the link on it.
    'meta-refresh': 'off',
  },
})

async function faultsIn(html: string, where: string): Promise<string[]> {
  const { results } = await referee.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${where}: ${ruleId}: ${message} (${selector})`),
  )
}

/** @param known what lies between header and footer of pages that were read before, which is not read again */
async function faultsOf(browser: PlainBrowser, paths: string[], known = new Set<string>()): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    const { html } = await browser.get(path)
    const [content = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? []
    if (!known.has(content)) faults.push(...(await faultsIn(html, path)))
    known.add(content)
  }
  return faults
}

test('every page is valid HTML, for a visitor and for a customer', async () => {
  const { orderId, customer } = await openBusyCustomer(server.url)
  // The sheet of components shows landmarks more than once.
  const paths = pagePaths(orderId).filter((path) => path !== '/sandbox/componentes')
  const known = new Set<string>()
  expect(await faultsOf(customer, paths, known)).toEqual([])
  expect(await faultsOf(openPlainBrowser(server.url), paths, known)).toEqual([])
}, 120_000)

/** The counter's pages that links lead to, one for each of its routes. */
async function counterPaths(owner: PlainBrowser): Promise<string[]> {
  const patterns = (routes as RouteConfigEntry[]).flatMap(({ path }) =>
    path?.startsWith('balcao') ? [new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}$`)] : [],
  )
  const found = new Map<RegExp, string>()
  const waiting = ['/balcao']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { pathname } = new URL(path, server.url)
    const pattern = patterns.find((pattern) => pattern.test(pathname))
    if (!pattern || found.has(pattern)) continue
    found.set(pattern, path)
    const { html } = await owner.get(path)
    for (const element of elementsIn(parse(html))) {
      const href = element.tagName === 'a' ? attribute(element, 'href') : undefined
      if (href?.startsWith('/balcao')) waiting.push(href)
    }
  }
  return [...found.values()]
}

test('every page of the counter is valid HTML', async () => {
  const owner = await createStaff(server.url, 'owner')
  const paths = await counterPaths(owner)
  expect(paths.length).toBeGreaterThan(12)
  expect(await faultsOf(owner, paths)).toEqual([])
}, 120_000)

test('letters, with and without a code and a link, are valid HTML', async () => {
  const letterhead = { profile: ShopProfile.parse(liveProfile), origin: 'https://www.example.com.br' }
  const faults: string[] = []
  const action = { label: 'Ver & pagar', href: '/checkout/1?a=1&b=2' }
  for (const letter of [
    { subject: 'Pedido <1>', paragraphs: ['Olá, "Ana" & família!'] },
    { subject: 'Código', paragraphs: ['Um.', 'Dois.', 'Três.'], code: '123456', action },
  ]) {
    faults.push(...(await faultsIn(renderEmail(letter, letterhead).html, letter.subject)))
  }
  expect(faults).toEqual([])
})
