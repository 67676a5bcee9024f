import { hash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readState } from '../support/backoffice-forms.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { svgBlob } from '../support/logo.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer({ env: { PAGE_CACHE_SECONDS: '300' } })

test('what the owner saves is on the shop’s next page, though pages are remembered', async () => {
  const owner = await createStaff(server.url, 'owner')
  const visitor = openPlainBrowser(server.url)
  expect(wordsOf((await visitor.get('/sobre-nos')).html)).toContain('(11) 3000-0000')
  const answer = await owner.submit('/balcao/loja', {
    button: 'Salvar dados da loja',
    fields: { name: 'Drogaria Jatobá', phone: '(11) 4000-0000', whatsapp: '(11) 98765-4321' },
  })
  expect([answer.status, answer.location]).toEqual([303, '/balcao/loja'])
  expect(wordsOf((await owner.get('/balcao/loja')).html)).toContain('Dados da loja salvos.')
  const { html } = await openPlainBrowser(server.url).get('/sobre-nos')
  expect(wordsOf(html)).toContain('(11) 4000-0000')
  expect(html).toContain('href="https://wa.me/5511987654321"')
  expect(html).toContain('<title>Quem somos | Drogaria Jatobá</title>')
})

test('what is wrong is told all at once, each at its field, and nothing typed is lost', async () => {
  const owner = await createStaff(server.url, 'owner')
  const answer = await owner.submit('/balcao/loja', {
    button: 'Salvar dados da loja',
    fields: { legal_name: '', email: 'loja', cashback_percent: '30', city: 'Santos' },
  })
  expect(answer.status).toBe(422)
  const words = wordsOf(answer.html)
  for (const fault of [
    'Razão social: preencha este campo.',
    'E-mail: informe um e-mail válido, como nome@exemplo.com.br.',
    'Cashback (%): informe um número inteiro de 0 a 20.',
  ])
    expect(words).toContain(fault)
  for (const value of ['loja', '30', 'Santos']) expect(answer.html).toContain(`value="${value}"`)
  expect((await owner.get('/balcao/loja')).html).not.toContain('Santos')
})

test('typed data are shown as they would look, with their colour, before anything is saved; saving then works as before', async () => {
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get('/balcao/loja')
  const fields = {
    name: 'Drogaria Ipê Roxo',
    address: 'Rua das Acácias, 7',
    accent_color: '#7b1fa2',
    city: 'Campinas - SP',
  }
  const shown = await owner.submit(page, { button: 'Ver como fica', fields })
  expect(shown.status).toBe(200)
  const looks = shown.html.slice(shown.html.indexOf('id="como-fica"'))
  for (const said of ['Drogaria Ipê Roxo', 'Rua das Acácias, 7', 'Nada foi salvo ainda'])
    expect(wordsOf(looks)).toContain(said)
  expect(shown.html).toContain('--br:#7b1fa2')
  // The typed values stand in the form, to go on from.
  for (const value of Object.values(fields)) expect(shown.html).toContain(`value="${value}"`)
  const { html } = await openPlainBrowser(server.url).get('/sobre-nos')
  expect(html).not.toContain('Ipê Roxo')
  expect(html).not.toContain('#7b1fa2')
  const wrong = await owner.submit(page, { button: 'Ver como fica', fields: { ...fields, email: 'loja' } })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([
    422,
    expect.stringContaining('E-mail: informe um e-mail válido'),
  ])
  expect(wrong.html).toContain('value="Drogaria Ipê Roxo"')
  const saved = await owner.submit(shown, { button: 'Salvar dados da loja' })
  expect([saved.status, saved.location]).toEqual([303, '/balcao/loja'])
  expect((await openPlainBrowser(server.url).get('/sobre-nos')).html).toContain('Drogaria Ipê Roxo')
  // What the page saw is older by now.
  const late = await owner.submit(page, { button: 'Ver como fica', fields })
  const outdated = await owner.submit(late, { button: 'Salvar dados da loja' })
  expect(outdated.status).toBe(409)
})

test('a logo and a colour are on the next page and in the icons', async () => {
  const owner = await createStaff(server.url, 'owner')
  const iconOf = async (path: string) => {
    const answer = await fetch(server.url + path)
    return [answer.status, answer.headers.get('Content-Type'), Buffer.from(await answer.arrayBuffer())] as const
  }
  const [, , flower] = await iconOf('/icon-192.png')
  const answer = await owner.submit('/balcao/loja', { button: 'Salvar logotipo', fields: { logo: svgBlob() } })
  expect([answer.status, answer.location]).toEqual([303, '/balcao/loja'])
  await owner.submit('/balcao/loja', { button: 'Salvar dados da loja', fields: { accent_color: '#0B57D0' } })
  const page = await openPlainBrowser(server.url).get('/')
  const [, src = ''] = /<img src="(\/imagens\/logo-\w+\.webp)" width="176" height="44"/.exec(page.html) ?? []
  expect(await iconOf(src)).toMatchObject([200, 'image/webp', expect.anything()])
  const [, css = ''] = /<style id="theme">(.*?)<\/style>/.exec(page.html) ?? []
  expect(css).toContain('--br:#0b57d0')
  expect(page.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash('sha256', css, 'base64')}'`)
  expect(page.html).toContain('<meta name="theme-color" content="#0b57d0"/>')
  expect(page.html).not.toContain('#flower')
  const [status, type, icon] = await iconOf('/icon-192.png')
  expect([status, type]).toEqual([200, 'image/png'])
  expect(icon.equals(flower)).toBe(false)
  for (const [path, type, size] of [
    ['/favicon.svg', 'image/svg+xml; charset=utf-8', null],
    ['/favicon.ico', 'image/x-icon', null],
    ['/apple-touch-icon.png', 'image/png', [180, 180]],
    ['/icon-maskable-512.png', 'image/png', [512, 512]],
    ['/card.png', 'image/png', [1200, 630]],
  ] as const) {
    const [status, contentType, content] = await iconOf(path)
    expect([path, status, contentType]).toEqual([path, 200, type])
    const { width, height } = path === '/favicon.ico' ? { width: 0, height: 0 } : await sharp(content).metadata()
    if (size) expect([path, width, height]).toEqual([path, ...size])
  }
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ theme_color: '#0b57d0' })
  expect((await owner.get('/balcao/loja')).html).toContain('--br:#0b57d0')
  await owner.submit('/balcao/loja', { button: 'Tirar logotipo' })
  expect((await openPlainBrowser(server.url).get('/')).html).not.toContain('/imagens/logo-')
})

test.each([
  [
    'um programa',
    svgBlob('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    422,
    'Este SVG traz',
  ],
  ['um texto', new Blob(['um texto'], { type: 'image/png' }), 422, 'Este arquivo não é um SVG nem um PNG.'],
  ['2 MB', new Blob([new Uint8Array(2_000_000)]), 422, 'O logotipo pode ter até 1 MB.'],
  ['nada', new Blob([]), 422, 'Escolha o arquivo do logotipo.'],
])('a logo that is %s is refused at its field, and the shop stays as it was', async (_, logo, status, sentence) => {
  const owner = await createStaff(server.url, 'owner')
  const before = readState(server)
  const answer = await owner.submit('/balcao/loja', { button: 'Salvar logotipo', fields: { logo } })
  expect(answer.status).toBe(status)
  expect(wordsOf(answer.html)).toContain(sentence)
  expect(answer.html).toContain('href="#logo"')
  expect(readState(server)).toEqual(before)
})

test('of 20 MB nothing is read: a page says how large a file may be', async () => {
  const owner = await createStaff(server.url, 'owner')
  const logo = new Blob([new Uint8Array(20 * 1024 * 1024)])
  const answer = await owner.submit('/balcao/loja', { button: 'Salvar logotipo', fields: { logo } })
  expect([answer.status, wordsOf(answer.html)]).toEqual([413, expect.stringContaining('O arquivo passa de 10 MB.')])
})
