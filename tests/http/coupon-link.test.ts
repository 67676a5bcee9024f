import { beforeAll, expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { addToBag, newCustomer, novalgina } from '../support/purchase.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()
const use = { button: 'Usar este cupom' }
const bag = '/checkout/sacola'

beforeAll(() =>
  onShop(server, async ({ bags }) => {
    const coupon = { title: '10 % na primeira compra', discountType: 'percent', discountValue: 10 } as const
    const always = { firstDay: null, lastDay: null, minimumCents: null, maxUses: null, maxDiscountCents: null }
    const save = (code: string, changes: object) =>
      bags.coupons.saveCoupon({ ...coupon, ...always, isOncePerCustomer: false, code, ...changes })
    await save('LINK10', { lastDay: '2026-12-31', minimumCents: 500 })
    await save('ACABOU', { lastDay: '2026-01-31' })
    await save('ALTO', { minimumCents: 100_000 })
    await save('ESGOTADO', { maxUses: 1 })
  }),
)

test('a link says what its coupon is worth, changes nothing, and its button puts it into the bag', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, novalgina)
  const page = await customer.get('/cupom/link10')
  expect([page.status, wordsOf(page.html)]).toEqual([
    200,
    expect.stringMatching(
      /Cupom LINK10 .*10 % na primeira compra.*Vale a partir de R\$\s5,00.*Vale até 31\/12\/2026\./,
    ),
  ])
  expect(page.html).toContain('noindex')
  expect(wordsOf((await customer.get(bag)).html)).not.toContain('Cupom LINK10')
  const { status, location } = await customer.submit(page, use)
  expect([status, location]).toEqual([303, bag])
  expect(wordsOf((await customer.get(bag)).html)).toContain('Cupom LINK10')
})

test('in an empty bag it waits for the first product', async () => {
  const customer = await newCustomer(server.url)
  expect((await customer.submit('/cupom/LINK10', use)).location).toBe('/')
  expect(wordsOf((await customer.get('/')).html)).toContain('Cupom LINK10 guardado')
  await customer.get(bag)
  await addToBag(customer, novalgina)
  expect(wordsOf((await customer.get(bag)).html)).toContain('Cupom LINK10')
})

test('a coupon that is over, used up, or none says so; one whose minimum is not reached stays out', async () => {
  await onShop(server, ({ ctx }) =>
    ctx.db.updateTable('coupon').set({ redemptions: 1 }).where('code', '=', 'ESGOTADO').execute(),
  )
  const visitor = openPlainBrowser(server.url)
  const said = async (code: string) => {
    const { status, html } = await visitor.get(`/cupom/${code}`)
    return [status, wordsOf(html), /Usar este cupom/.test(html)]
  }
  expect(await said('ACABOU')).toEqual([200, expect.stringContaining('Este cupom não vale hoje'), false])
  expect(await said('ESGOTADO')).toEqual([200, expect.stringContaining('já foi usado o número de vezes'), false])
  for (const code of ['NADA', '%2F%2Fexample.com', 'A'.repeat(300)])
    expect(await said(code)).toEqual([404, expect.stringContaining('Este cupom não existe'), false])
  const customer = await newCustomer(server.url)
  await addToBag(customer, novalgina)
  const refused = await customer.submit('/cupom/ALTO', use)
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringMatching(/R\$\s1\.000,00/)])
  // Used up while the page was open.
  const page = await customer.get('/cupom/LINK10')
  await onShop(server, ({ ctx }) =>
    ctx.db.updateTable('coupon').set({ maxUses: 1, redemptions: 1 }).where('code', '=', 'LINK10').execute(),
  )
  expect((await customer.submit(page, use)).status).toBe(422)
})

test('a link leads nowhere but into the shop', async () => {
  const visitor = openPlainBrowser(server.url)
  const { location } = await visitor.post('/cupom/LINK10?redirectTo=https://example.com', {
    ...{ intent: 'use', redirectTo: 'https://example.com' },
  })
  expect(location ?? '/').toMatch(/^\/(?!\/)/)
})
