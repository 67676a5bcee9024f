import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildStateDiagram, findNextTransition, transitions } from './lifecycle.ts'
import { isInPhase, listStatusesIn } from './statuses.ts'

test('the picture of an order’s life is made from the table', () => {
  const documentation = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  expect(documentation).toContain(`\`\`\`mermaid\n${buildStateDiagram()}\n\`\`\``)
})

test('an order that ends before its goods left releases all it holds; one whose goods left, nothing', () => {
  const held = ['restoreStock', 'releaseCoupon', 'releasePrescription']
  for (const [step, row] of Object.entries(transitions)) {
    if (!isInPhase(row.to, 'void')) continue
    const released = held.filter((effect) => ('effects' in row ? [...row.effects] : ([] as string[])).includes(effect))
    const hasLeft = row.from.some((status) => isInPhase(status, 'inTransit', 'done'))
    // What nobody took at the door never left the courier's hands.
    expect([step, released]).toEqual([step, hasLeft && step !== 'returnUnpaid' ? [] : held])
  }
})

test('an order that ends gives its balances back, and its payment where it was paid', () => {
  for (const [step, row] of Object.entries(transitions)) {
    if (!isInPhase(row.to, 'void')) continue
    const effects: readonly string[] = 'effects' in row ? row.effects : []
    const mayBePaid = row.from.some((status) => !isInPhase(status, 'unpaid'))
    expect([step, effects.includes('returnBalances')]).toEqual([step, true])
    // The bank that gave all of it back by itself is owed nothing.
    expect([step, effects.includes('refundPayment')]).toEqual([
      step,
      mayBePaid && !['stop', 'returnUnpaid'].includes(step),
    ])
  }
})

test('the staff have one next step for each status of an order that goes well, but none in review', () => {
  const steps = (type: 'delivery' | 'pickup') =>
    listStatusesIn('unpaid', 'shop', 'inTransit', 'done', 'void').flatMap((status) => {
      const step = findNextTransition(status, type)
      return step ? [[status, step]] : []
    })
  expect(steps('delivery')).toEqual([
    ['paid', 'pick'],
    ['preparing', 'dispatch'],
    ['out_for_delivery', 'deliver'],
  ])
  expect(steps('pickup')).toEqual([
    ['paid', 'pick'],
    ['preparing', 'setAside'],
    ['ready_for_pickup', 'handOver'],
  ])
})
