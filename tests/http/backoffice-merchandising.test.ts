import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { azitromicina } from '../support/purchase.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()

const shopWindow = '/balcao/vitrine'
const shopper = async (path: string) => wordsOf((await openPlainBrowser(server.url).get(path)).html)
const search = (words: string) => shopper(`/categoria?${new URLSearchParams({ search: words })}`)

test('the owner tries a word that found nothing, makes it a synonym, and the next shopper finds the product', async () => {
  expect(await search('zapzap da vovozona')).not.toContain('Novalgina 1g')
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get(shopWindow)
  const link = /href="(\/balcao\/vitrine\?experimentar=zapzap[^"#]*)#sinonimos"/.exec(page.html)?.[1] ?? ''
  const empty = await owner.get(link)
  expect(wordsOf(empty.html)).toContain('Procura por zapzap')
  expect(wordsOf(empty.html)).toContain('Nada encontrado.')

  const alone = await owner.submit(empty, { button: 'Salvar grupo', fields: { words: 'zapzap da vovozona' } })
  expect([alone.status, wordsOf(alone.html)]).toEqual([422, expect.stringContaining('pelo menos duas palavras')])
  expect(alone.html).toContain('>zapzap da vovozona</textarea>')
  const saved = await owner.submit(empty, {
    button: 'Salvar grupo',
    fields: { words: 'Novalgina, zapzap da vovozona' },
  })
  expect([saved.status, saved.location]).toEqual([303, link])
  const tried = await owner.get(link)
  expect(wordsOf(tried.html)).toContain('Salvo: Novalgina, zapzap da vovozona.')
  expect(wordsOf(tried.html)).toContain('Procura por zapzap vovozona ou novalgina.1 produtoNovalgina 1g 10 Comprimidos')
  expect(await search('zapzap da vovozona')).toContain('Novalgina 1g')
  const suggested = await openPlainBrowser(server.url).get('/busca?search=zapzap%20da%20vovozona')
  expect(suggested.html).toContain('Novalgina')

  const taken = await owner.submit(tried, {
    button: 'Salvar Novalgina',
    fields: { words: 'Novalgina, camisinha' },
  })
  expect([taken.status, wordsOf(taken.html)]).toEqual([422, expect.stringContaining('já está em outro grupo')])
  await owner.submit(tried, { button: 'Salvar Novalgina', fields: { words: 'Novalgina, zupzup' } })
  expect(await search('zupzup')).toContain('Novalgina 1g')
  await owner.submit(shopWindow, { button: 'Remover Novalgina' })
  expect(await search('zupzup')).not.toContain('Novalgina 1g')
})

test('what a shopper would type is found from the box, with price and the first five of all', async () => {
  const owner = await createStaff(server.url, 'owner')
  const { path } = await owner.submit(shopWindow, { button: 'Experimentar', fields: { experimentar: 'camisinha' } })
  expect(path).toBe('/balcao/vitrine?experimentar=camisinha')
  expect(wordsOf((await owner.get(path)).html)).toMatch(/Procura por camisinha ou preservativo/)
  const many = wordsOf((await owner.get('/balcao/vitrine?experimentar=dipirona')).html)
  expect(many).toMatch(/\d+ produtos, os 5 primeiros:/)
  expect(wordsOf((await owner.get('/balcao/vitrine?experimentar=di')).html)).toContain('Escreva pelo menos 3 letras.')
})

test('the owner looks at a new banner before it is in the shop, then publishes it and moves it up', async () => {
  const owner = await createStaff(server.url, 'owner')
  const fields = { title: 'Noite tranquila', text: 'Para dormir bem.', link_text: 'Ver', category_path: 'beleza' }
  const preview = await owner.submit(shopWindow, { button: 'Ver prévia', fields })
  expect([preview.status, wordsOf(preview.html)]).toEqual([200, expect.stringContaining('ainda não está na loja')])
  expect(await shopper('/')).not.toContain('Noite tranquila')
  const refused = await owner.submit(preview, { button: 'Publicar banner', fields: { sku: 'FD9999' } })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Escolha um destino só')])
  const forbidden = { ...fields, category_path: '', sku: `FD${azitromicina.id.padStart(4, '0')}` }
  const unlawful = await owner.submit(shopWindow, { button: 'Ver prévia', fields: forbidden })
  expect([unlawful.status, wordsOf(unlawful.html)]).toEqual([422, expect.stringContaining('é vendido com receita')])
  const added = await owner.submit(preview, { button: 'Publicar banner' })
  expect([added.status, added.location]).toEqual([303, shopWindow])
  expect(await shopper('/')).toContain('Noite tranquila')
  const moved = await owner.submit(shopWindow, { button: 'Subir Noite tranquila' })
  expect(moved.location).toBe(shopWindow)
  await owner.submit(shopWindow, { button: 'Remover Noite tranquila' })
  expect(await shopper('/')).not.toContain('Noite tranquila')
})

test('a banner gets a picture of its own, a photo in its shape, as the home page shows it, and its product’s again; what is no picture is refused', async () => {
  const owner = await createStaff(server.url, 'owner')
  const monitor = 'Pressão em dia, sem sair de casa'
  const pictureOf = (html: string) => html.slice(html.indexOf(monitor)).match(/\/imagens\/([\w-]+)-\d+\.webp/)?.[1]
  const sizeOf = async (key: string | undefined) => {
    const file = await fetch(`${server.url}/imagens/${key}-800.webp`)
    const { width, height } = await sharp(await file.arrayBuffer()).metadata()
    return [width, height]
  }
  const before = pictureOf((await openPlainBrowser(server.url).get('/')).html)
  const landscape = sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: 'red' } })
  const foto = new File([new Uint8Array(await landscape.png().toBuffer())], 'foto.png', { type: 'image/png' })
  const sent = await owner.submit(shopWindow, { button: `Salvar foto ${monitor}`, fields: { picture: foto } })
  expect([sent.status, sent.location]).toEqual([303, shopWindow])
  const key = pictureOf((await openPlainBrowser(server.url).get('/')).html)
  expect(key).toMatch(/^banner-2-foto-[0-9a-f]{12}$/)
  expect(await sizeOf(key)).toEqual([1200, 600])

  // Without a background it stands in the banner, in a square as the products' pictures.
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const bottle = sharp({ create: { width: 300, height: 600, channels: 4, background: clear } })
  const cutout = new File([new Uint8Array(await bottle.png().toBuffer())], 'foto.png', { type: 'image/png' })
  await owner.submit(shopWindow, { button: `Salvar foto ${monitor}`, fields: { picture: cutout } })
  const cutoutKey = pictureOf((await openPlainBrowser(server.url).get('/')).html)
  expect(cutoutKey).toMatch(/^banner-2-[0-9a-f]{12}$/)
  expect(await sizeOf(cutoutKey)).toEqual([800, 800])

  const text = new File(['<svg/>'], 'foto.png', { type: 'image/png' })
  const refused = await owner.submit(shopWindow, { button: `Salvar foto ${monitor}`, fields: { picture: text } })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('JPG, PNG ou WebP.')])
  await owner.submit(shopWindow, { button: `Tirar foto ${monitor}` })
  expect(pictureOf((await openPlainBrowser(server.url).get('/')).html)).toBe(before)
})

test('the owner chooses a category’s icon, which its tile on the home page has at once; only those of the list', async () => {
  const owner = await createStaff(server.url, 'owner')
  const tileIcon = async () =>
    (await openPlainBrowser(server.url).get('/')).html.match(
      /href="\/categoria\/beleza"><svg[^>]*>(?:<g[^>]*>)?<use href="[^"#]*#([\w-]+)"/,
    )?.[1]
  expect(await tileIcon()).toBe('pot')
  const saved = await owner.submit(shopWindow, { button: 'Salvar Beleza', fields: { icon: 'heart' } })
  expect([saved.status, saved.location]).toEqual([303, shopWindow])
  expect(await tileIcon()).toBe('heart')
  expect(wordsOf((await owner.get('/balcao/auditoria')).html)).toContain('Trocou o ícone da categoria')
  const refused = await owner.post(shopWindow, { intent: 'icone', id: '1', icon: '../logo' })
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringContaining('Escolha um dos ícones da lista.'),
  ])
  const unknown = await owner.post(shopWindow, { intent: 'icone', id: '999', icon: 'leaf' })
  expect([unknown.status, wordsOf(unknown.html)]).toEqual([404, expect.stringContaining('Categoria não encontrada.')])
  await owner.submit(shopWindow, { button: 'Salvar Beleza', fields: { icon: 'drop' } })
})

test('a form that names no branch there is changes nothing: it is not taken for all branches', async () => {
  const owner = await createStaff(server.url, 'owner')
  const forms = [
    [shopWindow, { intent: 'aviso', text: 'Só de uma loja' }],
    ['/balcao/sistemas', { intent: 'criar-chave', name: 'De uma loja', scopes: 'orders' }],
    ['/balcao/sistemas', { intent: 'webhook', url: 'https://loja.example.com/avisos' }],
    ['/balcao/equipe', { intent: 'convidar', email: 'de-uma@example.com', name: 'De Uma', role: 'clerk' }],
  ] as const
  for (const [path, fields] of forms) {
    for (const loja of ['1.5', 'Paulista', '77', '-1', '0']) {
      const { status, html } = await owner.post(path, { ...fields, branch: loja })
      expect([fields.intent, loja, status, wordsOf(html)]).toEqual([
        fields.intent,
        loja,
        422,
        expect.stringContaining('Esta loja não existe.'),
      ])
    }
    expect(wordsOf((await owner.get(path)).html)).not.toMatch(/Só de uma loja|De uma loja|loja\.example|De Uma/)
  }
})
