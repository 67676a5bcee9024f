import { hiddenField, openPlainBrowser, type PlainAnswer, type PlainBrowser } from './http.ts'

export const novalgina = { id: '60', path: '/produto/novalgina-1g-10-comprimidos' }
/** Its prescription is kept by the pharmacy and valid for 10 days. */
export const azitromicina = { id: '3', path: '/produto/zirk-500mg-3-comprimidos' }
export const summary = '/checkout/sacola?etapa=resumo'

/** A shopper on Avenida Paulista, who has given their postal code. */
export async function openShopper(url: string): Promise<PlainBrowser> {
  const shopper = openPlainBrowser(url)
  await shopper.post('/cep', { zipcode: '01310-100' })
  return shopper
}

/** The demo customer, signed in. */
export async function openCustomer(url: string, email = 'cliente@example.com'): Promise<PlainBrowser> {
  const customer = await openShopper(url)
  await customer.post('/login', { email, password: 'balcao-demo-2026' })
  return customer
}

/** A newly registered customer, with an address on Avenida Paulista. */
export async function newCustomer(url: string): Promise<PlainBrowser> {
  const customer = await openShopper(url)
  await customer.post('/cadastro', {
    f_name: 'Ana',
    l_name: 'Lima',
    email: `${crypto.randomUUID()}@example.com`,
    phone: '11987654321',
    password: 'uma frase longa',
    password_confirmation: 'uma frase longa',
    terms: 'on',
  })
  await customer.post('/minha-conta?section=endereco', {
    zipcode: '01310-100',
    address_type: 'Casa',
    street: 'Avenida Paulista',
    number: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  })
  return customer
}

/** 'Continuar', with the address the bag step shows first. */
export async function goOn(customer: PlainBrowser): Promise<PlainAnswer> {
  const { html } = await customer.get('/checkout/sacola')
  const delivery_address_id = hiddenField(html, 'delivery_address_id')
  return customer.post('/checkout/sacola', { intent: 'continue', delivery_address_id, order_note: '' })
}

/** The fields that the summary's form would send. */
export async function summaryForm(customer: PlainBrowser): Promise<Record<string, string>> {
  const { html } = await customer.get(summary)
  const names = ['submission_key', 'branch_id', 'expected_amount']
  return { intent: 'place', ...Object.fromEntries(names.map((name) => [name, hiddenField(html, name)])) }
}

/** Fills the bag, chooses the customer's address, and returns the fields of the summary's form. */
export async function walkToSummary(customer: PlainBrowser, quantity = '1'): Promise<Record<string, string>> {
  await customer.post(novalgina.path, { id: novalgina.id, quantity })
  await goOn(customer)
  return summaryForm(customer)
}

/** 'Finalizar pedido'. @returns the path of the new order's payment page */
export async function place(customer: PlainBrowser): Promise<string> {
  return (await customer.post(summary, await summaryForm(customer))).location ?? ''
}

/** @returns the path of the new order's payment page */
export async function placeOrder(customer: PlainBrowser): Promise<string> {
  const { location } = await customer.post(summary, await walkToSummary(customer))
  return location ?? ''
}
