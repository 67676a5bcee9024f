import { expect, test } from 'vitest'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { it } from '../support/rule.ts'
import { actorOf } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

/** Changes a branch as 'Lojas' does. */
async function save(shop: Shop, changes: Record<string, string>, id = 1): Promise<void> {
  const owner = await actorOf(shop, 'owner')
  const { BranchSettings } = shop.delivery
  const { branches } = shop.backoffice
  const details = (await branches.listBranches(owner)).find(({ branch }) => branch.id === id)
  if (!details) throw new Error(`no branch ${id}`)
  const settings = BranchSettings.parse({ ...details.settings, ...changes })
  await branches.changeBranchSettings(owner, id, settings, { settings: details.seenHash, brokenBookings: '' })
}

const quote = async (shop: Shop, quantity = 1) =>
  shop.orders.quoteOrder(shop.customerId, { lines: [line(novalgina, quantity)] }, { addressId: shop.addressId })

test('a range of postal codes has its own fee, free-from and minutes, the rest of the branch its own', async () => {
  const shop = await openCheckout()
  await save(shop, {
    deliveryFeeCents: '5,00',
    zipcodes: '01000-000-01309-999 | 01310-000-01319-999 taxa 9,90 grátis 100 90min | 01320-000-01599-999',
  })
  const { chosenOption, reviewedBag } = await quote(shop)
  expect(chosenOption).toMatchObject({
    feeCents: 990,
    amountUntilFreeDeliveryCents: 10_000 - reviewedBag.totalCents,
    deliveryPromise: { to: new Date(shop.clock.now().getTime() + 90 * 60_000) },
  })
  expect((await quote(shop, 9)).chosenOption).toMatchObject({ feeCents: 0 })
  expect(await shop.delivery.getBranchOrDefault(1, '01320100')).toMatchObject({
    deliveryFeeCents: 500,
    freeDeliveryFromCents: null,
    shippingEstimateMinutes: 30,
  })
  expect(await shop.delivery.getBranchOrDefault(1)).toMatchObject({ deliveryFeeCents: 500 })
  expect(await shop.delivery.isDeliveryAlwaysFree()).toBe(false)

  const { id, totalCents } = await shop.place([line(novalgina)])
  expect(totalCents).toBe(reviewedBag.totalCents + 990)
  await receivePix(shop, id)
  const { deliveryPromise } = await shop.orders.getOrder(shop.customerId, id)
  expect(deliveryPromise?.to).toEqual(new Date(shop.clock.now().getTime() + 90 * 60_000))
})

it('below its minimum an order is not delivered, and says what is missing; picked up it is', async () => {
  const shop = await openCheckout()
  await save(shop, { minimumOrderCents: '30,00', zipcodes: '01000-000-01599-999 mínimo 60' })
  const { options, chosenOption, reviewedBag } = await quote(shop)
  const missingCents = 6_000 - reviewedBag.totalCents
  expect(options[0]).toMatchObject({ obstacle: 'minimum', amountUntilMinimumCents: missingCents })
  expect(chosenOption.choice.method).toBe('pickup')
  for (const more of [{}, { delivery: { method: 'now' } }]) {
    await expect(shop.place([line(novalgina)], more)).rejects.toMatchObject({
      code: 'delivery.minimum',
      message: expect.stringContaining('para retirar não há mínimo'),
    })
  }
  await shop.place([line(novalgina)], { delivery: { method: 'pickup', branchId: 1 } })
  await shop.place([line(novalgina, 4)])
})

it('an order that is paid is brought whatever it has lost since', async () => {
  const shop = await openCheckout()
  await save(shop, { minimumOrderCents: '30,00' })
  const listObstacles = async (minutesToPay: number) => {
    const goods = { lines: [], itemsCents: 100 }
    const options = await shop.delivery.listDeliveryOptions(1, '01310100', goods, [], minutesToPay)
    return options.filter(({ choice }) => choice.method === 'now').map(({ obstacle }) => obstacle)
  }
  expect([await listObstacles(30), await listObstacles(0)]).toEqual([['minimum'], [null]])
})

it('postal codes of another branch are refused with both, and nothing changes', async () => {
  const shop = await openCheckout()
  await expect(save(shop, { zipcodes: '01000-000-02100-000' })).rejects.toMatchObject({
    code: 'branch.zipcodes',
    message: expect.stringMatching(/01000-000-02100-000 .* 02000-000-02499-999/),
  })
  expect(await shop.delivery.findBranchId('01310100')).toBe(1)
  expect(await shop.delivery.findBranchId('02050000')).toBe(5)
})
