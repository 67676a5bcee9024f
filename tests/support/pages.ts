import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '../../app/routes.ts'
import { createToken } from '../../server/bag/bag-links.ts'
import { contextWithoutDatabase } from './context.ts'
import { addToBag, novalgina, openCustomer, placeOrder } from './purchase.ts'
import { openingInstant, testSecret } from './server.ts'

/** Sample values of URL parameters. A new parameter without a sample fails the tests that use this. */
const samples: Record<string, string> = {
  categorySlug: 'medicamentos',
  slug: novalgina.path.split('/').at(-1) ?? '',
  badgeKind: 'receita',
  filter: 'marca',
  token: sharedBag(),
  code: 'BEMVINDO10',
}

function sharedBag(): string {
  const ctx = contextWithoutDatabase({
    clock: { now: () => new Date(openingInstant) },
    settings: { signingSecrets: [testSecret] },
  })
  return createToken(ctx, [{ productId: Number(novalgina.id), quantity: 1 }])
}

/** Every page that shoppers may open, read from the routes, so that new ones are tested automatically; but of no problem, which nobody has yet. */
export function pagePaths(orderId: string): string[] {
  return (routes as RouteConfigEntry[])
    .filter(({ file, path }) => file.endsWith('.tsx') && path !== '*' && !/^balcao\b|:problem/.test(path ?? ''))
    .map(({ path = '' }) =>
      `/${path}`.replace(/:(\w+)\??/g, (_, name: string) => {
        const sample = { ...samples, id: orderId }[name]
        if (sample === undefined) throw new Error(`no sample for :${name} of /${path}: add one`)
        return sample
      }),
    )
    .concat('/categoria?search=dipirona', '/categoria?search=zzzzzz', '/nao-existe', ...sections)
}

const sections = ['perfil', 'carteira', 'beneficio', 'pedidos', 'endereco'].map(
  (name) => `/minha-conta?section=${name}`,
)

/** A customer with an order that waits for its payment by Pix and two products in the bag. */
export async function openBusyCustomer(url: string) {
  const customer = await openCustomer(url)
  const payment = await placeOrder(customer)
  await customer.submit(payment, { button: 'Pagar com Pix' })
  const orderId = payment.split('/').at(-1) ?? ''
  await addToBag(customer, novalgina, '2')
  await customer.get('/')
  return { orderId, customer }
}
