import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import {
  addToBag,
  answerAtBank,
  bagPage,
  homeAddress,
  mailedCode,
  novalgina,
  openShopper,
  person,
  register,
  signOut,
  summary,
} from '../support/purchase.ts'

const server = ownServer()

const newAddress = () => `${crypto.randomUUID()}@example.com`

/** 'Receber código'. @returns the page that asks for it */
async function askForCode(visitor: PlainBrowser, email: string, page: PlainAnswer | string = '/login') {
  const { location } = await visitor.submit(page, { button: 'Receber código', fields: { email } })
  return visitor.get(location ?? '')
}

async function enter(visitor: PlainBrowser, email: string, page: PlainAnswer | string = '/login') {
  const asked = await askForCode(visitor, email, page)
  return visitor.submit(asked, { button: 'Entrar com o código', fields: { code: await mailedCode(server.url, email) } })
}

test('a first purchase, from a product to the paid order, types the postal code, e-mail, code, name, phone and house number', async () => {
  const shopper = openPlainBrowser(server.url)
  const typed: string[] = []
  const type = (page: PlainAnswer | string, button: string, fields: Record<string, string> = {}) => {
    typed.push(...Object.keys(fields))
    return shopper.submit(page, { button, fields })
  }
  const follow = async ({ location }: PlainAnswer): Promise<PlainAnswer> => {
    const page = await shopper.get(location ?? 'nowhere')
    return page.location ? follow(page) : page
  }
  const email = newAddress()
  const asked = await follow(await type(novalgina.path, 'Adicionar no carrinho'))
  await follow(await type(asked, 'Confirmar CEP', { zipcode: homeAddress.zipcode }))
  const login = await follow(await type(bagPage, 'Ir para o resumo'))
  expect(wordsOf(login.html)).toContain('Entre para continuar a compra. Sua sacola fica como está.')
  const code = await follow(await type(login, 'Receber código', { email }))
  const address = await follow(await type(code, 'Entrar com o código', { code: await mailedCode(server.url, email) }))
  const who = { full_name: 'Ana Maria Lima', phone: '11987654321', number: '1000' }
  const checked = await follow(await type(address, 'Salvar endereço', who))
  expect(wordsOf(checked.html)).toContain('Confira seu pedido')
  const { location } = await type(checked, 'Finalizar pedido')
  await shopper.submit(await answerAtBank(shopper, location ?? ''), { button: 'Já paguei' })
  const order = await shopper.get(`/minha-conta/pedidos/${location?.split('/')[2]}`)
  expect(wordsOf(order.html)).toContain('Pago')
  expect(typed).toEqual(['zipcode', 'email', 'code', 'full_name', 'phone', 'number'])
  expect(wordsOf((await shopper.get('/')).html)).toContain('Olá, Ana')
})

test('an order that is picked up asks who came by a code for name and phone in its summary, and is placed with them', async () => {
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina)
  await enter(shopper, newAddress())
  const summaryPage = await shopper.get(`${summary}&delivery_option=retirada`)
  expect(wordsOf(summaryPage.html)).toContain('Quem retira')
  const refused = await shopper.submit(summaryPage, {
    button: 'Finalizar pedido',
    fields: { full_name: 'Ana', phone: '' },
  })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Informe nome e sobrenome.')])
  expect(wordsOf(refused.html)).toContain('Informe um telefone com DDD')
  expect(refused.html).toMatch(/name="full_name"[^>]*value="Ana"/)
  const who = { full_name: 'Ana Maria Lima', phone: '11987654321' }
  const placed = await shopper.submit(refused, { button: 'Finalizar pedido', fields: who })
  expect(placed.location).toMatch(/^\/checkout\/\d+\/pix$/)
  expect(wordsOf((await shopper.get('/')).html)).toContain('Olá, Ana')
})

test('working out the values anew keeps a name that was typed', async () => {
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina)
  await enter(shopper, newAddress())
  const who = { full_name: 'Ana Maria Lima', phone: '11987654321' }
  const summaryPage = await shopper.get(`${summary}&delivery_option=retirada`)
  const { location } = await shopper.submit(summaryPage, { button: 'Atualizar valores', fields: who })
  expect(location).not.toContain('Ana')
  expect(wordsOf((await shopper.get(location ?? '')).html)).not.toContain('Quem retira')
})

test('an address is not saved without the name of who came by a code, and what was typed stays', async () => {
  const shopper = await openShopper(server.url)
  await enter(shopper, newAddress())
  const refused = await shopper.submit('/minha-conta?section=endereco', {
    button: 'Salvar endereço',
    fields: { ...homeAddress, full_name: 'Ana', phone: '11' },
  })
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('Informe nome e sobrenome.')
  expect(wordsOf(refused.html)).toContain('Informe um telefone com DDD')
  expect(refused.html).toMatch(/name="street"[^>]*value="Avenida Paulista"/)
})

test('the bag stays, by whichever way somebody signs in', async () => {
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina)
  expect((await enter(shopper, 'cliente@example.com')).location).toBe('/')
  expect(wordsOf((await shopper.get(bagPage)).html)).toContain('Novalgina 1g 10 Comprimidos')
})

test('a code works in another browser; the one that asked for it says what to do', async () => {
  const [asking, other] = [openPlainBrowser(server.url), openPlainBrowser(server.url)]
  const email = newAddress()
  const page = await askForCode(asking, email)
  expect(wordsOf(page.html)).toContain(
    'O código vale uma vez, em qualquer aparelho: para entrar em outro, peça um novo.',
  )
  const code = await mailedCode(server.url, email)
  const entered = await other.submit('/login?etapa=codigo', { button: 'Entrar com o código', fields: { email, code } })
  expect(entered.status).toBe(303)
  const late = await asking.submit(page, { button: 'Entrar com o código', fields: { code } })
  expect([late.status, wordsOf(late.html)]).toEqual([422, expect.stringContaining('O token inserido é inválido')])
  const again = await asking.submit(late, { button: 'Mandar outro código' })
  expect((await asking.get(again.location ?? '')).html).toContain(email)
  expect(await mailedCode(server.url, email)).not.toBe(code)
})

test('of two customers on one phone, the second does not read where the first one’s code went', async () => {
  const phone = openPlainBrowser(server.url)
  const first = newAddress()
  expect((await askForCode(phone, first)).html).toContain(first)
  await phone.submit('/login', {
    button: 'Entrar',
    fields: { email: 'cliente@example.com', password: 'balcao-demo-2026' },
  })
  await signOut(phone)
  expect((await phone.get('/login?etapa=codigo')).html).not.toContain(first)
})

test('the list of devices says by what each signed in', async () => {
  const email = newAddress()
  const shopper = openPlainBrowser(server.url)
  await enter(shopper, email)
  expect(wordsOf((await shopper.get('/minha-conta')).html)).toMatch(
    /Este aparelho\. Entrou em .*, com código por e-mail/,
  )
})

test('Enter signs in with a password, and asks for a code without one', async () => {
  const visitor = openPlainBrowser(server.url)
  const email = 'cliente@example.com'
  const code = await visitor.submit('/login', { button: 'Continuar', fields: { email } })
  expect(code.location).toBe('/login?etapa=codigo&redirectTo=%2F')
  const refused = await visitor.submit('/login', { button: 'Continuar', fields: { email, password: 'errada' } })
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringContaining('E-mail ou senha não conferem.'),
  ])
  const entered = await visitor.submit('/login', {
    button: 'Continuar',
    fields: { email, password: 'balcao-demo-2026' },
  })
  expect([entered.status, entered.location]).toEqual([303, '/'])
})

test('a former page that sends an e-mail and a password signs in as before; an e-mail alone asks for a code', async () => {
  const { html } = await openPlainBrowser(server.url).get('/login')
  const formToken = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const email = 'cliente@example.com'
  const post = (fields: Record<string, string>) =>
    openPlainBrowser(server.url).post('/login', { form_token: formToken, website: '', email, ...fields })
  expect((await post({ password: 'balcao-demo-2026' })).location).toBe('/')
  expect((await post({})).location).toMatch(/etapa=codigo/)
  expect((await post({ password: '' })).status).toBe(422)
})

test('no page tells whether an address has an account', async () => {
  const pages = await Promise.all(
    ['cliente@example.com', newAddress()].map(async (email) => {
      const { html, status } = await askForCode(openPlainBrowser(server.url), email)
      return [status, wordsOf(html).replaceAll(email, '')]
    }),
  )
  expect(pages[0]).toEqual(pages[1])
})

test('what is no address is refused beside its field', async () => {
  const refused = await openPlainBrowser(server.url).submit('/login', {
    button: 'Receber código',
    fields: { email: 'ana@' },
  })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Informe um e-mail válido')])
})

test('who has no password sets one in the profile, by a code, and downloads the data by another', async () => {
  const shopper = await openShopper(server.url)
  const email = newAddress()
  await enter(shopper, email)
  const profile = '/minha-conta?section=perfil'
  expect(wordsOf((await shopper.get(profile)).html)).toContain('Você entra com um código por e-mail.')
  await shopper.submit(profile, { button: 'Receber código' })
  const chosen = { password: 'uma frase longa', password_confirmation: 'uma frase longa' }
  const set = await shopper.submit(profile, {
    button: 'Criar senha',
    fields: { current_password: await mailedCode(server.url, email), ...chosen },
  })
  expect(set.status).toBe(303)
  await signOut(shopper)
  expect(
    (await shopper.submit('/login', { button: 'Entrar', fields: { email, password: 'uma frase longa' } })).location,
  ).toBe('/')
  const other = await openShopper(server.url)
  const mailbox = newAddress()
  await enter(other, mailbox)
  await other.submit('/minha-conta/meus-dados', { button: 'Receber código' })
  const fields = { current_password: await mailedCode(server.url, mailbox) }
  const ticket = await other.submit('/minha-conta/meus-dados', { button: 'Baixar meus dados', fields })
  expect(ticket.location).toMatch(/ticket=/)
})

test('who proves a mailbox that somebody registered elsewhere is told that the account begins empty', async () => {
  const account = person()
  const registrant = await openShopper(server.url)
  await register(registrant, account)
  await signOut(registrant)
  const reader = await openShopper(server.url)
  const { location } = await enter(reader, account.email)
  const words = wordsOf((await reader.get(location ?? '')).html)
  expect(words).toContain('Aquela conta foi fechada, e esta começa vazia.')
  expect(words).not.toContain(`Olá, ${account.f_name}`)
})
