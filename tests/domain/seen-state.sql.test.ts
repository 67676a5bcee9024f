import { expect, test } from 'vitest'
import type { Coupon } from '../../server/bag/coupon.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf, demoStaff } from '../support/staff.ts'

const newCoupon: Coupon = {
  ...{
    code: 'ZZTOP',
    title: 'ZZ',
    discountType: 'percent',
    discountValue: 5,
    maxDiscountCents: null,
    isOncePerCustomer: true,
  },
  ...{ firstDay: null, lastDay: null, minimumCents: null, maxUses: null },
}

type Act = (shop: TestShop, index: number) => Promise<unknown>

/** What two people do at once, each from a page that both opened before. */
const acts: Record<string, (shop: TestShop, owner: Actor) => Promise<Act>> = {
  async 'change a store’s settings'({ backoffice }, owner) {
    const [first] = await backoffice.branches.listBranches(owner)
    if (!first) throw new Error('there is no store')
    const { branch, settings, seenHash } = first
    return (shop, index) =>
      shop.backoffice.branches.changeBranchSettings(
        owner,
        branch.id,
        shop.delivery.BranchSettings.parse({ ...settings, deliveryFeeCents: `${index},90` }),
        { settings: seenHash, brokenBookings: '' },
      )
  },
  async 'set the rates of a state without any'({ backoffice, database }, owner) {
    await database.db.updateTable('branch').set({ state: 'AM' }).where('id', '=', 1).execute()
    const { stateRates } = await backoffice.ceilings.getCeilings(owner)
    const { seenHash } = stateRates.find(({ state }) => state === 'AM') ?? { seenHash: '' }
    return (shop, index) =>
      shop.backoffice.ceilings.setCeilingRates(
        owner,
        { state: 'AM', genericRate: `1${index}`, otherRate: '20', source: 'lei' },
        seenHash,
      )
  },
  async 'change a coupon'({ backoffice }, owner) {
    const [{ useCount: _, seenHash, ...coupon } = { useCount: 0, seenHash: '', ...newCoupon }] = (
      await backoffice.merchandising.loadOverview(owner)
    ).coupons
    return (shop, index) =>
      shop.backoffice.merchandising.saveCoupon(owner, { ...coupon, discountValue: 20 + index }, seenHash)
  },
  async 'set the notice'({ backoffice }, owner) {
    const { noticesHash } = await backoffice.merchandising.loadOverview(owner)
    return (shop, index) =>
      shop.backoffice.merchandising.setNotice(owner, index + 1, { text: `Aviso ${index}`, lastDay: null }, noticesHash)
  },
  async 'add a banner'({ backoffice }, owner) {
    const { bannersHash } = await backoffice.merchandising.loadOverview(owner)
    const banner = {
      title: 'Noite',
      text: 'Para dormir.',
      linkText: 'Ver',
      category: null,
      subcategory: null,
      sku: null,
    }
    return (shop) => shop.backoffice.merchandising.addBanner(owner, banner, bannersHash)
  },
  async 'change a banner'({ backoffice }, owner) {
    const { bannersHash } = await backoffice.merchandising.loadOverview(owner)
    return (shop, index) =>
      shop.backoffice.merchandising.changeBannerTexts(
        owner,
        1,
        { title: `Título ${index}`, text: 'Texto', linkText: 'Ver' },
        bannersHash,
      )
  },
  async 'choose an icon'({ backoffice }, owner) {
    const [{ id, seenHash } = { id: 0, seenHash: '' }] = (await backoffice.merchandising.loadOverview(owner)).categories
    const icons = ['leaf', 'heart']
    return (shop, index) => shop.backoffice.merchandising.setCategoryIcon(owner, id, icons[index] ?? '', seenHash)
  },
  async 'change synonyms'({ backoffice }, owner) {
    const [{ id, seenHash } = { id: 0, seenHash: '' }] = (await backoffice.merchandising.loadOverview(owner)).synonyms
    return (shop, index) => shop.backoffice.merchandising.saveSynonyms(owner, id, `zapzap${index}, zupzup`, seenHash)
  },
  async 'describe a product'({ backoffice }, owner) {
    const { detailsHash } = await backoffice.products.getProduct(owner, 60)
    return (shop, index) =>
      shop.backoffice.products.changeDetails(owner, 60, { storage: `Abaixo de ${20 + index} °C` }, detailsHash)
  },
  async 'pause a product'({ backoffice }, owner) {
    const { pauseHash } = await backoffice.products.getProduct(owner, 60)
    return (shop) => shop.backoffice.products.pauseProduct(owner, 60, pauseHash)
  },
  async 'change what somebody may do'(shop, owner) {
    const { id, seenHash } = await clerkOf(shop, owner)
    return ({ staff }, index) => staff.updateStaffMember(owner, id, { branchId: index + 1 }, seenHash)
  },
  async 'give somebody new access'(shop, owner) {
    const { id, seenHash } = await clerkOf(shop, owner)
    return ({ staff }) => staff.resetSecondFactor(owner, id, seenHash)
  },
  async 'send a customer an e-mail again'(shop, owner) {
    const email = 'cliente@example.com'
    await shop.accounts.sendRecoveryCode(email, 'test')
    const [mail] = await shop.mail.listByRecipient(email)
    const [customer] = await shop.backoffice.customers.searchCustomers(owner, email)
    const id = customer?.id ?? 0
    const { seenHash } = await shop.backoffice.customers.getCustomer(owner, id)
    return ({ backoffice }) => backoffice.customers.resendEmail(owner, id, mail?.id ?? 0, seenHash)
  },
}

async function clerkOf({ staff }: TestShop, owner: Actor) {
  const clerk = (await staff.listStaff(owner)).find(({ email }) => email === demoStaff.clerk)
  if (!clerk) throw new Error('there is no clerk')
  return clerk
}

/** A shop that two servers run, and its owner. */
async function openTwice() {
  const shop = await openTestShop()
  const other = await openTestShop({ database: { location: shop.location, drop: async () => {} } })
  return { shops: [shop, other], shop, owner: await actorOf(shop, 'owner') }
}

test.for(Object.entries(acts))('of two who %s at once one is done, the other is told', async ([, prepare]) => {
  const { shops, shop, owner } = await openTwice()
  const act = await prepare(shop, owner)
  const entries = async () =>
    (await shop.staff.audit.listEntries(owner)).filter(({ action }) => action !== 'customers.look')
  const before = await entries()
  const outcomes = await Promise.allSettled(shops.map(act))
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))
  expect(codes.sort()).toEqual(['done', 'page.outdated'])
  expect(await entries()).toHaveLength(before.length + 1)
  // Alone, and later, an old page is told the same.
  await expect(act(shop, 1)).rejects.toMatchObject({ code: 'page.outdated' })
})

test('of two new coupons with one code at once one is made, the other is told that there is one', async () => {
  const { shops, shop, owner } = await openTwice()
  const { newCouponHash } = await shop.backoffice.merchandising.loadOverview(owner)
  const outcomes = await Promise.allSettled(
    shops.map(({ backoffice }, index) =>
      backoffice.merchandising.saveCoupon(owner, { ...newCoupon, discountValue: 5 + index }, newCouponHash),
    ),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(refused).toEqual(['coupon.exists'])
})

it('a coupon that its form showed is not made anew under another code, nor after it is gone', async () => {
  const { shop, owner } = await openTwice()
  const { merchandising } = shop.backoffice
  const overview = await merchandising.loadOverview(owner)
  await merchandising.saveCoupon(owner, newCoupon, overview.newCouponHash)
  const shown = (await merchandising.loadOverview(owner)).coupons.find(({ code }) => code === 'ZZTOP')?.seenHash ?? ''
  await expect(merchandising.saveCoupon(owner, { ...newCoupon, code: 'OUTRO' }, shown)).rejects.toMatchObject({
    code: 'page.outdated',
  })
  await merchandising.removeCoupon(owner, 'ZZTOP', shown)
  await expect(merchandising.saveCoupon(owner, newCoupon, shown)).rejects.toMatchObject({ code: 'page.outdated' })
  expect((await merchandising.loadOverview(owner)).coupons.map(({ code }) => code)).not.toContain('ZZTOP')
})

it('a form makes one key however often it is sent, for a quarter of an hour; then it is told, and so it is once the key is removed', async () => {
  const { shops, shop, owner } = await openTwice()
  const key = { name: 'ERP', scopes: ['orders' as const], branchId: null }
  const tokens = await Promise.all(shops.map(({ staff }) => staff.apiKeys.addApiKey(owner, key, 'form 1')))
  expect(new Set(tokens).size).toBe(1)
  expect(await shop.staff.apiKeys.findSystemActor(tokens[0] ?? '', 'test')).toMatchObject({ name: 'ERP' })
  const others = [
    await shop.staff.apiKeys.addApiKey(owner, key, 'form 2'),
    await shop.staff.apiKeys.addApiKey(owner, { ...key, scopes: ['stock'] }, 'form 1'),
    await shop.staff.apiKeys.addApiKey(
      await actorOf(shop, 'owner').then((actor) => ({ ...actor, staffId: 99 })),
      key,
      'form 1',
    ),
    await shop.staff.apiKeys.addApiKey(owner, key),
    await shop.staff.apiKeys.addApiKey(owner, key),
  ]
  expect(new Set([...tokens, ...others]).size).toBe(6)
  expect(await shop.staff.apiKeys.listApiKeys(owner)).toHaveLength(6)
  const outdated = { code: 'page.outdated' }
  await expect(shop.staff.apiKeys.addApiKey(owner, key, '')).rejects.toMatchObject(outdated)
  shop.clock.pass(15)
  expect(await shop.staff.apiKeys.addApiKey(owner, key, 'form 1')).toBe(tokens[0])
  const [oldest] = (await shop.staff.apiKeys.listApiKeys(owner)).toReversed()
  await shop.staff.apiKeys.removeApiKey(owner, oldest?.id ?? 0)
  await expect(shop.staff.apiKeys.addApiKey(owner, key, 'form 1')).rejects.toMatchObject(outdated)
  shop.clock.pass(1)
  await expect(shop.staff.apiKeys.addApiKey(owner, key, 'form 2')).rejects.toMatchObject(outdated)
})

it('an invitation’s link is shown again to the form that made it, until it is used; anybody else is told of the e-mail', async () => {
  const { shop, owner } = await openTwice()
  const person = { email: 'rita@example.com', name: 'Rita', role: 'clerk' as const, crf: null, branchId: null }
  const token = await shop.staff.inviteStaffMember(owner, person, 'form 1')
  expect(await shop.staff.inviteStaffMember(owner, person, 'form 1')).toBe(token)
  const taken = { code: 'staff.emailTaken' }
  await expect(shop.staff.inviteStaffMember(owner, person, 'form 2')).rejects.toMatchObject(taken)
  await shop.staff.acceptInvitation(token, 'uma senha bem comprida')
  await expect(shop.staff.inviteStaffMember(owner, person, 'form 1')).rejects.toMatchObject(taken)
})

it('what was changed meanwhile is not removed from a page that shows it as it was', async () => {
  const { shop, owner } = await openTwice()
  const { merchandising } = shop.backoffice
  await merchandising.saveCoupon(owner, newCoupon, (await merchandising.loadOverview(owner)).newCouponHash)
  const shown = await merchandising.loadOverview(owner)
  const coupon = shown.coupons.find(({ code }) => code === 'ZZTOP')
  const [group] = shown.synonyms
  await merchandising.saveCoupon(owner, { ...newCoupon, discountValue: 6 }, coupon?.seenHash ?? '')
  await merchandising.saveSynonyms(owner, group?.id ?? 0, 'zapzap, zupzup', group?.seenHash ?? '')
  const outdated = { code: 'page.outdated' }
  await expect(merchandising.removeCoupon(owner, 'ZZTOP', coupon?.seenHash ?? '')).rejects.toMatchObject(outdated)
  await expect(merchandising.removeSynonyms(owner, group?.id ?? 0, group?.seenHash ?? '')).rejects.toMatchObject(
    outdated,
  )
  const { coupons, synonyms } = await merchandising.loadOverview(owner)
  expect(coupons).toContainEqual(expect.objectContaining({ code: 'ZZTOP', discountValue: 6 }))
  expect(synonyms).toContainEqual(expect.objectContaining({ id: group?.id, words: ['zapzap', 'zupzup'] }))
})
