import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { cookiePurposes } from '../../app/texts/cookies.ts'
import { formatRetentionLines } from '../../app/texts/retention.ts'
import { retention } from '../../server/platform/retention.ts'
import { sharedServer } from '../support/file-server.ts'
import { elementsIn, wordsIn } from '../support/forms.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'

const server = sharedServer()

test.each([
  ['/beneficio', 'Benefício corporativo', 'Meu benefício'],
  ['/hospitais-e-clinicas', 'Hospitais e clínicas', 'cotação'],
  ['/sobre-nos', 'Quem somos', 'Helena Prado, CRF-SP 00.000'],
  ['/privacy-policy.html', 'Política de privacidade', 'controladora'],
  ['/termos-e-condicoes', 'Termos e Condições', 'em até 7 dias'],
  ['/offline', 'Você está sem conexão', 'sacola'],
  ['/categorias', 'Categorias', 'Analgésicos e Antitérmicos'],
])('%s is a page with the heading %s', async (path, heading, words) => {
  const { status, html } = await openPlainBrowser(server.url).get(path)
  expect(status).toBe(200)
  expect(html).toMatch(new RegExp(`<h1[^>]*>${heading}`))
  expect(wordsOf(html)).toContain(words)
})

test('every main page names the shop as the law wants it', async () => {
  const { html } = await openPlainBrowser(server.url).get('/')
  const words = wordsOf(html)
  for (const fact of [
    'Farmácia Ipê Comércio de Medicamentos Ltda. (Farmácia Ipê)',
    'CNPJ 00.000.000/0001-00',
    'Avenida Paulista, 1000',
    '(11) 3000-0000',
    'Seg a sáb 7h-22h',
    'Dom 8h-20h',
    'Responsabilidade técnica: Helena Prado, CRF-SP 00.000',
    'Licença sanitária',
    'AFE',
    'Farmacêutico online',
    'Alertas da Anvisa',
    'Como enviar a receita',
  ]) {
    expect(words).toContain(fact)
  }
  const terms = await openPlainBrowser(server.url).get('/termos-e-condicoes')
  expect(terms.html).toContain('id="receita"')
})

test('the privacy policy says of every class of data how long it is kept, as long as it is', async () => {
  const { html } = await openPlainBrowser(server.url).get('/privacy-policy.html')
  const items = [...elementsIn(parse(html))].filter(({ tagName }) => tagName === 'li').map(wordsIn)
  const lines = formatRetentionLines(retention)
  expect(lines).toHaveLength(Object.keys(retention).length)
  expect(items).toEqual(expect.arrayContaining(lines))
  expect(lines).toContain('CPF para o desconto do laboratório: 30 dias.')
})

test('the privacy policy says of every cookie of the shop’s what it is for', async () => {
  const { html } = await openPlainBrowser(server.url).get('/privacy-policy.html')
  const items = [...elementsIn(parse(html))].filter(({ tagName }) => tagName === 'li').map(wordsIn)
  expect(items).toEqual(expect.arrayContaining(Object.values(cookiePurposes)))
  expect(cookiePurposes).toHaveProperty('removed')
})

test('nothing counts visits before the visitor allows it, and a refusal is kept', async () => {
  const browser = openPlainBrowser(server.url)
  expect((await browser.get('/')).html).not.toContain('/medida')
  expect(browser.cookies.get('deviceId')).toMatch(/^[\da-f]{8}-/)

  const decide = (consent: string) => browser.submit('/privacidade', { button: 'Salvar escolha', fields: { consent } })
  const saved = await decide('analytics')
  expect(saved).toMatchObject({ status: 303, location: '/privacidade' })
  expect((await browser.get('/')).html).toContain('<noscript><img src="/medida?path=%2F"')

  await decide('none')
  expect((await browser.get('/')).html).not.toContain('/medida')
  expect((await browser.get('/privacidade')).html).toMatch(/checked=""[^>]*value="none"|value="none"[^>]*checked=""/)
})

test('programs read the shop’s config: branches, telephone, how one pays, what stands before a picture', async () => {
  const config = await (await fetch(`${server.url}/config.json`)).json()
  expect(config).toMatchObject({ restaurant_phone: '(11) 3000-0000', native_payment_for_ecomm: true })
  expect(config.branches.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4, 5, 10])
  expect(config.branches[4]).toEqual({
    id: 5,
    open_time: '06:00',
    close_time: '23:30',
    is_open: true,
    opens_at: null,
    whatsapp: expect.stringMatching(/^\d+$/),
    shipping_estimate: 120,
    shipping_later: false,
  })
  expect(Object.keys(config.base_urls)).toEqual(['banner_image_url', 'product_image_url', 'category_image_url'])
  for (const key of ['60', 'receita']) {
    const picture = await fetch(`${config.base_urls.product_image_url}/imagens/${key}-320.webp`)
    expect([key, picture.status, picture.headers.get('content-type')]).toEqual([key, 200, 'image/webp'])
  }
})

test('the shop can be put on a home screen, with icons that are there', async () => {
  const answer = await fetch(`${server.url}/manifest.webmanifest`)
  expect(answer.headers.get('Content-Type')).toContain('application/manifest+json')
  const { name, icons } = (await answer.json()) as { name: string; icons: { src: string }[] }
  expect(name).toBe('Farmácia Ipê')
  for (const src of [...icons.map((icon) => icon.src), '/apple-touch-icon.png', '/favicon.svg']) {
    expect((await fetch(server.url + src)).status).toBe(200)
  }
})

test('the inline loader, counting too, is at most a kilobyte', async () => {
  const browser = openPlainBrowser(server.url)
  await browser.submit('/privacidade', { button: 'Salvar escolha', fields: { consent: 'analytics' } })
  const { html } = await browser.get('/')
  const loader = html.match(/<script[^>]*>(\(\(d,w\)=>[\s\S]*?)<\/script>/)?.[1] ?? ''
  expect(loader).toContain('page_view')
  expect(Buffer.byteLength(loader)).toBeLessThanOrEqual(1024)
})
