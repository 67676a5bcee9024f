import { setTimeout as wait } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: as /api/staff/openapi.json describes it
type Answer = any

/** A till that keeps the shop's orders and tells its stock, to be copied whole: it uses nothing but HTTP. Amounts are cents. */
export function openTill(shopUrl: string, apiKey: string, { timeoutMs = 20_000, pauseMs = 1_000 } = {}) {
  const orders = new Map<number, ReturnType<typeof readOrder>>()
  let newestChange = '' // By the shop's clock, never by the till's.
  let listEtag = ''
  return { orders, catchUp, changeStock }

  /** Asked each minute, or after a week: all that changed since, each order once. */
  async function catchUp(): Promise<void> {
    // A minute more: a change may be recorded before, and seen after, its neighbour.
    const updatedSince = newestChange ? new Date(Date.parse(newestChange) - 60_000).toISOString() : undefined
    const changes = new Map<number, string>()
    let [cursor, etag]: (string | null | undefined)[] = [undefined, listEtag]
    while (cursor !== null) {
      const page = await call('listOrders', { updatedSince, cursor }, { 'If-None-Match': listEtag })
      if (!page.answer) return // The same as it was last time.
      for (const { orderId, updatedAt } of page.answer.orders) changes.set(orderId, updatedAt)
      cursor = page.answer.nextCursor
      etag = page.etag
    }
    for (const orderId of changes.keys()) orders.set(orderId, readOrder((await call('findOrder', { orderId })).answer))
    newestChange = [newestChange, ...changes.values()].sort().at(-1) ?? ''
    listEtag = etag ?? ''
  }

  /** Rows of `{ ean, branchId, stock }` as counted, or `addStock`. Each has its `stock` in the answer, or its `error`. */
  async function changeStock(offers: object[]): Promise<Answer[]> {
    return (await call('updateOffers', { offers }, { 'Idempotency-Key': crypto.randomUUID() })).answer.offers
  }

  /** Until it is answered: with the same key, so that what was done is not done again. */
  async function call(path: string, fields: object, headers = {}): Promise<{ answer: Answer; etag: string | null }> {
    for (;;) {
      const authorization = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...headers }
      const request = { method: 'POST', headers: authorization, body: JSON.stringify(fields) }
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(`${shopUrl}/api/staff/${path}`, { ...request, signal }).catch(() => null)
      const text = (await response?.text().catch(() => null)) ?? null
      const isAnswered = response && text !== null && response.status < 500 && !response.headers.has('Retry-After')
      if (isAnswered && response.status >= 400) throw new Error(text) // Refused: its code and sentence are for a person.
      if (isAnswered) return { answer: text && JSON.parse(text), etag: response.headers.get('ETag') }
      await wait(pauseMs)
    }
  }
}

/** A payment with a `refundReason` goes back whole, and was never the order's. */
function readOrder({ status, total, refunded, lines, payments }: Answer) {
  const paid = payments.filter(({ refundReason }: Answer) => refundReason === null)
  const sum = (rows: Answer[], key: string): number => rows.reduce((units, row) => units + row[key], 0)
  const [paidCents, refundedCents, totalCents] = [sum(paid, 'amount'), refunded, total].map((x) => Math.round(x * 100))
  return { status, units: sum(lines, 'quantity'), paidCents, refundedCents, totalCents }
}
