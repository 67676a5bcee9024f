import { expect, onTestFinished, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'

import {
  addToBag,
  azitromicina,
  bagPage,
  dorflex,
  giveZipcode,
  newCustomer,
  novalgina,
  openShopper,
  placeOrder,
  soldOut,
} from '../support/purchase.ts'
import { startServer } from '../support/server.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()

/** 'Compartilhar sacola'. @returns the link's path */
async function linkOfBag(shopper: PlainBrowser): Promise<string> {
  const { location } = await shopper.submit(bagPage, { button: 'Compartilhar sacola' })
  return linkOn(await shopper.get(location ?? ''))
}

function linkOn({ html }: PlainAnswer): string {
  return /value="https?:\/\/[^"/]+(\/sacola\/[^"]+)"/.exec(html)?.[1] ?? 'no link on this page'
}

async function bagWords(shopper: PlainBrowser): Promise<string> {
  return wordsOf((await shopper.get(bagPage)).html)
}

test('a bag is shared by a button, and taken over by another: prices are those of who opens it', async () => {
  const sender = await openShopper(server.url)
  await addToBag(sender, novalgina, '2')
  await addToBag(sender, azitromicina)
  const link = await linkOfBag(sender)
  expect(link).toMatch(/^\/sacola\/[\w-]+$/)

  const friend = openPlainBrowser(server.url)
  const before = await friend.get(link)
  expect([before.status, wordsOf(before.html)]).toEqual([200, expect.stringContaining('Novalgina 1g 10 Comprimidos')])
  expect(wordsOf(before.html)).toContain('Informe seu CEP para ver preços e estoque da sua região.')
  expect(wordsOf(before.html)).toContain('Há um produto que pede receita')
  const asked = await friend.submit(before, { button: 'Usar esta sacola' })
  expect([asked.status, asked.location]).toEqual([303, `/cep?redirectTo=${encodeURIComponent(link)}`])
  const back = await giveZipcode(friend, '01310-100', asked.location ?? '')
  expect(back.location).toBe(link)
  const taken = await friend.submit(link, { button: 'Usar esta sacola' })
  expect([taken.status, taken.location]).toEqual([303, bagPage])
  const words = await bagWords(friend)
  expect(words).toContain('Os produtos estão na sua sacola.')
  expect(words).toContain('Novalgina 1g 10 Comprimidos')
  expect(words).toContain('Zirk 500mg 3 Comprimidos')
})

test('a shared bag adds to what is in one’s own, and a second time changes nothing', async () => {
  const sender = await openShopper(server.url)
  await addToBag(sender, novalgina, '2')
  const link = await linkOfBag(sender)
  const friend = await openShopper(server.url)
  await addToBag(friend, dorflex)
  await addToBag(friend, novalgina)
  expect(wordsOf((await friend.get(link)).html)).toContain('Os 2 itens que já estão na sua sacola continuam lá.')
  for (const _ of ['once', 'twice']) await friend.submit(link, { button: 'Usar esta sacola' })
  expect(await bagWords(friend)).toMatch(/Produtos \(3\)/)
})

test('opening a link changes nothing, keeps search engines out and tells previews no product and no person', async () => {
  const sender = await openShopper(server.url)
  await addToBag(sender, azitromicina)
  const link = await linkOfBag(sender)
  const robot = await openShopper(server.url)
  for (const path of [link, link]) {
    const { html, headers } = await robot.get(path, { 'User-Agent': 'WhatsApp/2.24' })
    expect(headers.getSetCookie().filter((line) => line.startsWith('cartItems='))).toEqual([])
    const head = html.slice(0, html.indexOf('<body'))
    expect(head).toContain('<meta name="robots" content="noindex"/>')
    expect(head).toContain('<meta property="og:title" content="Uma sacola para você"/>')
    expect(head).toMatch(/<meta property="og:image" content="http[^"]*\/card\.png"\/>/)
    expect(head).not.toMatch(/Zirk|01310/)
  }
  expect(await bagWords(robot)).toContain('Não há produtos em sua sacola')
})

test('what the region lacks is said before the button, and the rest is taken', async () => {
  const link = await linkOfItems([soldOut.id, novalgina.id, '199999'])
  const friend = await openShopper(server.url)
  const words = wordsOf((await friend.get(link)).html)
  expect(words).toContain('Azitromicina 500mg 3 Comprimidos Medquímica Genérico: sem estoque na sua região.')
  expect(words).toContain('Um produto que saiu da nossa loja')
  await friend.submit(link, { button: 'Usar esta sacola' })
  const bag = await bagWords(friend)
  expect(bag).toContain('Novalgina 1g 10 Comprimidos')
  expect(bag).not.toContain('Medquímica')
})

test('a bag of which nothing can be had has no button, and a form sent anyway is refused with a sentence', async () => {
  const link = await linkOfItems([soldOut.id])
  const friend = await openShopper(server.url)
  expect((await friend.get(link)).html).not.toContain('Usar esta sacola')
  const refused = await friend.post(link, { intent: 'use' })
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringContaining('Nenhum produto desta sacola está à venda na sua região no momento.'),
  ])
})

test('who lives where nobody delivers is told so, and the bag stays as it was', async () => {
  const link = await linkOfItems([novalgina.id])
  const friend = openPlainBrowser(server.url)
  await giveZipcode(friend, '99999-999')
  const refused = await friend.submit(link, { button: 'Usar esta sacola' })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('CEP fora de cobertura!')])
})

test('a forged link is no page, opened or sent as a form', async () => {
  const link = await linkOfItems([novalgina.id])
  const friend = await openShopper(server.url)
  for (const path of [`${link}a`, link.replace(/.$/, ''), '/sacola/abc', `/sacola/${'A'.repeat(5_000)}`]) {
    for (const answer of [await friend.get(path), await friend.post(path, { intent: 'use' })])
      expect([path.slice(0, 80), answer.status]).toEqual([path.slice(0, 80), 404])
  }
  expect(wordsOf((await friend.get('/sacola/abc')).html)).toContain('Este link não é de uma sacola da nossa loja.')
})

test('a link of fifteen days ago says that it is over, and to ask for another', async () => {
  const then = await startServer({ env: { SANDBOX_CLOCK: '2026-02-23T10:00:00-03:00' } })
  onTestFinished(async () => void (await then.stop()))
  const sender = await openShopper(then.url)
  await addToBag(sender, novalgina)
  const over = await openPlainBrowser(server.url).get(await linkOfBag(sender))
  expect([over.status, wordsOf(over.html)]).toEqual([410, expect.stringContaining('O link desta sacola venceu')])
})

test('a bag of thirty-one products makes no link; the staff are told so, too', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  const many = await clerk.get(`/balcao/sacola?${itemsQuery(Array.from({ length: 31 }, (_, at) => String(at + 1)))}`)
  expect([many.status, wordsOf(many.html)]).toEqual([200, expect.stringContaining('Um link leva até 30 produtos.')])
  expect(many.html).not.toContain('/sacola/A')
})

test('the staff find products, set their units and get a link to send', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  let page = await clerk.submit('/balcao/sacola', {
    button: 'Buscar',
    action: '/balcao/sacola',
    fields: { busca: 'novalgina 1g 10' },
  })
  page = await clerk.submit(page, { button: 'Adicionar Novalgina 1g 10 Comprimidos' })
  page = await clerk.submit(page, { button: 'Atualizar sacola', fields: { 'unidades-60': '3' } })
  const link = linkOn(page)
  expect(page.html).toContain(`https://wa.me/?text=${encodeURIComponent('Uma sacola da ')}`)
  const friend = await openShopper(server.url)
  await friend.submit(link, { button: 'Usar esta sacola' })
  expect(await bagWords(friend)).toMatch(/Produtos \(3\)/)
  const emptied = await clerk.submit(page, { button: 'Atualizar sacola', fields: { 'unidades-60': '0' } })
  expect(wordsOf(emptied.html)).toContain('Busque um produto para começar.')
})

test('the link of a bag stands in no line of the log', async () => {
  const link = await linkOfItems([novalgina.id])
  await openPlainBrowser(server.url).get(link)
  await expect.poll(server.output).toContain('"path":"/sacola/…"')
  expect(server.output()).not.toContain(link)
})

test('what an order has is sent on as a bag, by its customer alone', async () => {
  const customer = await newCustomer(server.url)
  const id = (await placeOrder(customer)).split('/').at(-1)
  const order = await customer.get(`/minha-conta/pedidos/${id}`)
  expect(order.html).toContain(`href="/sacola?pedido=${id}"`)
  const share = await customer.get(`/sacola?pedido=${id}`)
  expect(wordsOf(share.html)).toContain(`os produtos e as quantidades do pedido ${id}`)
  const friend = await openShopper(server.url)
  await friend.submit(linkOn(share), { button: 'Usar esta sacola' })
  expect(await bagWords(friend)).toContain('Novalgina 1g 10 Comprimidos')
  expect((await (await newCustomer(server.url)).get(`/sacola?pedido=${id}`)).status).toBe(404)
  expect((await friend.get(`/sacola?pedido=${id}`)).location).toContain('/login')
})

test('previews of a link never change a bag, whatever it holds: out of stock, withdrawn, of another region, with a prescription', async () => {
  const links = [await linkOfItems([soldOut.id, '199999']), await linkOfItems([azitromicina.id, dorflex.id])]
  const robot = await openShopper(server.url)
  await addToBag(robot, novalgina)
  const before = robot.cookies.get('cartItems')
  for (const link of [...links, '/sacola/forjada'])
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(server.url + link, {
        method,
        headers: { 'User-Agent': 'facebookexternalhit/1.1', Cookie: `cartItems=${before}` },
      })
      expect([
        link.slice(0, 12),
        method,
        answer.headers.getSetCookie().filter((line) => line.startsWith('cartItems=')),
      ]).toEqual([link.slice(0, 12), method, []])
    }
})

test('an empty bag has nothing to share', async () => {
  const shopper = await openShopper(server.url)
  for (const answer of [await shopper.get('/sacola'), await shopper.post(bagPage, { intent: 'share' })])
    expect([answer.status, answer.location]).toEqual([303, bagPage])
})

/** As the staff make it, of products that nobody could put into a bag. */
async function linkOfItems(ids: string[]): Promise<string> {
  const clerk = await createStaff(server.url, 'clerk')
  return linkOn(await clerk.get(`/balcao/sacola?${itemsQuery(ids)}`))
}

function itemsQuery(ids: string[]): URLSearchParams {
  return new URLSearchParams(ids.map((id) => [`unidades-${id}`, '1']))
}
