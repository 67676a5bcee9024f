import { expect, test } from 'vitest'
import { openTestShop } from '../support/shop.ts'
import { actorOf } from '../support/staff.ts'

test('of several who save the shop’s data at once one is taken, and the others are told', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const { profile, seenHash } = await shop.backoffice.profile.loadProfile(owner)
  const names = ['Farmácia Um', 'Farmácia Dois', 'Farmácia Três', 'Farmácia Quatro']
  const results = await Promise.allSettled(
    names.map((name) => shop.backoffice.profile.changeProfile(owner, { ...profile, name }, seenHash)),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toMatchObject(Array(3).fill({ code: 'page.outdated' }))
  const winner = names[results.findIndex(({ status }) => status === 'fulfilled')]
  expect(shop.ctx.settings.profile.name).toBe(winner)
  const entries = await shop.staff.audit.listEntries(owner)
  expect(entries.filter(({ action }) => action === 'shop.change')).toHaveLength(1)
})
