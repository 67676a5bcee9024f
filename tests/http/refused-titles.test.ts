import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/file-server.ts'
import { elementsIn, wordsIn } from '../support/forms.ts'
import { openPlainBrowser } from '../support/http.ts'
import { openShopper, soldOut } from '../support/purchase.ts'
import { createStaff } from '../support/staff.ts'

const server = sharedServer()

const titlesOf = (html: string) =>
  [...elementsIn(parse(html))].filter(({ tagName }) => tagName === 'title').map(wordsIn)

test.each([
  ['/login', { email: 'ninguem@example.com', password: 'errada' }],
  ['/cadastro', { f_name: 'Ana' }],
  ['/recuperacao-senha', { email: 'x' }],
  ['/cep', { zipcode: '1' }],
  [soldOut.path, { id: soldOut.id, quantity: '1' }],
])('the page of a form that %s refuses says so first in its title', async (path, fields) => {
  const shopper = await openShopper(server.url)
  const [before = ''] = titlesOf((await shopper.get(path)).html)
  const refused = await shopper.post(path, fields)
  expect([refused.status, titlesOf(refused.html)]).toEqual([
    expect.toSatisfy((status) => status >= 400),
    [`Erro: ${before}`],
  ])
  expect(titlesOf((await shopper.get(path)).html)).toEqual([before])
})

test('so does a page of the counter, its sign-in too', async () => {
  const stranger = openPlainBrowser(server.url)
  const signIn = await stranger.post('/balcao', { intent: 'entrar', email: 'a@example.com', password: 'errada' })
  expect([signIn.status, titlesOf(signIn.html)[0]]).toEqual([422, expect.stringMatching(/^Erro: /)])
  const owner = await createStaff(server.url, 'owner')
  const refused = await owner.post('/balcao/equipe', { intent: 'convidar', email: 'x' })
  expect([refused.status, titlesOf(refused.html)[0]]).toEqual([422, expect.stringMatching(/^Erro: /)])
})
