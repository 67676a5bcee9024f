import { expect, test } from 'vitest'
import { createNotice } from '../../server/notify/notice.ts'
import { notify } from '../../server/notify/notify.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { inFile } from '../support/catalogue-rows.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, approvePrescription, byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

/** A paid order of one product that needs no prescription. */
async function paidOrder(shop: Shop, quantity = 1): Promise<number> {
  const { id } = await shop.place([line(novalgina, quantity)])
  await shop.pay(id)
  return id
}

/** More orders like one, without lines. @returns their ids */
async function copiesOf({ database: { db } }: Shop, id: number, count: number, changes: object): Promise<number[]> {
  const { id: _, ...row } = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, () => ({ ...row, idempotencyKey: crypto.randomUUID(), ...changes }))
  return (await db.insertInto('orders').values(copies).returning('id').execute()).map((copy) => copy.id)
}

/** A paid order that waits for its prescription. */
async function orderInReview(shop: Shop) {
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(id)
  return { id, prescriptionId }
}

async function everybody(shop: Shop) {
  const [owner, pharmacist, clerk] = [
    await actorOf(shop, 'owner'),
    await actorOf(shop, 'pharmacist'),
    await actorOf(shop, 'clerk'),
  ]
  return { owner, pharmacist, clerk }
}

const home = {
  ...{ id: null, placeId: null, addressType: 'Casa', zipcode: '01310100', street: 'Avenida Paulista', number: '1' },
  ...{ complement: '', neighborhood: 'Bela Vista', city: 'São Paulo', state: 'SP' },
}

/** Every act of the counter, and which roles may: `o`wner, `p`harmacist, `c`lerk. */
const acts: [name: string, roles: string, act: (shop: Shop, by: Actor) => Promise<unknown>][] = [
  ['see the queue', 'opc', ({ backoffice }, by) => backoffice.orders.listQueue(by, 'open', null)],
  ['read a part of it', 'opc', ({ backoffice }, by) => backoffice.orders.listQueuePart(by, 'open', null, null)],
  ['count it from a screen left alone', 'opc', ({ backoffice }, by) => backoffice.orders.watchQueue(by, null)],
  ['see who brings orders', 'opc', ({ backoffice }, by) => backoffice.orders.listRecentCouriers(by, null)],
  [
    'see which order comes next',
    'opc',
    ({ backoffice }, by) => backoffice.orders.findNextOrderToPick(by, { id: 1, branchId: 1 }),
  ],
  [
    'hand orders to a courier',
    'opc',
    ({ backoffice }, by) => backoffice.orders.dispatchOrders(by, [], { name: '', phone: '', url: '' }),
  ],
  [
    'list orders by change',
    'opc',
    ({ backoffice }, by) => backoffice.orders.listOrdersByChange(by, { branchId: null, afterChangeId: 0 }),
  ],
  ['search orders', 'opc', ({ backoffice }, by) => backoffice.orders.searchOrders(by, 'Marina')],
  ['see an order', 'opc', ({ backoffice }, by) => backoffice.orders.getOrder(by, 1)],
  ['advance an order', 'opc', ({ backoffice }, by) => backoffice.orders.advanceOrder(by, 1, 'pick')],
  ['pick by barcode', 'opc', ({ backoffice }, by) => backoffice.orders.pickUnitByBarcode(by, 1, '123')],
  ['pick by hand', 'opc', ({ backoffice }, by) => backoffice.orders.pickUnitWithoutScan(by, 1, novalgina)],
  [
    'take a unit out',
    'opc',
    ({ backoffice }, by) =>
      backoffice.orders.removeUnits(by, { orderId: 1, productId: novalgina, units: 1, expectedUnits: 9 }),
  ],
  ['see proposals', 'opc', ({ backoffice }, by) => backoffice.proposals.listProposalsAndOffers(by, 1)],
  [
    'propose something else',
    'opc',
    ({ backoffice }, by) => backoffice.proposals.proposeOffer(by, 1, { productId: novalgina, units: 1 }, () => true),
  ],
  [
    'look for another product',
    'opc',
    ({ backoffice }, by) => backoffice.proposals.searchReplacements(by, 1, novalgina, 'dorflex'),
  ],
  [
    'propose another product',
    'opc',
    ({ backoffice }, by) => backoffice.proposals.proposeReplacement(by, 1, { productId: novalgina, units: 1 }, 68),
  ],
  ['see what an address stands for', 'opc', ({ backoffice }, by) => backoffice.orderChanges.getSeenAddressHash(by, 1)],
  [
    'see what an address changes',
    'opc',
    ({ backoffice }, by) => backoffice.orderChanges.quoteAddressChange(by, 1, home),
  ],
  [
    'change an address',
    'opc',
    ({ backoffice }, by) =>
      backoffice.orderChanges.changeAddress(by, 1, { address: home, choice: null }, { addressHash: '', quoteHash: '' }),
  ],
  [
    'take out what is not wanted',
    'opc',
    ({ backoffice }, by) =>
      backoffice.orderChanges.removeByWish(by, 1, { productId: novalgina, units: 1, expectedUnits: 1 }),
  ],
  ['end an order', 'op', ({ backoffice }, by) => backoffice.orders.cancelOrRefund(by, 1, 'engano')],
  [
    'say that money was returned by other means',
    'op',
    ({ backoffice }, by) =>
      backoffice.orders.settleRefund(by, 1, {
        refundKey: 'payment-1',
        expectedCents: 1,
        means: 'cash',
        day: '2026-03-10',
        receipt: '',
      }),
  ],
  ['ask for an end', 'c', ({ backoffice }, by) => backoffice.orders.requestCancellation(by, 1, 'engano')],
  ['answer a request', 'op', ({ backoffice }, by) => backoffice.orders.decideCancellationRequest(by, 1, false)],
  ['send an e-mail again', 'opc', ({ backoffice }, by) => backoffice.orders.resendEmail(by, 1, 1)],
  ['search customers', 'op', ({ backoffice }, by) => backoffice.customers.searchCustomers(by, 'Marina')],
  ['see a customer', 'opc', ({ backoffice, customerId }, by) => backoffice.customers.getCustomer(by, customerId)],
  [
    'send a customer an e-mail again',
    'o',
    ({ backoffice, customerId }, by) => backoffice.customers.resendEmail(by, customerId, 1, ''),
  ],
  [
    'block a customer',
    'o',
    ({ backoffice, customerId }, by) => backoffice.customers.blockCustomer(by, customerId, 'fraude', ''),
  ],
  [
    'unblock a customer',
    'o',
    ({ backoffice, customerId }, by) => backoffice.customers.unblockCustomer(by, customerId, ''),
  ],
  [
    'export a customer',
    'o',
    ({ backoffice, customerId }, by) => backoffice.customers.exportCustomerData(by, customerId),
  ],
  [
    'erase a customer',
    'o',
    ({ backoffice, customerId }, by) => backoffice.customers.eraseCustomer(by, customerId, 'cliente@example.com', ''),
  ],
  ['see what customers tell', 'opc', ({ backoffice }, by) => backoffice.problems.listProblems(by, 'open')],
  ['count it', 'opc', ({ backoffice }, by) => backoffice.problems.countOpenProblems(by)],
  ['open a problem', 'opc', ({ backoffice }, by) => backoffice.problems.getProblem(by, 99)],
  ['look at a photo of it', 'opc', ({ backoffice }, by) => backoffice.problems.readPhoto(by, 99, 1)],
  ['take back its goods', 'opc', ({ backoffice }, by) => backoffice.problems.receiveReturn(by, 99)],
  [
    'answer it',
    'op',
    ({ backoffice }, by) =>
      backoffice.problems.answerProblem(by, 99, { decision: 'refuse', message: 'O prazo acabou.' }),
  ],
  [
    'name a courier',
    'opc',
    ({ backoffice }, by) => backoffice.orders.setCourier(by, 1, { name: 'Jonas', phone: '', url: '' }),
  ],
  ['enter an order at the till', 'opc', ({ backoffice }, by) => backoffice.orders.enterAtTill(by, 1)],
  ['take it out of the till', 'opc', ({ backoffice }, by) => backoffice.orders.removeTillEntry(by, 1)],
  [
    'receive at the door',
    'opc',
    ({ backoffice }, by) => backoffice.door.receiveAtDoor(by, 1, { method: 'cash', amountCents: 1 }),
  ],
  ['take back from the door', 'opc', ({ backoffice }, by) => backoffice.door.takeBackFromDoor(by, 1)],
  ['name a fiscal document', 'opc', ({ backoffice }, by) => backoffice.orders.setFiscalKey(by, 1, '1')],
  ['name another time', 'opc', ({ backoffice }, by) => backoffice.orders.setPromisedTime(by, 1, '')],
  ['see that prescriptions wait', 'op', ({ backoffice }, by) => backoffice.prescriptions.listPendingPrescriptions(by)],
  ['see decided prescriptions', 'op', ({ backoffice }, by) => backoffice.prescriptions.listLatestDecisions(by)],
  ['open a prescription', 'p', ({ backoffice }, by) => backoffice.prescriptions.getPrescription(by, 1)],
  ['look at its file', 'p', ({ backoffice }, by) => backoffice.prescriptions.viewFile(by, 1, 1)],
  ['approve', 'p', ({ backoffice }, by) => backoffice.prescriptions.approvePrescription(by, 1)],
  ['reject', 'p', ({ backoffice }, by) => backoffice.prescriptions.rejectPrescription(by, 1, 'vencida')],
  [
    'ask for another picture',
    'p',
    ({ backoffice }, by) => backoffice.prescriptions.requestPicture(by, 1, { partId: 1, reason: 'cortada' }),
  ],
  ['search products', 'opc', ({ backoffice }, by) => backoffice.products.searchProducts(by, 'novalgina')],
  ['see a product', 'opc', ({ backoffice }, by) => backoffice.products.getProduct(by, novalgina)],
  [
    'change a price',
    'o',
    ({ backoffice }, by) => backoffice.products.changeOffer(by, novalgina, { ...shown, priceCents: 1000 }),
  ],
  ['count stock', 'oc', ({ backoffice }, by) => backoffice.products.changeOffer(by, novalgina, { ...shown, stock: 3 })],
  [
    'add stock',
    'oc',
    ({ backoffice }, by) => backoffice.products.changeOffer(by, novalgina, { ...shown, addStock: 3 }),
  ],
  ['set a safety stock', 'oc', ({ backoffice }, by) => backoffice.products.setSafetyStock(by, novalgina, 1, null)],
  ['pause', 'op', ({ backoffice }, by) => backoffice.products.pauseProduct(by, novalgina, '')],
  ['resume', 'op', ({ backoffice }, by) => backoffice.products.resumeProduct(by, novalgina, '')],
  [
    'plan a promotion',
    'o',
    ({ backoffice }, by) =>
      backoffice.products.setPromotion(by, novalgina, {
        type: 'percent',
        value: 5,
        firstDay: '',
        lastDay: '',
        version: '',
      }),
  ],
  ['end a promotion', 'o', ({ backoffice }, by) => backoffice.products.endPromotion(by, novalgina, '')],
  ['see what files may hold', 'o', async ({ backoffice }, by) => backoffice.imports.listColumnsByKind(by)],
  [
    'complete a prescription’s record',
    'p',
    ({ backoffice }, by) => backoffice.prescriptions.completeDispensingFacts(by, 99, [], ''),
  ],
  ['see that quotes wait', 'op', ({ backoffice }, by) => backoffice.quotes.listPendingQuotes(by)],
  ['open a quote', 'p', ({ backoffice }, by) => backoffice.quotes.getQuote(by, 99)],
  ['look at a quote’s photo', 'p', ({ backoffice }, by) => backoffice.quotes.viewFile(by, 99, 1)],
  ['answer a quote', 'p', ({ backoffice }, by) => backoffice.quotes.replyToQuote(by, 99, [], 'Ilegível')],
  [
    'say how often a prescription serves',
    'p',
    ({ backoffice }, by) => backoffice.prescriptions.setRepeats(by, 99, [], ''),
  ],
  ['see whose dispensing records there are', 'p', ({ backoffice }, by) => backoffice.dispensing.listEstablishments(by)],
  [
    'read the month’s dispensing record',
    'p',
    ({ backoffice }, by) =>
      backoffice.dispensing.listDispensedLots(by, { firstDay: '2026-03-01', lastDay: '2026-03-31', cnpj: null }),
  ],
  ['try a file', 'o', ({ backoffice }, by) => backoffice.imports.previewFile(by, emptyFile)],
  ['try a file again', 'o', ({ backoffice }, by) => backoffice.imports.previewStoredFile(by, '')],
  ['list what was refused', 'o', ({ backoffice }, by) => backoffice.imports.listFaults(by, '')],
  ['list what would change', 'o', ({ backoffice }, by) => backoffice.imports.listChanges(by, '')],
  ['publish a file', 'o', ({ backoffice }, by) => backoffice.imports.publishFile(by, '', 0)],
  [
    'update offers',
    'oc',
    ({ backoffice }, by) =>
      backoffice.products.applyOfferUpdates(by, [{ productKey: { sku: 'FD0060' }, branchId: 1, stock: 3 }]),
  ],
  [
    'update prices',
    'o',
    ({ backoffice }, by) =>
      backoffice.products.applyOfferUpdates(by, [{ productKey: { sku: 'FD0060' }, branchId: 1, priceCents: 990 }]),
  ],
  ['read the day’s figures', 'o', ({ backoffice }, by) => backoffice.reports.buildDayReport(by, null)],
  [
    'read the sales',
    'o',
    ({ backoffice }, by) =>
      backoffice.sales.buildSalesReport(by, { period: 'week', requestedDay: null, requestedBranchId: null }),
  ],
  [
    'take the file of the sales',
    'o',
    ({ backoffice }, by) =>
      backoffice.sales.streamAccountantRows(by, { firstDay: '2026-03-01', lastDay: '2026-03-31' }, null),
  ],
  ['see the shop window', 'o', ({ backoffice }, by) => backoffice.merchandising.loadOverview(by)],
  ['save a coupon', 'o', ({ backoffice }, by) => backoffice.merchandising.saveCoupon(by, coupon, '')],
  ['remove a coupon', 'o', ({ backoffice }, by) => backoffice.merchandising.removeCoupon(by, 'NENHUM', '')],
  [
    'set the notice',
    'o',
    ({ backoffice }, by) => backoffice.merchandising.setNotice(by, null, { text: 'Oi', lastDay: null }, ''),
  ],
  ['look at a new banner', 'o', ({ backoffice }, by) => backoffice.merchandising.previewBanner(by, newBanner)],
  ['add a banner', 'o', ({ backoffice }, by) => backoffice.merchandising.addBanner(by, newBanner, '')],
  ['change a banner', 'o', ({ backoffice }, by) => backoffice.merchandising.changeBannerTexts(by, 1, newBanner, '')],
  ['move a banner', 'o', ({ backoffice }, by) => backoffice.merchandising.moveBanner(by, 1, 'down', '')],
  [
    'change a banner’s picture',
    'o',
    ({ backoffice }, by) => backoffice.merchandising.changeBannerPicture(by, 1, new Uint8Array(), ''),
  ],
  ['take a banner’s picture off', 'o', ({ backoffice }, by) => backoffice.merchandising.removeBannerPicture(by, 1, '')],
  ['remove a banner', 'o', ({ backoffice }, by) => backoffice.merchandising.removeBanner(by, 1, '')],
  [
    'choose a category’s icon',
    'o',
    ({ backoffice }, by) => backoffice.merchandising.setCategoryIcon(by, 1, 'leaf', ''),
  ],
  [
    'save synonyms',
    'o',
    ({ backoffice }, by) => backoffice.merchandising.saveSynonyms(by, null, 'novalgina, zapzap', ''),
  ],
  ['remove synonyms', 'o', ({ backoffice }, by) => backoffice.merchandising.removeSynonyms(by, 999, '')],
  ['try a search', 'o', ({ backoffice }, by) => backoffice.merchandising.explainSearch(by, 'novalgina')],
  [
    'change a picture',
    'o',
    ({ backoffice }, by) => backoffice.products.changePicture(by, novalgina, new Uint8Array(), null),
  ],
  [
    'change what a product’s page tells',
    'o',
    ({ backoffice }, by) => backoffice.products.changeDetails(by, novalgina, {}, ''),
  ],
  ['see the ceilings', 'o', ({ backoffice }, by) => backoffice.ceilings.getCeilings(by)],
  ['compare prices with their ceilings', 'o', ({ backoffice }, by) => backoffice.ceilings.listPricesAboveCeiling(by)],
  [
    'take in a list of ceilings',
    'o',
    ({ backoffice }, by) =>
      backoffice.ceilings.uploadCeilings(by, { content: new Uint8Array(), mayBeOlder: false }, ''),
  ],
  ['set the rates of ceilings', 'o', ({ backoffice }, by) => backoffice.ceilings.setCeilingRates(by, rates, '')],
  ['list keys', 'o', ({ staff }, by) => staff.apiKeys.listApiKeys(by)],
  [
    'make a key',
    'o',
    ({ staff }, by) => staff.apiKeys.addApiKey(by, { name: 'ERP', scopes: ['orders'], branchId: null }),
  ],
  ['remove a key', 'o', ({ staff }, by) => staff.apiKeys.removeApiKey(by, 99)],
  ['list staff', 'o', ({ staff }, by) => staff.listStaff(by)],
  ['invite', 'o', ({ staff }, by) => staff.inviteStaffMember(by, { ...invited, email: `${by.role}@example.com` })],
  [
    'change a role',
    'o',
    ({ staff }, by) => staff.updateStaffMember(by, 99, { role: 'clerk', crf: null, branchId: null }),
  ],
  ['remove', 'o', ({ staff }, by) => staff.removeStaffMember(by, 99)],
  ['see the shop’s profile', 'o', ({ backoffice }, by) => backoffice.profile.loadProfile(by)],
  ['change it', 'o', ({ backoffice, profile }, by) => backoffice.profile.changeProfile(by, profile, 'what nobody saw')],
  ['change the logo', 'o', ({ backoffice }, by) => backoffice.profile.changeLogo(by, new Uint8Array(), '')],
  ['remove the logo', 'o', ({ backoffice }, by) => backoffice.profile.removeLogo(by, '')],
  ['list branches', 'o', ({ backoffice }, by) => backoffice.branches.listBranches(by)],
  ['open a branch', 'o', ({ backoffice }, by) => backoffice.branches.getBranch(by, 1)],
  [
    'change a branch',
    'o',
    ({ backoffice }, by) =>
      backoffice.branches.changeBranchSettings(by, 99, branchSettings, { settings: '', brokenBookings: '' }),
  ],
  [
    'see what a changed branch does not keep',
    'o',
    ({ backoffice }, by) => backoffice.branches.previewBrokenBookings(by, 99, branchSettings),
  ],
  ['try a till’s file', 'o', ({ backoffice }, by) => backoffice.assemblies.previewFiles(by, emptyFiles)],
  ['try it again', 'o', ({ backoffice }, by) => backoffice.assemblies.previewStoredFiles(by, '', emptyFiles.choice)],
  [
    'read its refusals',
    'o',
    ({ backoffice }, by) => backoffice.assemblies.listAssemblyNotes(by, '', emptyFiles.choice),
  ],
  ['publish it', 'o', ({ backoffice }, by) => backoffice.assemblies.publishFiles(by, '', emptyFiles.choice)],
  ['select products to promote', 'o', ({ backoffice }, by) => backoffice.products.selectForPromotion(by, 'x')],
  [
    'promote them',
    'o',
    ({ backoffice }, by) =>
      backoffice.products.promoteSelection(by, 'x', { type: 'percent', value: 5, firstDay: '', lastDay: '' }, ''),
  ],
  ['see how WhatsApp is set up', 'o', ({ backoffice }, by) => backoffice.whatsapp.getWhatsapp(by)],
  ['name its templates', 'o', ({ backoffice }, by) => backoffice.whatsapp.changeTemplateNames(by, {} as never, '')],
  [
    'tell a store of orders',
    'o',
    ({ backoffice }, by) => backoffice.whatsapp.changeBranchAlert(by, 99, { email: null, phone: null }, ''),
  ],
  [
    'write promotions of the bag into a file',
    'o',
    ({ backoffice }, by) => backoffice.bagPromotions.listBagPromotionRows(by),
  ],
  ['list promotions of the bag', 'o', ({ backoffice }, by) => backoffice.bagPromotions.listBagPromotions(by)],
  [
    'promote by quantity',
    'o',
    ({ backoffice }, by) =>
      backoffice.bagPromotions.addBagPromotion(by, 'x', { rule: 'leve 3 pague 2', firstDay: '', lastDay: '' }, ''),
  ],
  ['end that', 'o', ({ backoffice }, by) => backoffice.bagPromotions.removeBagPromotion(by, 99, '')],
  ['see a product’s record', 'o', ({ backoffice }, by) => backoffice.records.getProductRecord(by, 99_999)],
  ['change it', 'o', ({ backoffice }, by) => backoffice.records.changeProduct(by, 99_999, record, '')],
  ['add a product', 'o', ({ backoffice }, by) => backoffice.records.addProduct(by, { ...record, sku: '', price: '' })],
  ['list paths of categories', 'o', ({ backoffice }, by) => backoffice.records.listCategoryPaths(by)],
  ['count what waits', 'o', ({ backoffice }, by) => backoffice.records.countPending(by)],
  ['find the first', 'o', ({ backoffice }, by) => backoffice.records.findFirstPending(by)],
  ['see what waits', 'o', ({ backoffice }, by) => backoffice.records.getPending(by, 99)],
  [
    'complete it',
    'o',
    ({ backoffice }, by) => backoffice.records.completePending(by, 99, { ...record, price: '', ruleWords: '' }, ''),
  ],
  ['leave it out', 'o', ({ backoffice }, by) => backoffice.records.leavePendingOut(by, 99, '')],
  ['see the words', 'o', ({ backoffice }, by) => backoffice.records.getWordRules(by)],
  ['change the words', 'o', ({ backoffice }, by) => backoffice.records.changeWordRules(by, '', '')],
  ['import branches', 'o', ({ backoffice }, by) => backoffice.branches.importBranches(by, inFile([]), {})],
  ['list pick-ups', 'opc', ({ backoffice }, by) => backoffice.pickup.listWaitingPickups(by)],
  ['find a pick-up', 'opc', ({ backoffice }, by) => backoffice.pickup.getOrderIdByCode(by, '1')],
  ['hand a pick-up over', 'opc', ({ backoffice }, by) => backoffice.pickup.handOver(by, 99, handingOver)],
  [
    'register a webhook',
    'o',
    ({ backoffice }, by) => backoffice.webhooks.addWebhook(by, { url: 'erp', branchId: null }),
  ],
  ['list webhooks', 'o', ({ backoffice }, by) => backoffice.webhooks.listWebhooks(by)],
  ['remove a webhook', 'o', ({ backoffice }, by) => backoffice.webhooks.removeWebhook(by, 99)],
  ['read the log of webhooks', 'o', ({ backoffice }, by) => backoffice.webhooks.listDeliveries(by)],
  ['send a message again', 'o', ({ backoffice }, by) => backoffice.webhooks.resendMessage(by, 99, '')],
  ['read the trail', 'opc', ({ staff }, by) => staff.audit.listEntries(by)],
  ['export the trail', 'opc', async ({ staff }, by) => staff.audit.streamCsvLines(by, 'pt')],
  ['reset an access', 'o', ({ staff }, by) => staff.resetSecondFactor(by, 99)],
]
const branchSettings = {
  zipcodes: [],
  deliveryFeeCents: 0,
  freeDeliveryFromCents: null,
  minimumOrderCents: null,
  pickupMinutes: null,
  windows: [],
  weeklyHours: [],
  specialDays: {},
  safetyStock: 0,
  doorPaymentLimitCents: null,
  isDoorPaymentKnownOnly: false,
}
const rates = { state: 'SP', genericRate: '12', otherRate: '18', source: 'lei' }
const handingOver = { code: '1', name: '', hasSeenPrescription: false }
const shown = { branchId: 1, expected: { priceCents: 2290, shelfUnits: 23 } }
const emptyFile = { kind: 'catalogue' as const, isWhole: false, content: new Uint8Array() }
const emptyFiles = {
  ...{ till: new Uint8Array(), list: new Uint8Array(), branchId: null },
  choice: { branchId: null, columns: null },
}
const record = {
  ...{ name: '', brand: '', manufacturer: '', prescriptionClass: '', kind: '', category: '', activeIngredient: '' },
  ...{ presentation: '', ean: '', registration: '', maxUnits: '', description: '' },
}
const coupon = {
  ...{ code: 'OI', title: 'Oi', discountType: 'percent' as const, discountValue: 5, isOncePerCustomer: false },
  ...{ maxDiscountCents: null, firstDay: null, lastDay: null, minimumCents: null, maxUses: null },
}
const newBanner = { title: 'Oi', text: 'Oi', linkText: 'Oi', category: null, subcategory: null, sku: null }
const invited = { name: 'Nova', role: 'clerk' as const, crf: null, branchId: null }

test('each role may do its acts and no other: the verbs themselves refuse the rest', async () => {
  const shop = await openCheckout()
  await paidOrder(shop)
  const tried = watchVerbs(shop.backoffice)
  const verbs = new Set(tried.all)
  const table: string[] = []
  const actors = Object.values(await everybody(shop))
  for (const [name, , act] of acts) {
    const may = []
    for (const actor of actors) {
      const refusal = await act(shop, actor).then(
        () => null,
        (error) => error.code,
      )
      if (refusal !== 'staff.forbidden') may.push(actor.role[0])
    }
    table.push(`${name}: ${may.join('')}`)
  }
  expect(table).toEqual(acts.map(([name, roles]) => `${name}: ${roles}`))
  // A verb without a line above would be nobody's to refuse.
  expect([...verbs].filter((verb) => !tried.calls.includes(verb))).toEqual([])
})

/** The names of the desks' verbs, and those that were called, in their order. */
function watchVerbs(desks: object): { all: string[]; calls: string[] } {
  const watched = { all: [] as string[], calls: [] as string[] }
  for (const [desk, verbs] of Object.entries(desks)) {
    for (const [verb, run] of Object.entries(verbs ?? {})) {
      if (typeof run !== 'function') continue
      watched.all.push(`${desk}.${verb}`)
      Object.assign(verbs, {
        [verb]: (...given: unknown[]) => {
          watched.calls.push(`${desk}.${verb}`)
          return run(...given)
        },
      })
    }
  }
  return watched
}

test('what belongs to another branch does not exist for who works in one', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const elsewhere = { ...(await everybody(shop)).clerk, branchId: 2 }
  const { orders, products } = shop.backoffice
  expect((await orders.listQueue(elsewhere, 'open', null)).orders).toEqual([])
  expect((await orders.searchOrders(elsewhere, String(id))).orders).toEqual([])
  await expect(orders.getOrder(elsewhere, id)).rejects.toMatchObject({ code: 'order.unknown' })
  await expect(orders.pickUnitWithoutScan(elsewhere, id, novalgina)).rejects.toMatchObject({ code: 'order.unknown' })
  await expect(products.changeOffer(elsewhere, novalgina, { ...shown, stock: 3 })).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
})

test('the ten that ended last and the requests for an end are the branch’s own, however many ended elsewhere', async () => {
  const shop = await openCheckout()
  const { owner, clerk } = await everybody(shop)
  const { orders } = shop.backoffice
  const [own, asked] = [await paidOrder(shop), await paidOrder(shop)]
  await orders.cancelOrRefund(owner, own, 'engano')
  // The demo's.
  const delivered = 1
  const elsewhere = await copiesOf(shop, own, 45, { branchId: 2 })
  shop.clock.pass(1)
  await shop.database.db
    .insertInto('orderEvent')
    .values(
      elsewhere.map((orderId) => ({
        orderId,
        kind: 'cancel' as const,
        status: 'cancelled' as const,
        at: shop.clock.now(),
        actorKind: 'job' as const,
        actorId: null,
        actorName: null,
        actorCrf: null,
        data: '{}',
      })),
    )
    .execute()
  await orders.requestCancellation(clerk, asked, 'comprou errado')
  const seenBy = async (branchId: number | null, branch: number | null = null) => {
    const { closedOrders, cancellationRequests } = await orders.listQueue({ ...owner, branchId }, 'open', branch)
    return { ended: closedOrders.map(({ id }) => id), requests: cancellationRequests.map(({ orderId }) => orderId) }
  }
  expect(await seenBy(1)).toEqual({ ended: [own, delivered], requests: [asked] })
  expect(await seenBy(null, 1)).toEqual({ ended: [own, delivered], requests: [asked] })
  const { ended, requests } = await seenBy(2)
  expect([ended.length, elsewhere.includes(ended[0] ?? 0), requests]).toEqual([10, true, []])
  expect((await seenBy(null)).ended).toHaveLength(10)
})

test('what was never paid in time, or declined, is not among those that ended last: it needed nobody', async () => {
  const shop = await openCheckout()
  const { owner } = await everybody(shop)
  const [expired, declined, cancelled] = [
    await shop.place([line(novalgina)]),
    await shop.place([line(novalgina)]),
    await paidOrder(shop),
  ]
  await shop.orders.endUnpaidOrder(expired.id, 'expire', { kind: 'job' })
  await shop.orders.endUnpaidOrder(declined.id, 'fail', { kind: 'bank' })
  await shop.backoffice.orders.cancelOrRefund(owner, cancelled, 'engano')
  const ids = (await shop.backoffice.orders.listQueue(owner, 'open', null)).closedOrders.map(({ id }) => id)
  expect(ids).toContain(cancelled)
  for (const { id } of [expired, declined]) expect(ids).not.toContain(id)
})

test('late orders are counted all, and the list of them holds late ones alone, however many wait longer', async () => {
  const shop = await openCheckout()
  const { owner } = await everybody(shop)
  const { orders } = shop.backoffice
  const { db } = shop.database
  const slow = await paidOrder(shop)
  await db.updateTable('branch').set({ shippingEstimateMinutes: 600 }).where('id', '=', 2).execute()
  await db.updateTable('orders').set({ branchId: 2, promiseEndsAt: null }).where('id', '=', slow).execute()
  await copiesOf(shop, slow, 44, {})
  shop.clock.pass(5)
  const fast = await paidOrder(shop)
  const late = [fast, ...(await copiesOf(shop, fast, 44, {}))]
  shop.clock.pass(40)
  const seenHash = await orders.listQueue(owner, 'late', null)
  expect([seenHash.countByTab.late, seenHash.orders.map(({ id }) => id)]).toEqual([45, late.slice(0, 40)])
  expect((await orders.listQueue(owner, 'open', 2)).countByTab.late).toBe(0)
})

test('a prescription of another branch’s order is not there: neither in the lists nor to be decided', async () => {
  const shop = await openCheckout()
  const { owner, pharmacist } = await everybody(shop)
  const { prescriptions } = shop.backoffice
  const { prescriptionId: id } = await orderInReview(shop)
  const elsewhere = { ...pharmacist, branchId: 2 }
  const listed = async (branchId: number | null, branch: number | null = null) =>
    (await prescriptions.listPendingPrescriptions({ ...owner, branchId }, branch)).map((each) => each.id)
  expect([await listed(null), await listed(1), await listed(null, 1)]).toEqual([[id], [id], [id]])
  expect([await listed(2), await listed(null, 2), await listed(2, 1)]).toEqual([[], [], []])
  const unknown = { code: 'prescription.unknown' }
  await expect(prescriptions.getPrescription(elsewhere, id)).rejects.toMatchObject(unknown)
  await expect(prescriptions.approvePrescription(elsewhere, id)).rejects.toMatchObject(unknown)
  await expect(prescriptions.rejectPrescription(elsewhere, id, 'ilegível')).rejects.toMatchObject(unknown)
  await approvePrescription(shop, { ...pharmacist, branchId: 1 }, id)
  const decided = async (branchId: number | null) =>
    (await prescriptions.listLatestDecisions({ ...owner, branchId })).length
  expect([await decided(2), await decided(1)]).toEqual([0, 1])
})

test('an order is picked unit by unit, by barcode or hand; a wrong code says what it is, and nothing leaves incomplete', async () => {
  const shop = await openCheckout()
  await shop.database.db.updateTable('product').set({ ean: '7891000000011' }).where('id', '=', novalgina).execute()
  await shop.database.db.updateTable('product').set({ ean: '7891000000028' }).where('id', '=', 68).execute()
  const { clerk } = await everybody(shop)
  const { orders } = shop.backoffice
  const id = await paidOrder(shop, 2)
  await expect(orders.pickUnitByBarcode(clerk, id, '7891000000028')).rejects.toMatchObject({
    code: 'pick.otherProduct',
    message: expect.stringContaining('Dorflex'),
  })
  await expect(orders.pickUnitByBarcode(clerk, id, '000')).rejects.toMatchObject({ code: 'pick.unknownCode' })
  expect((await orders.getOrder(clerk, id)).order.status).toBe('paid')

  await orders.pickUnitByBarcode(clerk, id, ' 7891000000011\t')
  expect((await orders.getOrder(clerk, id)).order.status).toBe('preparing')
  await expect(orders.advanceOrder(clerk, id, 'dispatch')).rejects.toMatchObject({ code: 'step.notPicked' })
  await orders.pickUnitWithoutScan(clerk, id, novalgina)
  await expect(orders.pickUnitByBarcode(clerk, id, '7891000000011')).rejects.toMatchObject({ code: 'pick.complete' })
  expect(await orders.advanceOrder(clerk, id, 'dispatch')).toBe('out_for_delivery')
  expect(await orders.advanceOrder(clerk, id, 'deliver')).toBe('delivered')
  await expect(orders.advanceOrder(clerk, id, 'deliver')).rejects.toMatchObject({ code: 'step.impossible' })
  const { auditEntries: done } = await orders.getOrder(clerk, id)
  expect(done.map(({ action, detail }) => `${action} ${detail}`).reverse()).toEqual([
    'orders.advance preparing',
    'orders.pick FD0060',
    'orders.pick FD0060',
    'orders.advance out_for_delivery',
    'orders.advance delivered',
  ])
})

test('two scanners never count one unit twice', async () => {
  const shop = await openCheckout()
  const { clerk, pharmacist } = await everybody(shop)
  const id = await paidOrder(shop, 3)
  await shop.backoffice.orders.advanceOrder(clerk, id, 'pick')
  const scans = [clerk, pharmacist, clerk, pharmacist, clerk].map((by) =>
    shop.backoffice.orders.pickUnitWithoutScan(by, id, novalgina),
  )
  const outcomes = (await Promise.allSettled(scans)).map(({ status }) => status)
  expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(3)
  expect((await shop.backoffice.orders.getOrder(clerk, id)).lines).toMatchObject([{ pickedUnits: 3, quantity: 3 }])
})

test('a clerk asks for an end, and the pharmacist grants or refuses it, once', async () => {
  const shop = await openCheckout()
  const { clerk, pharmacist, owner } = await everybody(shop)
  const { orders } = shop.backoffice
  const [kept, ended] = [await paidOrder(shop), await paidOrder(shop)]
  await expect(orders.requestCancellation(clerk, kept, '  ')).rejects.toMatchObject({ code: 'reason.missing' })
  await orders.requestCancellation(clerk, kept, 'não quer mais')
  await orders.requestCancellation(clerk, ended, 'comprou errado')
  expect((await orders.listQueue(owner, 'open', null)).cancellationRequests).toHaveLength(2)
  expect((await orders.listQueue(clerk, 'open', null)).cancellationRequests).toEqual([])
  await orders.decideCancellationRequest(pharmacist, kept, false)
  await expect(orders.decideCancellationRequest(owner, kept, true)).rejects.toMatchObject({ code: 'request.missing' })
  await orders.decideCancellationRequest(owner, ended, true)
  const statuses = await Promise.all([kept, ended].map(async (id) => (await orders.getOrder(owner, id)).order.status))
  expect(statuses).toEqual(['paid', 'cancelled'])
  expect(await shop.payments.listPayments(ended)).toMatchObject([{ status: 'refund_due' }])
  expect((await orders.listQueue(owner, 'open', null)).cancellationRequests).toEqual([])
})

test('of two who let an order go on at once one is told that its request was answered', async () => {
  const shop = await openCheckout()
  const { clerk, pharmacist, owner } = await everybody(shop)
  const { orders } = shop.backoffice
  const id = await paidOrder(shop)
  await orders.requestCancellation(clerk, id, 'não quer mais')
  const outcomes = await Promise.allSettled(
    [pharmacist, owner].map((by) => orders.decideCancellationRequest(by, id, false)),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(refused).toEqual(['request.missing'])
  const { auditEntries } = await orders.getOrder(owner, id)
  expect(auditEntries.filter(({ action }) => action === 'orders.keep')).toHaveLength(1)
})

test('of the requests for an end the oldest stands first, whichever order is older', async () => {
  const shop = await openCheckout()
  const { clerk, owner } = await everybody(shop)
  const { orders } = shop.backoffice
  const [older, newer] = [await paidOrder(shop), await paidOrder(shop)]
  await orders.requestCancellation(clerk, newer, 'não quer mais')
  shop.clock.pass(1)
  await orders.requestCancellation(clerk, older, 'comprou errado')
  const { cancellationRequests } = await orders.listQueue(owner, 'open', null)
  expect(cancellationRequests.map(({ orderId }) => orderId)).toEqual([newer, older])
})

test('an order that is ended answers its request, and keeps the reason', async () => {
  const shop = await openCheckout()
  const { clerk, owner } = await everybody(shop)
  const id = await paidOrder(shop)
  await shop.backoffice.orders.requestCancellation(clerk, id, 'comprou errado')
  await shop.backoffice.orders.cancelOrRefund(owner, id, 'cliente ligou')
  const { cancellationRequests } = await shop.backoffice.orders.listQueue(owner, 'open', null)
  expect(cancellationRequests).toEqual([])
  expect(await shop.orders.queue.findCancellationRequest(id)).toMatchObject({
    reason: 'cliente ligou',
    decision: 'ended',
  })
})

test('of two pharmacists who decide one prescription at once one is told that it was decided', async () => {
  const shop = await openCheckout()
  const { pharmacist } = await everybody(shop)
  const { id, prescriptionId } = await orderInReview(shop)
  const { prescriptions } = shop.backoffice
  const outcomes = await Promise.allSettled([
    approvePrescription(shop, pharmacist, prescriptionId),
    prescriptions.rejectPrescription({ ...pharmacist, name: 'Outra' }, prescriptionId, 'ilegível'),
  ])
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(refused).toEqual(['prescription.decided'])
  const trail = await shop.staff.audit.listEntries(pharmacist, { target: { type: 'prescription', id: prescriptionId } })
  expect(trail).toHaveLength(1)
  const { status } = (await shop.orders.findOrder(id)) ?? {}
  expect(status).toBe(trail[0]?.action === 'prescriptions.approve' ? 'paid' : 'cancelled')
})

test('who looked at a prescription’s file stands in the trail and in the customer’s export; the decision names name and CRF', async () => {
  const shop = await openCheckout()
  const { pharmacist } = await everybody(shop)
  const { prescriptionId } = await orderInReview(shop)
  const { prescriptions } = shop.backoffice
  const found = await prescriptions.getPrescription(pharmacist, prescriptionId)
  const [part] = found.prescription.parts
  expect(found.validityByPartId.get(part?.id ?? 0)).toMatchObject({ lastDay: '2026-03-19', daysLeft: 9 })
  const picture = await prescriptions.viewFile(pharmacist, prescriptionId, part?.id ?? 0)
  expect(picture.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  await approvePrescription(shop, pharmacist, prescriptionId)
  const { decision } = (await shop.prescriptions.findPrescription(prescriptionId)) ?? {}
  expect(decision?.by).toEqual({ name: 'Helena Prado', crf: 'SP-54321' })
  const trail = await shop.staff.audit.listEntries(pharmacist, { target: { type: 'prescription', id: prescriptionId } })
  expect(trail.map(({ action }) => action)).toEqual(['prescriptions.approve', 'prescriptions.look'])
  const data = JSON.stringify(await shop.exportPersonalData(shop.customerId))
  expect(data).toContain('Helena Prado')
})

test('a price above the ceiling and stock below zero are refused; of two who save at once the second gets the values of now', async () => {
  const shop = await openCheckout()
  const { owner, clerk } = await everybody(shop)
  const { products } = shop.backoffice
  const price = async () => (await products.getProduct(owner, novalgina)).offers[0]
  const first = await price()
  const expected = { priceCents: first?.priceCents ?? 0, shelfUnits: first?.shelfUnits ?? 0 }
  await shop.database.db.updateTable('product').set({ ceilingPriceCents: 3000 }).where('id', '=', novalgina).execute()
  const change = (by: Actor, edit: object) => products.changeOffer(by, novalgina, { branchId: 1, expected, ...edit })
  await expect(change(owner, { priceCents: 3001 })).rejects.toMatchObject({ code: 'offer.ceiling' })
  await expect(change(clerk, { addStock: -1000 })).rejects.toMatchObject({ code: 'offer.stock' })
  const outcomes = await Promise.allSettled([change(owner, { priceCents: 3000 }), change(clerk, { addStock: 5 })])
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(refused).toEqual(['offer.changed'])
  const now = await price()
  const kept = [expected.priceCents === now?.priceCents, expected.shelfUnits === now?.shelfUnits]
  expect(kept.filter(Boolean)).toHaveLength(1)
})

test('of a program’s row with a price above the ceiling the stock counts, and why its price does not is told', async () => {
  const shop = await openCheckout()
  const { owner } = await everybody(shop)
  const { products } = shop.backoffice
  const priceCents = (await products.getProduct(owner, novalgina)).offers[0]?.priceCents
  await shop.database.db.updateTable('product').set({ ceilingPriceCents: 3000 }).where('id', '=', novalgina).execute()
  const row = { productKey: { productId: novalgina }, branchId: 1, priceCents: 3001, stock: 12 }
  expect(await products.applyOfferUpdates(owner, [row])).toMatchObject([
    { offer: { priceCents, stock: 12 }, error: { code: 'offer.ceiling' } },
  ])
})

test('an e-mail is sent again at the order that it is about, and at no other', async () => {
  const shop = await openCheckout()
  const { clerk } = await everybody(shop)
  const [id, other] = [await paidOrder(shop), await paidOrder(shop)]
  const { orders } = shop.backoffice
  const [mail] = (await orders.getOrder(clerk, id)).emails
  await expect(orders.resendEmail(clerk, other, mail?.id ?? 0)).rejects.toMatchObject({ code: 'order.unknown' })
  const before = (await shop.mail.listByRecipient('cliente@example.com')).length
  await orders.resendEmail(clerk, id, mail?.id ?? 0)
  expect(await shop.mail.listByRecipient('cliente@example.com')).toHaveLength(before + 1)
})

test('an order lists its own letters alone, by kind, not those of an order whose number begins like its own', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const own = await paidOrder(shop)
  const longer = { ...(await db.selectFrom('orders').selectAll().where('id', '=', own).executeTakeFirstOrThrow()) }
  const other = { ...longer, id: own * 10 + 2, idempotencyKey: 'another' }
  await db.insertInto('orders').values(other).execute()
  const order = { orderId: other.id, kind: 'orderPaid', eventId: 1 }
  const notice = { ...createNotice('welcome', 'Ana'), order }
  await shop.ctx.transact((ctx) => notify(ctx, notice, { email: 'cliente@example.com' }))
  const kinds = async (id: number) => (await shop.mail.listOrderEmails(id)).map(({ kind }) => kind)
  expect(await kinds(own)).toEqual(['orderPaid', 'orderPlaced'])
  expect(await kinds(other.id)).toEqual(['orderPaid'])
})

test('nobody decides on a prescription at the counter without a CRF, whatever else they may', async () => {
  const shop = await openCheckout()
  const { prescriptionId } = await orderInReview(shop)
  const decide = [
    () => shop.backoffice.prescriptions.approvePrescription(operator, prescriptionId),
    () => shop.backoffice.prescriptions.rejectPrescription(operator, prescriptionId, 'vencida'),
  ]
  for (const act of decide) await expect(act()).rejects.toMatchObject({ code: 'staff.forbidden' })
})

test('a price is saved beside an order that was placed meanwhile, but not over a shelf from which a unit was picked', async () => {
  const shop = await openCheckout()
  const { owner } = await everybody(shop)
  const { products } = shop.backoffice
  const [shown] = (await products.getProduct(owner, novalgina)).offers
  const expected = { priceCents: shown?.priceCents ?? 0, shelfUnits: shown?.shelfUnits ?? 0 }
  const id = await paidOrder(shop)
  await products.changeOffer(owner, novalgina, { branchId: 1, priceCents: expected.priceCents, expected })
  await shop.backoffice.orders.pickUnitWithoutScan(owner, id, novalgina)
  await expect(
    products.changeOffer(owner, novalgina, { branchId: 1, priceCents: 1990, expected }),
  ).rejects.toMatchObject({
    code: 'offer.changed',
  })
})

test('orders are found by number or how it begins, by the beginnings of names, by phone with its area, and by e-mail', async () => {
  const shop = await openCheckout()
  const { clerk } = await everybody(shop)
  const id = await paidOrder(shop)
  const idsFor = async (term: string) =>
    (await shop.backoffice.orders.searchOrders(clerk, term)).orders.map((order) => order.id)
  for (const term of [
    String(id),
    `#${id}`,
    `\u200b # ${id}`,
    `Pedido ${id}`,
    `n\u00ba ${id}`,
    'MARINA pra',
    'prates',
    '(11) 98765-4321',
    'cliente@example.com',
  ])
    expect(await idsFor(term), term).toContain(id)
  await shop.accounts.updateProfile(shop.customerId, { firstName: 'Érica', lastName: 'Ávila' })
  for (const term of ['érica áv', 'Érica', 'ÉRICA', 'avila erica']) expect(await idsFor(term), term).toContain(id)
  for (const term of ['%', 'prates', '987654321', '']) expect(await idsFor(term), term).not.toContain(id)

  const ids = [id, ...(await Promise.all([...Array(12)].map(() => paidOrder(shop))))]
  const digit = String(Math.max(...ids)).charAt(0)
  await shop.accounts.updateProfile(shop.customerId, { phone: '11987654321' })
  const beginning = ids.filter((each) => String(each).startsWith(digit)).sort((one, other) => other - one)
  expect(beginning.length).toBeGreaterThan(1)
  expect((await idsFor(digit)).filter((each) => ids.includes(each))).toEqual(beginning)
  expect((await idsFor(digit))[0]).toBe(Number(digit))
})

test('a late order comes before one that has waited longer and is promised later; the last one paid is told apart', async () => {
  const shop = await openCheckout()
  const { owner } = await everybody(shop)
  const slow = await paidOrder(shop)
  shop.clock.pass(5)
  const fast = await paidOrder(shop)
  const { db } = shop.database
  await db.updateTable('orders').set({ branchId: 2, promiseEndsAt: null }).where('id', '=', slow).execute()
  await db.updateTable('branch').set({ shippingEstimateMinutes: 600 }).where('id', '=', 2).execute()
  shop.clock.pass(40)
  const { orders } = shop.backoffice
  const seenHash = await orders.listQueue(owner, 'open', null)
  expect(seenHash.orders.map(({ id }) => id)).toEqual([fast, slow])
  expect(seenHash.latestPaidAt?.toISOString()).toBe('2026-03-10T13:05:00.000Z')
  // The number of late ones is the same, whichever part is looked at.
  expect((await orders.listQueue(owner, 'preparing', null)).countByTab.late).toBe(1)
})

test('an order’s history names who took each step: the clerk, and the pharmacist with the CRF', async () => {
  const shop = await openCheckout()
  const { clerk, pharmacist } = await everybody(shop)
  const { orders } = shop.backoffice
  const { id, prescriptionId } = await orderInReview(shop)
  await approvePrescription(shop, pharmacist, prescriptionId)
  await orders.pickUnitWithoutScan(clerk, id, azitromicina)
  await orders.advanceOrder(clerk, id, 'dispatch')
  const { history } = await orders.getOrder(clerk, id)
  expect(history.map(({ status, by }) => [status, by.name, by.crf])).toEqual([
    ['pending_payment', null, null],
    ['paid', null, null],
    ['prescription_review', null, null],
    ['paid', pharmacist.name, pharmacist.crf],
    ['preparing', clerk.name, null],
    ['out_for_delivery', clerk.name, null],
  ])
})

test('the queue begins with what is promised first, and promises by the branch’s hours', async () => {
  const shop = await openCheckout()
  const { clerk } = await everybody(shop)
  const first = await paidOrder(shop)
  shop.clock.pass(25)
  const second = await paidOrder(shop)
  shop.clock.pass(10)
  const { orders } = shop.backoffice
  const { orders: waiting, countByTab } = await orders.listQueue(clerk, 'open', null)
  expect(waiting.map(({ id }) => id)).toEqual([first, second])
  // Branch 1 promises 30 minutes.
  expect(waiting.map(({ promisedAt }) => promisedAt?.toISOString())).toEqual([
    '2026-03-10T13:30:00.000Z',
    '2026-03-10T13:55:00.000Z',
  ])
  expect([countByTab.late, countByTab.open, countByTab.paid, countByTab.preparing]).toEqual([1, 2, 2, 0])
  expect((await orders.listQueue(clerk, 'late', null)).orders.map(({ id }) => id)).toEqual([first])
  // 22:30: the branch has closed, and opens at seven.
  shop.clock.pass(11 * 60 + 55)
  const third = await paidOrder(shop)
  expect((await orders.getOrder(clerk, third)).promisedAt?.toISOString()).toBe('2026-03-11T10:30:00.000Z')
})

test('what waits is measured with its age: orders by step, e-mails, refunds', async () => {
  const shop = await openCheckout()
  const { orders, mail, payments, clock } = shop
  const waiting = async (status: string) => (await orders.queue.summarizeQueue()).find((each) => each.status === status)
  expect(await waiting('paid')).toEqual({ status: 'paid', count: 0, oldestAt: null })
  const at = clock.now()
  const first = await paidOrder(shop)
  clock.pass(20)
  await paidOrder(shop)
  expect(await waiting('paid')).toEqual({ status: 'paid', count: 2, oldestAt: at })
  expect(await mail.loadOutboxStatus()).toMatchObject({ count: expect.any(Number), oldestAt: at })
  expect(await payments.summarizeDueRefunds()).toEqual({ count: 0, oldestAt: null })
  await shop.orders.cancelOrRefund(first, byOperator)
  expect(await payments.summarizeDueRefunds()).toEqual({ count: 1, oldestAt: at })
  expect(await waiting('paid')).toMatchObject({ count: 1 })
})

test('each way in which scanners send a box’s code finds its line, and the lot it tells is offered', async () => {
  const shop = await openCheckout()
  const ean = '7891234567895'
  await shop.database.db.updateTable('product').set({ ean }).where('id', '=', novalgina).execute()
  await shop.database.db
    .updateTable('product')
    .set({ prescriptionClass: 'RX_RETENCAO_10D' })
    .where('id', '=', novalgina)
    .execute()
  const { clerk } = await everybody(shop)
  const { orders } = shop.backoffice
  const readings = [
    ean,
    `\x1d010${ean}1728013110L2409A\x1d21SN00017`,
    `]d2010${ean}1728013110L2409A\x1d21SN00017`,
    `010${ean}1728013110L2409A21SN00017`,
    `\x1d010${ean}7131058309420021\x1d21SN00017\x1d1728013110L2409A`,
    `]C1010${ean}10L2409A`,
    `https://id.gs1.org/01/0${ean}/10/L2409A?17=280131`,
    '17891234567892',
    `]E0${ean}`,
    '7891234\u200b567895',
    '７８９１２３４５６７８９５',
  ]
  const id = await paidOrder(shop, readings.length)
  for (const reading of readings) await orders.pickUnitByBarcode(clerk, id, reading)
  expect((await orders.getOrder(clerk, id)).lines).toMatchObject([
    { pickedUnits: readings.length, lots: [{ lot: 'L2409A', units: 6 }] },
  ])
  for (const reading of readings)
    expect((await shop.backoffice.products.searchProducts(clerk, reading, 'all')).map(({ id }) => id)).toEqual([
      novalgina,
    ])
})

test('lots that were scanned are asked for again once they are more, or fewer, than the units that leave', async () => {
  const shop = await openCheckout()
  const ean = '7896004719115'
  const retained = { ean, prescriptionClass: 'RX_RETENCAO_10D' } as const
  await shop.database.db.updateTable('product').set(retained).where('id', '=', novalgina).execute()
  const { owner } = await everybody(shop)
  const { orders } = shop.backoffice
  const { id } = await shop.place([line(novalgina, 3)])
  await receivePix(shop, id)
  const dispatch = (text = '') => orders.advanceOrder(owner, id, 'dispatch', { lots: [{ productId: novalgina, text }] })
  for (const lot of ['AB12', 'AB12']) await orders.pickUnitByBarcode(owner, id, `010${ean}1728013110${lot}`)
  await orders.pickUnitWithoutScan(owner, id, novalgina)
  await expect(dispatch()).rejects.toMatchObject({ code: 'pick.lot' })
  await orders.removeUnits(owner, { orderId: id, productId: novalgina, units: 2 })
  await expect(dispatch()).rejects.toMatchObject({ code: 'pick.lot' })
  await dispatch('AB12')
  expect((await orders.getOrder(owner, id)).lines).toMatchObject([{ lots: [{ lot: 'AB12', units: 1 }] }])
})

test('a box that has expired is told so as it is scanned', async () => {
  const shop = await openCheckout()
  await shop.database.db.updateTable('product').set({ ean: '7896004719115' }).where('id', '=', novalgina).execute()
  const { clerk } = await everybody(shop)
  const id = await paidOrder(shop, 3)
  const scan = async (day: string) =>
    (await shop.backoffice.orders.pickUnitByBarcode(clerk, id, `010789600471911517${day}10AB12`)).box
  expect((await scan('260310'))?.isExpired).toBe(false)
  expect(await scan('251231')).toEqual({ lot: 'AB12', expiresOn: '2025-12-31', isExpired: true })
  expect(await scan('991231')).toEqual({ lot: 'AB12', expiresOn: '2099-12-31', isExpired: false })
})

test('of two products with one bar code the scan fills one line, then the other', async () => {
  const shop = await openCheckout()
  const ean = '7891000000106'
  await shop.database.db.updateTable('product').set({ ean }).where('id', 'in', [novalgina, 68]).execute()
  const { clerk } = await everybody(shop)
  const { orders } = shop.backoffice
  const id = await paidOrder(shop, 1)
  const line = await shop.database.db
    .selectFrom('orderLine')
    .selectAll()
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow()
  await shop.database.db
    .insertInto('orderLine')
    .values({ ...line, productId: 68, name: 'Dorflex' })
    .execute()
  const scan = async () => (await orders.pickUnitByBarcode(clerk, id, ean)).productId
  expect(new Set([await scan(), await scan()])).toEqual(new Set([novalgina, 68]))
  await expect(scan()).rejects.toMatchObject({ code: 'pick.complete' })
})
