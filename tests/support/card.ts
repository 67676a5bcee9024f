import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { onTestFinished } from 'vitest'
import type { Database } from '../../server/database/connection.ts'
import { createSandboxCardRouter } from '../../server/demo/simulators/sandbox-card-api.ts'
import {
  buildSandboxCardSettings,
  type CardWebhookCall,
  createSandboxCardProvider,
} from '../../server/demo/simulators/sandbox-card-provider.ts'
import { createCardRefundStore } from '../../server/payments/card/card-refunds.ts'
import type { CardSettings } from '../../server/payments/card/card-settings.ts'
import type { CardOrder } from '../../server/payments/card/mercado-pago.schemas.ts'
import { createMercadoPagoProvider } from '../../server/payments/card/mercado-pago.ts'
import { mercadoPagoPixProduct } from '../../server/payments/pix/mercado-pago-pix.ts'
import type { Clock } from '../../server/platform/clock.ts'
import type { IncomingWebhook, PaymentProvider } from '../../server/ports/payment-provider.ts'
import { noTroubles, troubled } from './bank.ts'

/** The pretend card provider over HTTP, with a database of its own or the shop's, until the test makes it misbehave. */
export async function openCardProvider({ database, clock }: { database: Database; clock: Clock }) {
  const troubles = noTroubles()
  const calls: string[] = []
  const notices: CardWebhookCall[] = []
  const card = createSandboxCardProvider({
    database,
    clock,
    getLocalOrigin: () => 'http://shop',
    sendWebhook: (notice) => notices.push(notice),
  })
  const app = express()
  app.use('/sandbox/card-api', (request, _response, next) => {
    calls.push(`${request.method} ${request.path}`)
    next()
  })
  app.use('/sandbox/card-api', troubled(troubles), createSandboxCardRouter(card))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const settings: CardSettings = {
    ...buildSandboxCardSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    maxInstallments: 3,
    minInstallmentCents: 500,
    origin: 'https://shop.example.com',
  }
  return { card, troubles, calls, notices, settings, reports, rewrite, forget, providerFor, pixProviderFor, listOrders }

  async function listOrders(): Promise<CardOrder[]> {
    const rows = await database.db.selectFrom('sandboxCardOrder').select('cardOrder').execute()
    return rows.map(({ cardOrder }) => JSON.parse(cardOrder))
  }

  function providerFor(shop: { database: Database; clock: Clock }): PaymentProvider {
    const card = createMercadoPagoProvider(depsFor(shop))
    return { ...card, webhookPartners: [mercadoPagoPixProduct.name] }
  }

  /** Pix by the same account. */
  function pixProviderFor(shop: { database: Database; clock: Clock }): PaymentProvider {
    return createMercadoPagoProvider(depsFor(shop), mercadoPagoPixProduct)
  }

  function depsFor(shop: { database: Database; clock: Clock }) {
    const refundStore = createCardRefundStore(shop.database, shop.clock)
    return { getSettings: () => settings, refundStore, isLive: false }
  }

  /** The calls to the shop's webhook since the last time. */
  function reports(): IncomingWebhook[] {
    return notices.splice(0).map(({ url, headers, body }) => ({
      body: Buffer.from(body),
      getHeader: (name) => headers[name.toLowerCase()],
      query: new URL(url).searchParams,
    }))
  }

  /** Changes an order in ways that the pretend page has no button for, and tells the shop of it. */
  async function rewrite(id: string, change: (order: CardOrder) => void): Promise<void> {
    const order = await card.getOrder(id)
    change(order)
    await database.db
      .updateTable('sandboxCardOrder')
      .set({ cardOrder: JSON.stringify(order) })
      .where('id', '=', id)
      .execute()
    card.notifyShop({ id })
  }

  /** As if the provider had never known the order. */
  async function forget(id: string): Promise<void> {
    await database.db.deleteFrom('sandboxCardOrder').where('id', '=', id).execute()
  }
}
