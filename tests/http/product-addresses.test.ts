import { parse } from 'parse5'
import { expect, onTestFinished, test } from 'vitest'
import { demoRows, inFile, rowOf } from '../support/catalogue-rows.ts'
import { attribute, elementsIn } from '../support/forms.ts'
import { wordsOf } from '../support/http.ts'
import { addToBag, bagPage, dorflex, novalgina, openShopper } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'
import { onShop } from '../support/verbs.ts'

async function openServer() {
  const server = await startServer()
  onTestFinished(async () => void (await server.stop()))
  return server
}

const linksIn = (html: string) => [...elementsIn(parse(html))].flatMap((element) => attribute(element, 'href') ?? [])
const without = (sku: string) => inFile(demoRows.filter((row) => row.sku !== sku))

test('a product’s old address leads to its present one with its query; a form that was open is still taken', async () => {
  const server = await openServer()
  const shopper = await openShopper(server.url)
  const open = await shopper.get(novalgina.path)
  await onShop(server, ({ catalogue: { importer } }) =>
    importer.importProducts(inFile([rowOf('FD0060', { slug: 'novalgina-nova' })])),
  )
  expect(await shopper.get(`${novalgina.path}?pedido=7&a=%C3%A9`)).toMatchObject({
    status: 301,
    location: '/produto/novalgina-nova?pedido=7&a=%C3%A9',
  })
  expect((await shopper.get('/produto/novalgina-nova')).status).toBe(200)
  expect((await shopper.get(`${novalgina.path}/avise-me`)).location).toBe('/produto/novalgina-nova')
  const added = await shopper.submit(open, { button: 'Adicionar no carrinho' })
  expect([added.status, wordsOf((await shopper.get(bagPage)).html)]).toEqual([
    303,
    expect.stringContaining('Novalgina'),
  ])
})

test('a withdrawn product’s address answers 410, says so and leads to what there is instead; the bag names it', async () => {
  const server = await openServer()
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina)
  await addToBag(shopper, dorflex)
  await onShop(server, ({ catalogue: { importer } }) =>
    importer.importProducts(without('FD0060'), { isFullCatalogue: true }),
  )

  const gone = await shopper.get(`${novalgina.path}?utm_source=carta`)
  expect(gone.status).toBe(410)
  expect(wordsOf(gone.html)).toMatch(/Novalgina 1g 10 Comprimidos: Este produto saiu da nossa loja\..*Veja no lugar:/)
  expect(linksIn(gone.html)).toEqual(
    expect.arrayContaining([
      `/produto/${rowOf('FD0059').slug}`,
      expect.stringMatching(/^\/categoria\/medicamentos\?child=/),
    ]),
  )
  // By its number, too, as links do that must not name a medicine.
  expect(await shopper.get('/produto/60')).toMatchObject({ status: 302, location: novalgina.path })
  expect((await shopper.get('/produto/nunca-houve')).status).toBe(404)
  expect((await shopper.get('/produto/999999')).status).toBe(404)
  // The mini bag says it, too: header and bag count differently otherwise, without a word.
  const mini = JSON.parse((await shopper.get('/mini-sacola')).html || '{}')
  expect(mini).toMatchObject({
    stockChanges: [expect.stringContaining('Novalgina 1g 10 Comprimidos')],
    lines: [{ id: 68 }],
  })
  const bag = wordsOf((await shopper.get(bagPage)).html)
  expect(bag).toMatch(/Novalgina 1g 10 Comprimidos: O produto está indisponível .* Ele saiu da sua sacola\./)
  expect(bag).toContain('Dorflex')
})

test('in place of a withdrawn prescription item its page suggests no product', async () => {
  const server = await openServer()
  const shopper = await openShopper(server.url)
  const { sku = '', slug = '' } = demoRows.find((row) => row.prescription_class === 'RX') ?? {}
  await onShop(server, ({ catalogue: { importer } }) =>
    importer.importProducts(without(sku), { isFullCatalogue: true }),
  )
  const gone = await shopper.get(`/produto/${slug}`)
  expect(gone.status).toBe(410)
  const main = gone.html.slice(gone.html.indexOf('<main'), gone.html.indexOf('</main>'))
  expect(linksIn(main).filter((href) => href.startsWith('/produto/'))).toEqual([])
})
