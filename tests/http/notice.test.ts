import { expect, onTestFinished, test } from 'vitest'
import { sharedServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import { addToBag, bagPage, giveZipcode, novalgina, openCustomer, summary } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const closed = 'Estamos fechados agora. Faça seu pedido e receba pela manhã.'
const open = (estimate: string) => `Entrega grátis em até ${estimate}!*`
const uncovered = 'Ops, ainda não chegamos na sua região.'

/** One postal code of each branch. */
const zipcodes = { 1: '01310100', 2: '04001000', 3: '05010000', 4: '03001000', 5: '02011000', 10: '06010000' }

/** At ten in the morning. */
const byDay = sharedServer()

async function openShopAt(instant: string, env: Record<string, string> = {}) {
  const server = await startServer({ env: { SANDBOX_CLOCK: instant, ...env } })
  onTestFinished(async () => void (await server.stop()))
  return server.url
}

async function shopperAt(url: string, zipcode: string) {
  const shopper = openPlainBrowser(url)
  await giveZipcode(shopper, zipcode)
  await shopper.get('/')
  return shopper
}

async function noticeFor(shopper: PlainBrowser): Promise<string | null> {
  const words = wordsOf((await shopper.get('/sobre-nos')).html)
  return words.match(/Entrega grátis em até [^!]+!\*|Estamos fechados agora\.[^.]+\.|Ops, [^.]+\./)?.[0] ?? null
}

/** What a product's page says of its delivery. */
async function promiseFor(shopper: PlainBrowser): Promise<string | null> {
  const { html } = await shopper.get(novalgina.path)
  return html.match(/<li>(?:<svg[^>]*>(?:(?!<\/svg>).)*<\/svg>)?(Entrega grátis[^<]*)<\/li>/)?.[1] ?? null
}

/** The same, asked for a shopper without a postal code, one of each branch, and one out of coverage. */
async function forEach(url: string, ask: (shopper: PlainBrowser) => Promise<string | null>) {
  const told: Record<string, string | null> = { none: await ask(openPlainBrowser(url)) }
  for (const [branch, zipcode] of Object.entries({ ...zipcodes, out: '08200000' })) {
    told[branch] = await ask(await shopperAt(url, zipcode))
  }
  return told
}

test('shortly before ten at night each branch still promises its own time; the notice is closed for a visit', async () => {
  const url = await openShopAt('2026-03-10T21:50:00-03:00')
  expect(await forEach(url, noticeFor)).toEqual({
    none: open('4 horas'),
    1: open('30 minutos'),
    2: open('45 minutos'),
    3: open('1 hora'),
    4: closed,
    5: open('2 horas'),
    10: closed,
    out: uncovered,
  })
  const afterOpening = (estimate: string) => `Entrega grátis em até ${estimate}, a partir das 8h.*`
  expect(await forEach(url, promiseFor)).toEqual({
    none: open('4 horas'),
    1: open('30 minutos'),
    2: open('45 minutos'),
    3: open('1 hora'),
    4: afterOpening('1 hora'),
    5: open('2 horas'),
    10: afterOpening('4 horas'),
    out: null,
  })

  const shopper = openPlainBrowser(url)
  const answer = await shopper.submit('/sobre-nos', { button: 'Fechar aviso' })
  expect(answer).toMatchObject({ status: 303, location: '/sobre-nos' })
  // A session cookie.
  expect(answer.headers.getSetCookie().join()).not.toMatch(/Max-Age|Expires/)
  expect(await noticeFor(shopper)).toBeNull()
  await giveZipcode(shopper, '08200000')
  expect(await noticeFor(shopper)).toBe(uncovered)
})

test('a closed notice comes back with another estimate, and stays away with the same', async () => {
  const shopper = await shopperAt(byDay.url, zipcodes[1])
  await shopper.submit('/sobre-nos', { button: 'Fechar aviso' })
  expect(await noticeFor(shopper)).toBeNull()
  await giveZipcode(shopper, zipcodes[2])
  expect(await noticeFor(shopper)).toBe(open('45 minutos'))
  await giveZipcode(shopper, zipcodes[1])
  expect(await noticeFor(shopper)).toBeNull()
})

test('at ten sharp the first branch is closed, and with it the shop for who gave no postal code', async () => {
  const url = await openShopAt('2026-03-10T22:00:00-03:00', { SHIPPING_DESIGN: '0' })
  expect(await forEach(url, noticeFor)).toMatchObject({
    none: closed,
    1: closed,
    3: open('1 hora'),
    5: open('2 horas'),
    out: uncovered,
  })
  // Without the shipping design no product's page says anything of its delivery.
  expect(new Set(Object.values(await forEach(url, promiseFor)))).toEqual(new Set([null]))
})

test('the branch that is open longest closes at half past eleven, on Sundays too', async () => {
  const [before, after] = ['2026-03-15T23:20:00-03:00', '2026-03-15T23:30:00-03:00'].map((instant) =>
    openShopAt(instant),
  )
  expect(await noticeFor(await shopperAt((await before) ?? '', zipcodes[5]))).toBe(open('2 horas'))
  expect(await noticeFor(await shopperAt((await after) ?? '', zipcodes[5]))).toBe(closed)
})

test('bag and summary say when the order arrives: in how long, or from the next opening on; out of coverage neither', async () => {
  const said = (html: string) =>
    wordsOf(html).match(
      /Chega (?:em|amanhã,) até [^C]+?(?= CEP| Casa)|Entregamos \S+ a partir das \S+|Ainda não entregamos[^T]+?(?= Trocar)/,
    )?.[0]
  const cases: [string, string, string][] = [
    ['2026-03-10T21:20:00-03:00', 'Chega em até 30 minutos', 'Hoje, até 21h50'],
    // Twenty of its thirty minutes are left for the next morning.
    ['2026-03-10T21:50:00-03:00', 'Chega amanhã, até 7h20', 'Amanhã, até 7h20'],
    ['2026-03-10T22:00:00-03:00', 'Entregamos amanhã a partir das 7h', 'Amanhã, até 7h30'],
    ['2026-03-11T05:00:00-03:00', 'Entregamos hoje a partir das 7h', 'Hoje, até 7h30'],
  ]
  for (const [instant, sentence, promise] of cases) {
    const customer = await openCustomer(await openShopAt(instant))
    await addToBag(customer, novalgina)
    const bag = await customer.get(bagPage)
    expect(said(bag.html)).toBe(sentence)
    await customer.submit(bag, { button: 'Ir para o resumo' })
    expect(wordsOf((await customer.get(summary)).html)).toContain(promise)
    await giveZipcode(customer, '08200000')
    expect(said((await customer.get(bagPage)).html)).toBe('Ainda não entregamos no CEP 08200-000')
  }
})
