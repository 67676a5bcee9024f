import { submissionOf } from './forms.ts'
import { openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from './http.ts'

/** A product as tests buy it. */
export interface Goods {
  id: string
  path: string
}

export const novalgina: Goods = { id: '60', path: '/produto/novalgina-1g-10-comprimidos' }
/** Its prescription is kept by the pharmacy and valid for 10 days. */
export const azitromicina: Goods = { id: '3', path: '/produto/zirk-500mg-3-comprimidos' }
export const dorflex: Goods = { id: '68', path: '/produto/dorflex-36-comprimidos' }
/** Out of stock in the branch of Avenida Paulista, which is also that of who has given no postal code. */
export const soldOut: Goods = { id: '4', path: '/produto/azitromicina-500mg-3-comprimidos-medquimica-generico' }
/** Takes part in a laboratory's discount. */
export const trayenta: Goods = { id: '43', path: '/produto/trayenta-5mg-30-comprimidos' }
export const bagPage = '/checkout/sacola'
export const summary = '/checkout/sacola?etapa=resumo'
export const addressPage = '/minha-conta?section=endereco'

/** A shopper on Avenida Paulista, who has given their postal code. */
export async function openShopper(url: string): Promise<PlainBrowser> {
  const shopper = openPlainBrowser(url)
  await giveZipcode(shopper)
  return shopper
}

/** 'Confirmar CEP'. */
export function giveZipcode(shopper: PlainBrowser, zipcode = '01310-100', page = '/cep'): Promise<PlainAnswer> {
  return shopper.submit(page, { button: 'Confirmar CEP', fields: { zipcode } })
}

/** The demo customer, signed in. */
export async function openCustomer(url: string, email?: string): Promise<PlainBrowser> {
  const customer = await openShopper(url)
  await signIn(customer, email)
  return customer
}

/** 'Entrar', by default as the demo customer. */
export function signIn(
  visitor: PlainBrowser,
  email = 'cliente@example.com',
  password = 'balcao-demo-2026',
  page: PlainAnswer | string = '/login',
): Promise<PlainAnswer> {
  return visitor.submit(page, { button: 'Entrar', fields: { email, password } })
}

/** 'Sair', in the header of any page. */
export function signOut(customer: PlainBrowser): Promise<PlainAnswer> {
  return customer.submit('/sobre-nos', { button: 'Sair' })
}

/** What a new customer fills in. */
export function person(changes: Record<string, string> = {}) {
  return {
    f_name: 'Ana',
    l_name: 'Lima',
    email: `${crypto.randomUUID()}@example.com`,
    phone: '11987654321',
    password: 'uma frase longa',
    password_confirmation: 'uma frase longa',
    terms: 'on',
    ...changes,
  }
}

/** 'Criar conta'. */
export function register(visitor: PlainBrowser, fields = person()): Promise<PlainAnswer> {
  return visitor.submit('/cadastro', { button: 'Criar conta', fields })
}

/** The newest code that was mailed to an address, as the sandbox shows it. */
export async function mailedCode(url: string, email: string): Promise<string> {
  const { html } = await openPlainBrowser(url).get(`/sandbox/emails?to=${encodeURIComponent(email)}`)
  return /\b\d{6}\b/.exec(wordsOf(html))?.[0] ?? 'no code'
}

/** 'Baixar meus dados', which asks for the password again. @returns the file */
export async function downloadData(customer: PlainBrowser, password: string): Promise<PlainAnswer> {
  const fields = { current_password: password }
  const { location } = await customer.submit('/minha-conta/meus-dados', { button: 'Baixar meus dados', fields })
  const { html } = await customer.get(location ?? '/minha-conta/meus-dados')
  return customer.get(html.match(/"(\/minha-conta\/meus-dados\.json\?[^"]*)"/)?.[1] ?? '/minha-conta/meus-dados.json')
}

export const homeAddress = {
  zipcode: '01310-100',
  address_type: 'Casa',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

/** A newly registered customer, with an address on Avenida Paulista. */
export async function newCustomer(url: string): Promise<PlainBrowser> {
  const customer = await openShopper(url)
  await register(customer)
  await saveAddress(customer, homeAddress)
  return customer
}

/** 'Salvar endereço'. */
export function saveAddress(
  customer: PlainBrowser,
  fields: Record<string, string>,
  page: PlainAnswer | string = addressPage,
): Promise<PlainAnswer> {
  return customer.submit(page, { button: 'Salvar endereço', fields })
}

/** 'Adicionar no carrinho', on the product's page. */
export function addToBag(shopper: PlainBrowser, { path }: Pick<Goods, 'path'>, quantity = '1'): Promise<PlainAnswer> {
  return shopper.submit(path, { button: 'Adicionar no carrinho', fields: { quantity } })
}

/** 'Ir para o resumo', with the address the bag step has chosen. */
export function goOn(customer: PlainBrowser): Promise<PlainAnswer> {
  return customer.submit(bagPage, { button: 'Ir para o resumo' })
}

/** Fills the bag, chooses the customer's address, and opens the summary. */
export async function openSummary(customer: PlainBrowser, quantity = '1'): Promise<PlainAnswer> {
  await addToBag(customer, novalgina, quantity)
  await goOn(customer)
  return customer.get(summary)
}

/** 'Finalizar pedido' of a page that does not ask how it will be paid, as clients of before: the payment's page then does. */
export async function finish(customer: PlainBrowser, page: PlainAnswer | string = summary): Promise<PlainAnswer> {
  const { html, ...answer } = typeof page === 'string' ? await customer.get(page) : page
  const earlierPage = { ...answer, html: html.replaceAll('name="payment_method"', '') }
  return customer.submit(earlierPage, { button: 'Finalizar pedido' })
}

/** The fields that 'Finalizar pedido' sends, for a test that changes them. */
export function summaryForm({ html }: PlainAnswer): Record<string, string> {
  const { body } = submissionOf(html, summary, { button: 'Finalizar pedido' })
  return Object.fromEntries([...(body ?? [])].map(([name, value]) => [name, String(value)]))
}

/** @returns the path of the new order's payment page */
export async function place(customer: PlainBrowser, page?: PlainAnswer): Promise<string> {
  return (await finish(customer, page)).location ?? ''
}

/** @returns the path of the new order's payment page */
export async function placeOrder(customer: PlainBrowser): Promise<string> {
  return place(customer, await openSummary(customer))
}

/** 'Pagar com Pix', where that was not chosen before. @returns the Pix page, with the charge's code */
export async function chargeByPix(customer: PlainBrowser, paymentPage: string): Promise<PlainAnswer> {
  if (paymentPage.endsWith('/pix')) return customer.get(paymentPage)
  const { location } = await customer.submit(paymentPage, { button: 'Pagar com Pix' })
  return customer.get(location ?? '')
}

/** The pretend bank's page for the charge of a Pix page. */
export function bankOf({ html }: Pick<PlainAnswer, 'html'>): string {
  return /\/sandbox\/banco\?txid=\w+/.exec(html)?.[0] ?? 'no charge on this page'
}

/** Has the charge of an order paid, or refused, at the pretend bank. @returns the Pix page as it was before */
export async function answerAtBank(
  customer: PlainBrowser,
  paymentPage: string,
  button = 'Pagar',
): Promise<PlainAnswer> {
  const pixPage = await chargeByPix(customer, paymentPage)
  await customer.submit(bankOf(pixPage), { button })
  return pixPage
}

/** Has an order paid at the pretend bank, and 'Já paguei' pressed: the shop asks the bank at once. @returns its number */
export async function pay(customer: PlainBrowser, paymentPage: string): Promise<string> {
  await customer.submit(await answerAtBank(customer, paymentPage), { button: 'Já paguei' })
  return paymentPage.split('/')[2] ?? ''
}
