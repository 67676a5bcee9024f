import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import { stoppedClock } from '../../tests/support/shop.ts'
import { createSealer } from '../http/sealing.server.ts'
import { createExportTicket, isValidExportTicket } from './data-export.server.ts'

const secret = 'seals-the-tickets-of-a-pharmacy-in-tests'
const second = 1 / 60

function createTickets() {
  const clock = stoppedClock('2026-03-10T10:00:00-03:00')
  const context = { shop: { clock, sessionSecrets: [secret] } } as unknown as AppLoadContext
  return {
    clock,
    give: (customerId: number) => createExportTicket(context, customerId),
    isGood: (ticket: string | null, customerId = 7) => isValidExportTicket(context, customerId, ticket),
  }
}

test('the ticket for a customer’s data is good for a minute', () => {
  const { clock, give, isGood } = createTickets()
  const ticket = give(7)
  expect(isGood(ticket)).toBe(true)
  clock.pass(59 * second)
  expect(isGood(ticket)).toBe(true)
  clock.pass(second)
  expect(isGood(ticket)).toBe(false)
})

test('it is good for that customer alone, and nobody else makes one', () => {
  const { clock, give, isGood } = createTickets()
  const content = { customerId: 7, until: clock.now().getTime() + 1000 }
  expect(isGood(createSealer([secret], 'data export').seal(content))).toBe(true)
  expect(isGood(give(8))).toBe(false)
  for (const forged of [
    null,
    '',
    'x'.repeat(80),
    Buffer.from(JSON.stringify(content)).toString('base64url'),
    createSealer(['a-secret-of-another-pharmacy'], 'data export').seal(content),
    createSealer([secret], 'cookie recovery').seal(content),
  ]) {
    expect(isGood(forged)).toBe(false)
  }
})
