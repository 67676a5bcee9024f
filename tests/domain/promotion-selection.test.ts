import { expect, test } from 'vitest'
import { openTestShop } from '../support/shop.ts'
import { actorOf } from '../support/staff.ts'

const plan = { type: 'percent' as const, value: 30, firstDay: '', lastDay: '' }

test('one promotion is given to all products of a search that may have one, once', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const { products } = shop.backoffice
  // Losartana is sold with a prescription.
  const none = await products.selectForPromotion(owner, 'losartana')
  expect(none).toMatchObject({ products: [], matchCount: expect.toSatisfy((count: number) => count > 0) })
  const isRefused = products.promoteSelection(owner, 'losartana', plan, none.seenHash)
  await expect(isRefused).rejects.toMatchObject({ code: 'promotion.none' })

  const selection = await products.selectForPromotion(owner, 'shampoo')
  expect(selection.products.length).toBeGreaterThan(1)
  const [first] = selection.products
  await products.setPromotion(owner, first?.id ?? 0, { ...plan, value: 10, version: first?.version ?? '' })
  // Whoever did not see that does not undo it.
  await expect(products.promoteSelection(owner, 'shampoo', plan, selection.seenHash)).rejects.toMatchObject({
    code: 'page.outdated',
  })
  const seen = await products.selectForPromotion(owner, 'shampoo')
  expect(await products.promoteSelection(owner, 'shampoo', plan, seen.seenHash)).toBe(selection.products.length)
  for (const { id } of selection.products)
    expect(await shop.catalogue.promotions.findPromotion(id)).toMatchObject({
      discount: { value: 30 },
      isRunning: true,
    })
  const { auditEntries } = await products.getProduct(owner, first?.id ?? 0)
  expect(auditEntries[0]?.detail).toContain('10 %')
})
