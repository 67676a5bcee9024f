import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { Database } from '../../server/database/connection.ts'
import type { DeliveryChoice } from '../../server/delivery/delivery-quote.ts'
import type { PixWebhookCall } from '../../server/demo/simulators/sandbox-webhook.ts'
import { ShopError } from '../../server/platform/errors.ts'
import type { ProviderName } from '../../server/ports/payment-provider.ts'
import type { ReportedProblem } from '../../server/problems/problem.ts'
import type { StaffDecision } from '../../server/problems/problems.ts'
import type { BalanceChoice } from '../../server/wallet/payment-split.ts'
import { openTestBank } from './bank.ts'
import { openTestDatabase } from './database.ts'
import { fillShop, post, standingClock } from './pix-shop.ts'
import { seeded } from './seeded.ts'
import type { Verbs } from './shop-process.ts'
import { cut, type Outcome, type ShopProcess, startShopProcess } from './shop-processes.ts'
import { openStormProgramme } from './storm-programme.ts'
import { openStormTills, type ShownCharge } from './storm-tills.ts'
import { openStormWays } from './storm-ways.ts'

/** The possible fates of an order: of a hundred orders in a row, so many meet each. */
const fates = {
  pays: 12,
  isApproved: 3,
  isRejected: 3,
  isDecidedTwice: 2,
  isApprovedWhileCancelled: 2,
  losesAnItem: 8,
  isPrepared: 6,
  isSentOut: 4,
  leaves: 10,
  isRefused: 8,
  cancels: 6,
  cancelsWhilePaying: 6,
  paysWrongly: 8,
  paysTwice: 6,
  paysLate: 8,
  isCancelledByOperator: 4,
  isRefundedByOperator: 4,
  tellsAProblem: 9,
  paysAtDoor: 8,
  isTakenBackFromDoor: 5,
}
type Fate = keyof typeof fates

/** A future order, with all its random properties. */
interface Story {
  fate: Fate
  key: string
  lines: { productId: number; quantity: number }[]
  /** Of the product that is sold with a prescription: its order waits for the pharmacist. */
  isPrescribed: boolean
  /** What gains and wallet are to pay of it, if anything. */
  balances: BalanceChoice | undefined
  /** How it gets to its customer; the next ones where a window has no place. */
  ways: DeliveryChoice[]
  /** By which opt-in it has a laboratory's discount. */
  laboratoryOptInId: string | undefined
  /** By whom it is paid, and who was chosen before. */
  way: ProviderName
  left: ProviderName | null
  /** Which server is asked first. */
  server: number
  /** Every button is pressed twice. */
  isHasty: boolean
  /** The payment page polls the status; else the shop learns of the payment by the webhook alone. */
  asks: boolean
  /** Rounds before the next event. */
  pause: number
  /** The error of a wrong payment. */
  wrongByCents: number
}

const priceCents: Record<number, number> = { 1: 1850, 2: 990, 3: 2410 }
/** The one whose laboratory has a programme. */
const discounted = 2
/** The one that is sold with a prescription. */
const prescribed = 3
const atDoor: Fate[] = ['paysAtDoor', 'isTakenBackFromDoor']
const reviewed: Fate[] = ['isApproved', 'isRejected', 'isDecidedTwice', 'isApprovedWhileCancelled']
export const stockAtFirst = 100_000
/** Little enough to run out. */
export const gainAtFirst = 60_000
export const walletAtFirst = 30_000

/**
 * Two servers of one shop, as processes that stop or are killed in the middle of their work, a bank that fails at random,
 * and shoppers who do things twice, late and concurrently. The seed determines the orders, their fates and when servers
 * fail, but not the order of concurrent events.
 */
export async function openStorm(seed: number, placesPerWindow: number) {
  const random = seeded(seed)
  // The bank's faults and the webhooks' deliveries have a generator of their own, so that a seed's orders do not depend on
  // the order of responses.
  const weather = seeded(seed + 1)
  // What is paid with balances has one too: the orders stay those of the seed.
  const purse = seeded(seed + 2)
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))

  const clock = standingClock('2026-03-02T15:00:00Z')
  const database = await openTestDatabase()
  const { db } = database
  const products = Object.entries(priceCents).map(([id, price]) => ({
    id: Number(id),
    priceCents: price,
    stock: stockAtFirst,
    requiresPrescription: Number(id) === prescribed,
  }))
  const customerId = await fillShop(database, products)
  const gainId = await fillBalances(database, customerId)
  await db.updateTable('branch').set({ doorPaymentLimitCents: 100_000 }).execute()
  const { id: addressId } = await db.selectFrom('address').select('id').executeTakeFirstOrThrow()
  const ways = await openStormWays({ database, clock, seed: seed + 3, placesPerWindow })

  const programme = await openStormProgramme({ database, clock, customerId, productId: discounted, seed: seed + 5 })

  const bank = await openTestBank(clock)
  // Never called: the test delivers the webhooks itself, each to either server.
  await bank.putWebhook(bank.settings.receiverKey, { webhookUrl: 'https://shop.example.com/webhooks' })
  const notices = bank.holdWebhooks()
  const tills = await openStormTills({ clock, bank, seed: seed + 4 })
  const seen = {
    died: 0,
    cuts: 0,
    refusedByBank: 0,
    paidByBalances: 0,
    partlyPaidByBalances: 0,
    shortOfBalance: 0,
    waysChanged: 0,
    itemsRemoved: 0,
    problemsGranted: 0,
    problemsGrantedInPart: 0,
    problemsRefused: 0,
    problemsAnsweredTooLate: 0,
    withdrawn: 0,
    approved: 0,
    rejected: 0,
    decidedTooLate: 0,
    webhooks: 0,
    webhooksRefused: 0,
    paidAtDoor: 0,
    takenBackFromDoor: 0,
  }
  const servers = [startServer(), startServer()]
  onTestFinished(async () => {
    for (const server of servers) await (await server).stop()
  })
  const agenda: (() => Promise<unknown>)[][] = []
  const pack: Fate[] = []
  let stories = 0
  let problemsAsked = 0
  rage()
  return { database, clock, db, bank, tills, ways, programme, seen, playRound, calmDown, endAll }

  /** Plays new orders, due steps of older ones, webhooks and failures of servers; then time passes. */
  async function playRound(newOrders: number): Promise<void> {
    const due = [...(agenda.shift() ?? []), ...Array.from({ length: newOrders }, newStory)]
    for (const index of servers.keys()) {
      if (random() < 0.4) await ask(index, 'lightFuse', between(1, 500), random() < 0.3 ? 'die' : 'stop')
    }
    await Promise.all([
      ...shuffled(due, weather).map((play) => play()),
      deliverWebhooks(0.7),
      tills.deliver(0.7, originOf),
    ])
    clock.pass(between(30, 240))
    if (random() < 0.7) await Promise.all(servers.map((_, index) => ask(index, 'expireOrdersAndSettleCharges')))
    await Promise.all(servers.map((_, index) => ask(index, 'settleAuthorisations')))
  }

  async function originOf(index: number): Promise<string> {
    return (await serverAt(index)).webhookUrl.replace(/\/pix$/, '')
  }

  /** Finishes what was begun, without further faults, until all payments are settled. */
  async function calmDown(): Promise<void> {
    await meetRefusal()
    Object.assign(bank.troubles, { away: null, hangsUp: null, refuses: null, busy: null, slow: null })
    tills.calm()
    programme.calm()
    for (const index of servers.keys()) await insist(index, 'lightFuse', Number.MAX_SAFE_INTEGER, 'stop')
    while (agenda.length > 0) await Promise.all((agenda.shift() ?? []).map((play) => play()))
    await meetAnswers()
    clock.pass(60 * 60)
    for (let round = 0; round < 200 && (await isUnsettled()); round += 1) {
      await tills.returnByHand({ db })
      await Promise.all([deliverWebhooks(1), tills.deliver(1, originOf)])
      await Promise.all(servers.map((_, index) => ask(index, 'expireOrdersAndSettleCharges')))
      clock.pass(60)
    }
    await deliverDiscounted()
    await setAside()
    await settleProgramme()
  }

  /** Asks the bank for a charge of an order that its shopper left, while nothing reaches it: that any was refused, chance does not see to. */
  async function meetRefusal(): Promise<void> {
    const order = await db
      .selectFrom('orders')
      .leftJoin('charge', 'orderId', 'orders.id')
      .select('orders.id')
      .where('orders.status', '=', 'pending_payment')
      .where('orderId', 'is', null)
      .executeTakeFirstOrThrow()
    bank.troubles.away = { test: () => true }
    const { value } = await insist(0, 'chargeOrder', customerId, order.id, 'pix')
    if (value === undefined) seen.refusedByBank += 1
  }

  /** Gives each answer to a problem that nobody has given yet: which of two answers counted, and how many were asked for, was chance. */
  async function meetAnswers(): Promise<void> {
    const missing = [
      ...(seen.problemsGranted === 0 ? (['grant'] as const) : []),
      ...(seen.problemsGrantedInPart === 0 ? (['part'] as const) : []),
      ...(seen.problemsRefused === 0 ? (['refuse'] as const) : []),
    ]
    const lines = await db
      .selectFrom('orders')
      .innerJoin('orderLine', 'orderLine.orderId', 'orders.id')
      .innerJoin('payment', 'payment.orderId', 'orders.id')
      .select(['orders.id', 'orderLine.productId'])
      .where('orders.status', '=', 'paid')
      .where('orderType', '=', 'delivery')
      .where('payment.provider', '<>', 'external')
      .orderBy('orders.id')
      .execute()
    const productByOrder = new Map(lines.map(({ id, productId }) => [id, productId]))
    for (const [index, [orderId, productId]] of [...productByOrder].slice(0, missing.length).entries()) {
      for (const _ of ['pick', 'dispatch', 'deliver']) await insist(0, 'advance', orderId)
      const report: ReportedProblem = {
        kind: 'missing',
        items: [{ productId, units: 1 }],
        message: 'Não está como pedi.',
      }
      await insist(0, 'tellProblem', customerId, orderId, report)
      const decision = missing[index] ?? 'refuse'
      await answer(0, orderId, [decision, decision])
    }
  }

  /** Delivers one order with the laboratory's discount: that any was, chance does not see to. */
  async function deliverDiscounted(): Promise<void> {
    const order = await db
      .selectFrom('orders')
      .innerJoin('laboratoryAuthorisation', 'orderId', 'orders.id')
      .select('orders.id')
      .where('units', '>', 0)
      .where('orderType', '=', 'delivery')
      .where('orders.status', 'in', ['paid', 'preparing'])
      .executeTakeFirst()
    for (const _ of ['pick', 'dispatch', 'deliver']) await insist(0, 'advance', order?.id ?? 0)
  }

  /** Has one order wait in its store: that one came so far and nobody has cancelled it, chance does not see to. */
  async function setAside(): Promise<void> {
    const waiting = db.selectFrom('orders').select(['id', 'status']).where('orderType', '=', 'pickup').orderBy('id')
    if (await waiting.where('status', '=', 'ready_for_pickup').executeTakeFirst()) return
    const { id, status } = await waiting.where('status', 'in', ['paid', 'preparing']).executeTakeFirstOrThrow()
    for (const _ of status === 'paid' ? ['pick', 'setAside'] : ['setAside']) await insist(0, 'advance', id)
  }

  async function settleProgramme(): Promise<void> {
    for (let round = 0; round < 50 && (round === 0 || !(await programme.isSettled())); round += 1) {
      await Promise.all(servers.map((_, index) => ask(index, 'settleAuthorisations')))
      clock.pass(60)
    }
  }

  /** Cancels whatever is still in the shop. */
  async function endAll(): Promise<void> {
    const open = await db
      .selectFrom('orders')
      .select('id')
      .where('status', 'in', ['paid', 'prescription_review', 'preparing', 'ready_for_pickup'])
      .execute()
    for (const { id } of open) expect(await insist(id, 'cancel', id)).toMatchObject({ value: { status: 'cancelled' } })
    await settleProgramme()
  }

  async function isUnsettled(): Promise<boolean> {
    const waiting = db.selectFrom('orders').select('id').where('status', '=', 'pending_payment')
    const owed = db.selectFrom('payment').select('reference').where('status', '=', 'refund_due')
    const parts = db.selectFrom('partialRefund').select('id').where('status', '=', 'due')
    const rows = await Promise.all([waiting, owed, parts].map((each) => each.executeTakeFirst()))
    return notices.length > 0 || tills.pending() > 0 || rows.some((row) => row !== undefined)
  }

  /** From a shuffled pack, so that a short storm meets every fate too. */
  function nextFate(): Fate {
    if (pack.length === 0) {
      const all = Object.entries(fates).flatMap(([fate, share]) => Array<Fate>(share).fill(fate as Fate))
      pack.push(...shuffled(all, random))
    }
    return pack.pop() as Fate
  }

  function newStory(): () => Promise<void> {
    stories += 1
    const lines = shuffled([1, 2], random).map((productId) => ({ productId, quantity: between(1, 3) }))
    const fate = nextFate()
    const isPrescribed = reviewed.includes(fate)
    const free = random() < 0.5 ? lines : lines.slice(1)
    const bought = isPrescribed ? [{ productId: prescribed, quantity: 1 }, ...free.slice(1)] : free
    const totalCents = bought.reduce((sum, { productId, quantity }) => sum + quantity * (priceCents[productId] ?? 0), 0)
    const story: Story = {
      fate,
      key: `story ${stories}`,
      lines: bought,
      isPrescribed,
      balances: atDoor.includes(fate) ? undefined : balancesFor(totalCents),
      ways: ways.choose(),
      laboratoryOptInId: programme.choose(),
      // A person returns what an external page took, and only whole.
      ...tills.choose(fate !== 'losesAnItem' && fate !== 'tellsAProblem'),
      server: between(0, 1),
      isHasty: random() < 0.15,
      asks: random() < 0.5,
      pause: between(0, 3),
      wrongByCents: random() < 0.5 ? 1 : -between(1, 900),
    }
    return () => play(story)
  }

  function balancesFor(totalCents: number): BalanceChoice | undefined {
    if (purse() < 0.5) return undefined
    const gainIds = purse() < 0.4 ? [gainId] : []
    const walletCents = purse() < 0.3 ? totalCents : Math.ceil(purse() * totalCents)
    return { gainIds, walletCents }
  }

  async function play(story: Story): Promise<void> {
    const { server, isHasty, fate } = story
    const placed = await placeOrder(story)
    const [id] = placed.map(({ value }) => value)
    if (id === undefined) throw new Error(`no order: ${placed.map(({ refusal }) => refusal)}`)
    expect(placed).toEqual(placed.map(() => ({ value: id })))
    const dueCents = await dueOf(id)
    if (atDoor.includes(fate)) return void after(story.pause, () => meetAtDoor(story, id, dueCents))
    // Paid at once: nothing is left that a bank could be asked for.
    if (dueCents === 0) return goOnPaid(story, id)
    if (fate === 'leaves') return
    const left = story.left ? (await insist(server, 'chargeOrder', customerId, id, story.left)).value : undefined
    const charged = await pressed(isHasty, (hand) => insist(server + hand, 'chargeOrder', customerId, id, story.way))
    const charge = charged.find(({ value }) => value !== undefined)?.value
    // The provider failed at that moment: this shopper leaves.
    if (!charge) seen.refusedByBank += 1
    else chargeMade(story, id, { charge, left, dueCents })
  }

  function chargeMade(
    story: Story,
    id: number,
    { charge, left, dueCents }: { charge: ShownCharge; left: ShownCharge | undefined; dueCents: number },
  ): void {
    if (left) seen.waysChanged += 1
    const pause = story.fate === 'paysLate' ? 12 + story.pause : story.pause
    after(pause, () => goOn(story, id, { charge, left: left ?? charge, dueCents }))
  }

  /** The courier, or the store, takes the money, or nobody takes the order; told on two devices at once. */
  async function meetAtDoor({ fate, server }: Story, id: number, dueCents: number): Promise<void> {
    for (const _ of ['pick', 'dispatch']) await insist(server, 'advance', id)
    const tell = (hand: number): Promise<Outcome<'receiveAtDoor' | 'takeBackFromDoor'>> =>
      fate === 'paysAtDoor'
        ? insist(server + hand, 'receiveAtDoor', id, dueCents)
        : insist(server + hand, 'takeBackFromDoor', id)
    const outcomes = await pressed(true, tell)
    const counted = outcomes.filter(({ refusal }) => refusal === undefined).length
    expect(counted, `what was told of order ${id} at the door`).toBeLessThanOrEqual(1)
    if (fate === 'paysAtDoor') {
      seen.paidAtDoor += counted
      await insist(server, 'advance', id)
    } else seen.takenBackFromDoor += counted
  }

  async function placeOrder({ key, lines, isPrescribed, server, isHasty, fate, ...wanted }: Story) {
    const prescriptionId = isPrescribed
      ? (await insist(server, 'sendPrescription', customerId, prescribed)).value
      : undefined
    const way = atDoor.includes(fate)
      ? { paymentMethod: 'door' as const, door: { means: 'cash' as const, changeForCents: undefined } }
      : {}
    const request = { customerId, idempotencyKey: key, addressId, prescriptionId, note: '', ...way }
    return place(wanted)

    /** Once more without what was refused: balances that hold too little, a laboratory's discount, a window without a place. */
    async function place({
      balances,
      ways: choices,
      laboratoryOptInId,
    }: Pick<Story, 'balances' | 'ways' | 'laboratoryOptInId'>): Promise<Outcome<'placeOrder'>[]> {
      const order = { ...request, bag: { lines, laboratoryOptInId }, balances, delivery: choices[0] }
      const placed = await pressed(isHasty, (hand) => insist(server + hand, 'placeOrder', order))
      const refusals = placed.map(({ refusal }) => refusal)
      if (refusals.includes('balance.short')) {
        seen.shortOfBalance += 1
        return place({ balances: undefined, ways: choices, laboratoryOptInId })
      }
      if (programme.isRefused(refusals)) return place({ balances, ways: choices, laboratoryOptInId: undefined })
      const others = ways.instead(choices, refusals)
      return others ? place({ balances, ways: others, laboratoryOptInId }) : placed
    }
  }

  async function dueOf(id: number): Promise<number> {
    const order = await db
      .selectFrom('orders')
      .select(['totalCents', 'balanceCents'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (order.balanceCents > 0) seen.partlyPaidByBalances += 1
    return order.totalCents - order.balanceCents
  }

  function goOnPaid(story: Story, id: number): void {
    const { fate, server, isHasty, pause } = story
    seen.paidByBalances += 1
    if (story.isPrescribed) after(pause, () => decide(story, id))
    if (fate === 'cancels' || fate === 'isCancelledByOperator')
      after(pause, () => pressed(isHasty, (hand) => insist(server + hand, 'cancel', id)))
    if (fate === 'tellsAProblem') after(pause, () => receive(story, id))
    if (fate === 'isRefundedByOperator' || fate === 'paysLate')
      after(pause, () => pressed(isHasty, (hand) => insist(server + hand, 'refund', id)))
  }

  async function goOn(
    story: Story,
    id: number,
    { charge, left, dueCents }: { charge: ShownCharge; left: ShownCharge; dueCents: number },
  ) {
    const till = tills.tillOf(charge)
    const { fate, server, isHasty, asks, wrongByCents } = story
    const cancel = () => pressed(isHasty, (hand) => insist(server + hand, 'cancelOrder', customerId, id))
    switch (fate) {
      case 'cancels':
        return cancel()
      case 'cancelsWhilePaying':
        return Promise.all([till.pay(charge, dueCents).catch(tooLate), cancel()])
      case 'isRefused':
        await till.refuse(charge).catch(tooLate)
        break
      case 'paysWrongly':
        await till.payAnyway(charge, wrongAmount(dueCents, wrongByCents))
        break
      case 'paysTwice':
        await tills.tillOf(left).payAnyway(left, dueCents)
        await till.payAnyway(charge, dueCents)
        break
      case 'paysLate':
        await till.payAnyway(charge, dueCents)
        break
      default:
        await till.pay(charge, dueCents).catch(tooLate)
    }
    bringStaff(story, id)
    if (asks) await pressed(isHasty, (hand) => ask(server + hand, 'checkPayment', customerId, id))
  }

  /** What the shop's own people do with a paid order. */
  function bringStaff(story: Story, id: number): void {
    const { fate, server, isHasty, pause } = story
    const operate = (verb: 'advance') =>
      after(pause + 1, () => pressed(isHasty, (hand) => insist(server + hand, verb, id)))
    if (story.isPrescribed) after(pause + 1, () => decide(story, id))
    if (fate === 'isPrepared' || fate === 'isSentOut') operate('advance')
    if (fate === 'isSentOut') after(pause + 2, () => insist(server, 'advance', id))
    if (fate === 'losesAnItem') after(pause, () => loseItem(story, id))
    if (fate === 'isCancelledByOperator') cancelPaid(story, id)
    if (fate === 'tellsAProblem') after(pause + 1, () => receive(story, id))
    // Of an order that has left, so that it is refunded and not cancelled.
    if (fate === 'isRefundedByOperator')
      after(pause + 1, async () => {
        for (const _ of ['pick', 'dispatch']) await insist(server, 'advance', id)
        await pressed(isHasty, (hand) => insist(server + hand, 'refund', id))
      })
  }

  /** Some orders are cancelled by the staff, some by their customer, while nobody has begun to pick them. */
  function cancelPaid({ server, isHasty, pause }: Story, id: number): void {
    const byStaff = () => pressed(isHasty, (hand) => insist(server + hand, 'cancel', id))
    const report: ReportedProblem = { kind: 'cancel', items: [], message: '' }
    const byCustomer = () => pressed(isHasty, (hand) => insist(server + hand, 'tellProblem', customerId, id, report))
    after(pause + 1, async () => void (id % 2 === 0 ? await byStaff() : await byCustomer()))
  }

  /** The order arrives, and its customer, on two devices at once, tells what is wrong with it. */
  async function receive(story: Story, orderId: number): Promise<void> {
    const { server, lines, pause } = story
    for (const _ of ['pick', 'dispatch', 'deliver']) await insist(server, 'advance', orderId)
    const kind = (['missing', 'withdraw', 'damaged'] as const)[orderId % 3] ?? 'missing'
    const some = pause < 2 ? lines.slice(0, 1).map((line) => ({ ...line, quantity: 1 })) : lines
    const items = some.map(({ productId, quantity }) => ({ productId, units: quantity }))
    const report: ReportedProblem = { kind, items, message: kind === 'withdraw' ? '' : 'Não está como pedi.' }
    const outcomes = await pressed(true, (hand) => insist(server + hand, 'tellProblem', customerId, orderId, report))
    if (kind === 'withdraw') seen.withdrawn += outcomes.filter(({ refusal }) => refusal === undefined).length
    // Which of two different answers counts is the race's: that each decision counts somewhere must not be.
    else after(1, () => answer(server, orderId, nextDecisions()))
    if (orderId % 4 === 0) after(2, () => pressed(true, (hand) => insist(server + hand, 'refund', orderId)))
  }

  function nextDecisions(): StaffDecision['decision'][] {
    const decisions: StaffDecision['decision'][][] = [
      ['refuse', 'refuse'],
      ['grant', 'grant'],
      ['part', 'part'],
      ['grant', 'part'],
    ]
    return decisions[problemsAsked++ % decisions.length] ?? []
  }

  /** Two of the staff answer at the same moment, each differently. Only one of them counts. */
  async function answer(server: number, orderId: number, decisions: StaffDecision['decision'][]): Promise<void> {
    const problem = await db
      .selectFrom('orderProblem')
      .select('id')
      .where('orderId', '=', orderId)
      .where('state', '<>', 'draft')
      .executeTakeFirst()
    // The shop had not yet heard that the order was paid: nothing was delivered.
    if (!problem) return
    const { id } = problem
    const message = 'Vimos o que aconteceu.'
    const answers = decisions.map((decision): StaffDecision => ({ decision, amountCents: 150, message }))
    const outcomes = await Promise.all(
      shuffled(answers, weather).map(async (given, hand) => ({
        decision: given.decision,
        refusal: (await insist(server + hand, 'answerProblem', id, given)).refusal,
      })),
    )
    const counted = outcomes.filter(({ refusal }) => refusal === undefined).map(({ decision }) => decision)
    expect(counted.length, `answers to problem ${id}`).toBeLessThanOrEqual(1)
    if (counted.includes('grant')) seen.problemsGranted += 1
    if (counted.includes('part')) seen.problemsGrantedInPart += 1
    if (counted.includes('refuse')) seen.problemsRefused += 1
    seen.problemsAnsweredTooLate += outcomes.filter(({ refusal }) => refusal === 'problem.answered').length
  }

  /** The pharmacist decides: at the same moment somebody else may, or the order is cancelled. Only one of them counts. */
  async function decide({ fate, server, isHasty }: Story, orderId: number): Promise<void> {
    const { id } = await db
      .selectFrom('prescription')
      .select('id')
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()
    const by = (verb: 'approve' | 'reject') => pressed(isHasty, (hand) => insist(server + hand, verb, id))
    const [approvals, rejections] = await Promise.all([
      fate === 'isRejected' ? [] : by('approve'),
      fate === 'isRejected' || fate === 'isDecidedTwice' ? by('reject') : [],
      fate === 'isApprovedWhileCancelled' ? insist(server + 1, 'cancel', orderId) : null,
    ])
    const approved = approvals.filter(({ refusal }) => refusal === undefined).length
    const rejected = rejections.filter(({ refusal }) => refusal === undefined).length
    expect(approved + rejected, `decisions on the prescription of order ${orderId}`).toBeLessThanOrEqual(1)
    seen.approved += approved
    seen.rejected += rejected
    if (approved + rejected === 0) seen.decidedTooLate += 1
    // Somebody begins to pick what may leave.
    if (approved > 0) await insist(server, 'advance', orderId)
  }

  /** A unit of the first line is not on the shelf; some of these orders are cancelled after that. */
  async function loseItem({ lines, server, isHasty, pause }: Story, orderId: number): Promise<void> {
    const [{ productId = 0, quantity = 0 } = {}] = lines
    const removal = { orderId, productId, units: 1, expectedUnits: quantity }
    const outcomes = await pressed(isHasty, (hand) => insist(server + hand, 'removeUnits', removal))
    seen.itemsRemoved += outcomes.filter(({ refusal }) => refusal === undefined).length
    if (pause > 1) after(pause, () => pressed(isHasty, (hand) => insist(server + hand, 'cancel', orderId)))
  }

  /** Delivers some of the webhooks due, in random order, some in one call, some twice, and some forged. */
  async function deliverWebhooks(share: number): Promise<void> {
    const calls: PixWebhookCall[][] = []
    for (const notice of shuffled(notices.splice(0), weather)) {
      const latest = calls.at(-1)
      if (weather() >= share) notices.push(notice)
      else if (latest && weather() < 0.3) latest.push(notice)
      else calls.push([notice])
    }
    const repeated = calls.filter(() => weather() < 0.2).map((batch) => [...batch])
    await Promise.all([...repeated, ...calls, forged(calls[0]?.[0])].map(call))
    async function call(batch: PixWebhookCall[], index: number): Promise<void> {
      const { webhookUrl } = await serverAt(index)
      const pix = batch.flatMap(({ body }) => JSON.parse(body).pix)
      const status = await post(webhookUrl, { pix }).catch(() => 0)
      seen.webhooks += 1
      if (status === 200) return
      seen.webhooksRefused += 1
      // Refused calls are repeated later, each once: what is always refused must not multiply.
      if (calls.includes(batch)) notices.push(...batch)
    }
  }

  /** Reports payments that never happened, for an existing charge and an unknown one. */
  function forged(notice: PixWebhookCall = { url: '', body: '{"pix":[]}' }): PixWebhookCall[] {
    const txids = [...JSON.parse(notice.body).pix.map(({ txid }: { txid: string }) => txid), 'f'.repeat(32)]
    const sent = { endToEndId: `E${'0'.repeat(31)}`, valor: '0.01', horario: clock.now().toISOString() }
    return [{ url: notice.url, body: JSON.stringify({ pix: txids.map((txid) => ({ ...sent, txid })) }) }]
  }

  function after(rounds: number, work: () => Promise<unknown>): void {
    for (let last = agenda.length; last <= rounds; last += 1) agenda.push([])
    agenda[rounds]?.push(work)
  }

  /** Retries a request that was cut off, on either server, as a user would. */
  async function insist<Verb extends keyof Verbs>(server: number, verb: Verb, ...args: Parameters<Verbs[Verb]>) {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await ask(server + attempt, verb, ...args)
      if (outcome.refusal !== cut || attempt === 1000) return outcome
      await sleep(20)
    }
  }

  async function ask<Verb extends keyof Verbs>(
    server: number,
    verb: Verb,
    ...args: Parameters<Verbs[Verb]>
  ): Promise<Outcome<Verb>> {
    const outcome = await (await serverAt(server)).ask(verb, ...args)
    if (outcome.refusal === cut) seen.cuts += 1
    return outcome
  }

  /** Restarts a server that died. */
  async function serverAt(number: number): Promise<ShopProcess> {
    const index = number % servers.length
    const known = servers[index] as Promise<ShopProcess>
    const server = await known
    if (server.isRunning()) return server
    // Of concurrent callers only the first one restarts it.
    if (servers[index] === known) {
      seen.died += 1
      servers[index] = startServer()
    }
    return servers[index] as Promise<ShopProcess>
  }

  function startServer(): Promise<ShopProcess> {
    const { settings, certificates } = bank
    return startShopProcess({
      settings: { location: database.location, pix: settings, card: tills.settings, programmeUrl: programme.url },
      authorityFile: certificates.authorityFile,
      now: () => clock.now().getTime(),
    })
  }

  function rage(): void {
    Object.assign(bank.troubles, {
      away: everyOf(101),
      hangsUp: everyOf(103),
      refuses: everyOf(199),
      busy: everyOf(97),
      slow: everyOf(53),
    })
    tills.rage(everyOf)
    programme.rage(everyOf)
  }
}

/** Matches the nth of the bank's calls by each method: so each fault comes, in whatever order calls arrive. */
function everyOf(nth: number) {
  const counts = new Map<string, number>()
  return {
    test(call: string) {
      const [method = ''] = call.split(' ')
      const count = (counts.get(method) ?? 0) + 1
      counts.set(method, count)
      return count % nth === 0
    },
  }
}

/** Presses a button once, or twice at the same time: by `hand` 0 and 1. */
function pressed<Result>(isHasty: boolean, press: (hand: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all((isHasty ? [0, 1] : [0]).map(press))
}

/** In cents; a cent too much where less would leave nothing, since nobody can pay that. */
function wrongAmount(dueCents: number, wrongByCents: number): number {
  return dueCents + (dueCents + wrongByCents > 0 ? wrongByCents : 1)
}

/** Ignores the bank's refusal to pay a charge that has ended. */
function tooLate(error: unknown): void {
  if (!(error instanceof ShopError && error.code === 'charge.notPayable')) throw error
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** A gain and a wallet with some money. @returns the gain's id */
async function fillBalances({ db }: Database, customerId: number): Promise<number> {
  const at = new Date('2026-03-01T12:00:00.000Z')
  await db.updateTable('customer').set({ emailConfirmedAt: at }).where('id', '=', customerId).execute()
  const { id } = await db
    .insertInto('gain')
    .values({ customerId, name: 'Vale-saúde', createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const credit = { customerId, orderId: null, kind: 'credit', enteredAt: at } as const
  await db
    .insertInto('ledgerEntry')
    .values([
      { ...credit, gainId: id, amountCents: gainAtFirst },
      { ...credit, gainId: null, amountCents: walletAtFirst },
    ])
    .execute()
  return id
}
