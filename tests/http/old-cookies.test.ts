import { expect, onTestFinished, test } from 'vitest'
import { lifetimes, sealCookie, signCookie } from '../support/cookies.ts'
import { sharedServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import {
  addressPage,
  addToBag,
  finish,
  giveZipcode,
  homeAddress,
  mailedCode,
  novalgina,
  person,
  register,
  saveAddress,
  signIn,
  signOut,
} from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const server = sharedServer()

/** Every cookie of the shop; the last one is set and read by scripts. */
const names = [...Object.keys(lifetimes), 'searchHistory']
const pages = ['/', novalgina.path, '/categoria/beleza', '/comparar', '/cep', '/checkout/sacola', '/recuperacao-senha']

function browserWith(cookies: Iterable<[string, string]>): PlainBrowser {
  return openPlainBrowser(server.url, new Map(cookies))
}

/** A visitor can browse, enter a postal code and fill a bag. */
async function expectAWorkingShop(browser: PlainBrowser) {
  for (const path of pages) expect((await browser.get(path)).status, path).toBe(200)
  expect((await browser.get('/minha-conta')).location).toMatch(/^\/login/)
  expect((await giveZipcode(browser)).status).toBe(303)
  expect((await browser.submit(novalgina.path, { action: novalgina.path })).status).toBe(303)
  expect(wordsOf((await browser.get('/checkout/sacola')).html)).toContain('Novalgina')
}

test('every cookie is for the server alone and for no other site, and by https for nobody to overhear', async () => {
  const secure = await startServer({ env: { PUBLIC_URL: 'https://farmacia.example' } })
  onTestFinished(async () => void (await secure.stop()))
  for (const [url, publicUrl] of [
    [server.url, server.url],
    [secure.url, 'https://farmacia.example'],
  ] as const) {
    const set = new Set<string>()
    // Each line is compared with the table as it arrives.
    const browser = openPlainBrowser(url, new Map(), publicUrl)
    const doing = async (step: Promise<unknown>) => {
      await step
      for (const name of browser.cookies.keys()) set.add(name)
    }
    const account = person()
    await doing(register(browser, account))
    await saveAddress(browser, homeAddress)
    const openPage = await browser.get(addressPage)
    await signOut(browser)
    await doing(saveAddress(browser, homeAddress, openPage))
    await doing(browser.submit('/sobre-nos', { button: 'Fechar aviso' }))
    await doing(browser.submit('/privacidade', { button: 'Salvar escolha', fields: { consent: 'none' } }))
    await doing(giveZipcode(browser))
    await doing(browser.submit(novalgina.path, { button: 'Comparar' }))
    await doing(browser.submit(novalgina.path, { button: 'Adicionar aos favoritos' }))
    await doing(addToBag(browser, novalgina))
    const fields = { email: account.email }
    await doing(browser.submit('/recuperacao-senha', { button: 'Enviar código', fields }))
    await doing(signIn(browser, account.email, account.password))
    await doing(browser.submit('/checkout/sacola', { button: 'Ir para o resumo', fields: { order_note: 'Portaria' } }))
    await doing(browser.submit('/checkout/sacola', { button: 'Remover' }))
    await doing(browser.submit('/checkout/sacola', { button: 'Desfazer' }))
    await doing(finish(browser))
    expect([...set].sort()).toEqual(Object.keys(lifetimes).sort())

    await browser.submit('/comparar', { button: 'Limpar comparação' })
    await signOut(browser)
    await browser.get('/')
    expect([...browser.cookies.keys()].sort()).toEqual([
      'branch',
      'consent',
      'deviceId',
      'knownDevice',
      'notice',
      'recent',
    ])
  }
})

test.each([
  ['nothing', ''],
  ['words', 'lixo de outra loja; com ponto e vírgula'],
  ['a broken escape', '%E0%A4%A'],
  ['JSON', '{"branchId":1,"zipcode":"01310100","lines":[[60,1]]}'],
  ['a forged signature', `${btoa('{"lines":[[60,99]]}')}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`],
  ['base64 of null', btoa('null')],
  ['the name of an object’s prototype', btoa('{"__proto__":{"branchId":1}}')],
  ['very long', 'x'.repeat(700)],
])('a browser whose every cookie holds %s finds a shop that works, and gets rid of them', async (_, value) => {
  const browser = browserWith(names.map((name) => [name, value]))
  await browser.get('/')
  const left = [...browser.cookies].filter(([, kept]) => kept === value).map(([name]) => name)
  expect(left.filter((name) => name !== 'searchHistory')).toEqual([])
  expect(browser.cookies.get('deviceId')).toMatch(/^[\da-f]{8}-/)
  await expectAWorkingShop(browser)
})

test('cookies signed in another shape are dropped, what can be read of them is kept', async () => {
  const older: Record<string, unknown> = {
    cartItems: { lines: [[60, 2], [14], ['x', 1], [15, -1], { id: 60 }, null] },
    branch: { id: 1, cep: '01310-100' },
    flash: 'Olá',
    orderNote: 'sem troco',
    compareList: { ids: [1, 2] },
    recent: ['60', null],
    favourite: 60,
  }
  const cookies = Object.entries(older).map(
    async ([name, value]) => [name, await signCookie(name, value)] as [string, string],
  )
  const browser = browserWith(await Promise.all(cookies))
  const { status, html } = await browser.get('/')
  expect(status).toBe(200)
  expect(html).toContain('Sacola, 2 itens')
  expect([...browser.cookies.keys()].sort()).toEqual(['cartItems', 'deviceId'])
  await expectAWorkingShop(browser)
})

test('a cookie’s value is worth nothing under another cookie’s name', async () => {
  const browser = openPlainBrowser(server.url)
  await giveZipcode(browser)
  await addToBag(browser, novalgina)
  await browser.submit(novalgina.path, { button: 'Comparar' })
  const values = new Map(browser.cookies)
  const list = values.get('compareList') ?? ''
  expect((await browser.get('/comparar')).html).toContain('Novalgina')
  for (const [from, to] of [
    ['branch', 'cartItems'],
    ['cartItems', 'branch'],
    ['compareList', 'recent'],
    ['recent', 'compareList'],
  ] as const) {
    const forged = browserWith([[to, values.get(from) ?? '']])
    await forged.get('/sobre-nos')
    expect([from, to, forged.cookies.has(to)]).toEqual([from, to, false])
  }
  expect((await browserWith([['compareList', list]]).get('/comparar')).html).toContain('Novalgina')
})

test('a message that the shop sealed is shown, one that was changed or comes from another cookie is not', async () => {
  const flash = await sealCookie('flash', { tone: 'ok', sentences: ['Olá, Zulmira!'] })
  const shows = async (value: string, name = 'flash') =>
    wordsOf((await browserWith([[name, value]]).get('/')).html).includes('Zulmira')
  expect(await shows(flash)).toBe(true)
  expect(await shows(`${flash.slice(0, -2)}${flash.endsWith('AA') ? 'BB' : 'AA'}`)).toBe(false)
  expect(await shows(await sealCookie('recovery', { tone: 'ok', sentences: ['Olá, Zulmira!'] }))).toBe(false)
})

test('no cookie has a name, an e-mail, a code or a note in it that could be read', async () => {
  const browser = openPlainBrowser(server.url)
  const account = person({ f_name: 'Zulmira', email: `zulmira.${crypto.randomUUID()}@example.com` })
  const seen: string[] = []
  const look = (...names: string[]) => {
    expect([...browser.cookies.keys()]).toEqual(expect.arrayContaining(names))
    for (const value of browser.cookies.values()) {
      const encoded = decodeURIComponent(value).split('.')
      seen.push(value, ...encoded.map((part) => Buffer.from(part, 'base64').toString()))
    }
  }
  await register(browser, account)
  look('flash')
  await saveAddress(browser, homeAddress)
  await giveZipcode(browser)
  await addToBag(browser, novalgina)
  await browser.submit('/checkout/sacola', { button: 'Ir para o resumo', fields: { order_note: 'Zelador Tibério' } })
  look('orderNote')
  await signOut(browser)
  await browser.submit('/recuperacao-senha', { button: 'Enviar código', fields: { email: account.email } })
  look('recovery')
  const code = await mailedCode(server.url, account.email)
  await browser.submit('/recuperacao-senha?etapa=codigo', { button: 'Confirmar código', fields: { code } })
  look('recovery', 'flash')
  for (const word of ['Zulmira', 'zulmira', 'Tibério', code]) expect(seen.join(' ')).not.toContain(word)
})

test('a place served by a branch that is no more is asked for again', async () => {
  const branch = await signCookie('branch', { branchId: 77, zipcode: '01310100', addressId: null })
  const browser = browserWith([['branch', branch]])
  expect(wordsOf((await browser.get('/')).html)).toContain('Informe seu CEP')
  expect((await addToBag(browser, novalgina)).location).toMatch(/^\/cep\?/)
})

test('a token nobody knows is cleared, that of a customer stays', async () => {
  const stranger = browserWith([['clientToken', 'a-token-of-last-year']])
  const { headers } = await stranger.get('/')
  expect(headers.getSetCookie().join()).toMatch(/clientToken=;.*Max-Age=0/)
  expect(stranger.cookies.has('clientToken')).toBe(false)

  const customer = openPlainBrowser(server.url)
  await signIn(customer)
  await customer.get('/')
  expect(wordsOf((await customer.get('/')).html)).toContain('Olá, ')
})
