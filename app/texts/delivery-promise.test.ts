import { expect, test } from 'vitest'
import {
  describeOrderPromise,
  formatClosedNotice,
  formatDeliveryTime,
  formatNextOpening,
  formatZipcodeConfirmation,
} from './delivery-promise.ts'

const now = new Date('2026-12-25T18:40:00-03:00')
const at = (day: string, time: string) => new Date(`2026-12-${day}T${time}:00-03:00`)
const openBranch = { opensAt: null, promisesBy: at('25', '19:10'), shippingEstimateMinutes: 30 }
const closedUntil = (opensAt: Date) => ({ ...openBranch, opensAt, promisesBy: new Date(opensAt.getTime() + 1_800_000) })

test('an open shop says how long a delivery takes, one about to close when it arrives, a closed one when it begins', () => {
  expect(formatDeliveryTime(openBranch, now)).toBe('Chega em até 30 minutos')
  const slow = { ...openBranch, shippingEstimateMinutes: 59, promisesBy: at('25', '19:39') }
  expect(formatDeliveryTime(slow, now)).toBe('Chega em até 1 hora')
  expect(formatDeliveryTime({ ...openBranch, promisesBy: at('26', '07:20') }, now)).toBe('Chega amanhã, até 7h20')
  expect(formatDeliveryTime(closedUntil(at('25', '20:30')), now)).toBe('Entregamos hoje a partir das 20h30')
  expect(formatDeliveryTime(closedUntil(at('26', '07:00')), now)).toBe('Entregamos amanhã a partir das 7h')
  expect(formatDeliveryTime(closedUntil(at('30', '07:00')), now)).toBe(
    'Entregamos quarta-feira, 30 de dezembro, a partir das 7h',
  )
  expect(formatDeliveryTime({ ...openBranch, promisesBy: null }, now)).toBe('Sem entregas no momento')
})

test('a postal code is answered with the same opening', () => {
  const answer = (branch: typeof openBranch) => formatZipcodeConfirmation(branch, '01310-100', now)
  expect(answer(openBranch)).toBe('Entregamos no CEP 01310-100 em até 30 minutos.')
  expect(answer({ ...openBranch, promisesBy: at('26', '07:20') })).toBe(
    'Entregamos no CEP 01310-100. Chega amanhã, até 7h20.',
  )
  expect(formatZipcodeConfirmation(closedUntil(at('26', '07:00')), '01310-100', now)).toBe(
    'Entregamos no CEP 01310-100 a partir das 7h.',
  )
  expect(formatNextOpening(at('30', '07:00'), now)).toBe('a partir de quarta-feira, 30 de dezembro, às 7h')
})

test('the notice of a closed shop says the next morning only where the next morning is meant', () => {
  const notice = (day: string, time: string) => formatClosedNotice(at(day, time), now)
  expect(notice('26', '07:00')).toBe('Estamos fechados agora. Faça seu pedido e receba pela manhã.')
  expect(notice('26', '14:00')).toBe('Estamos fechados agora. Faça seu pedido e receba amanhã a partir das 14h.')
  expect(notice('30', '07:00')).toBe(
    'Estamos fechados agora. Faça seu pedido e receba quarta-feira, 30 de dezembro, a partir das 7h.',
  )
})

test('an order says its own promise, whatever its branch would promise now', () => {
  const order = {
    type: 'delivery' as const,
    address: { addressType: 'Casa' },
    deliveryPromise: { from: null, to: at('30', '07:30') } as { from: Date | null; to: Date } | null,
    revisedPromiseAt: null as Date | null,
    pickup: null,
  }
  const told = (changes: Partial<typeof order>) => describeOrderPromise({ ...order, ...changes }, openBranch, now).text
  expect(told({})).toBe('Chega quarta-feira, 30 de dezembro, até 7h30')
  expect(told({ deliveryPromise: { from: at('26', '08:00'), to: at('26', '10:00') } })).toBe(
    'Chega amanhã, das 8h às 10h',
  )
  expect(told({ revisedPromiseAt: at('26', '09:00') })).toBe('Chega amanhã, até 9h')
  expect(told({ deliveryPromise: null })).toBe('Chega em até 30 minutos')
  const pickup = { ...order, type: 'pickup' as const, address: { addressType: 'Moema' } }
  expect(describeOrderPromise(pickup, openBranch, now)).toEqual({
    text: 'Retirada na loja Moema: pronto quarta-feira, 30 de dezembro, até 7h30',
    icon: 'pin',
  })
})
