import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DeliveryTime } from './delivery-time.tsx'

const hours = { isOpen: true, opensLaterToday: false, openTime: '07:00', shippingEstimateMinutes: 30 }
const words = (props: Parameters<typeof DeliveryTime>[0]) =>
  renderToStaticMarkup(<DeliveryTime {...props} />)
    .replace(/<[^>]*>/g, '')
    .trim()

test('an open shop says how long a delivery takes, a closed one when it begins', () => {
  expect(words({ hoursOrText: hours })).toBe('Chega em até 30 minutos')
  expect(words({ hoursOrText: { ...hours, shippingEstimateMinutes: 59 } })).toBe('Chega em até 1 hora')
  expect(words({ hoursOrText: { ...hours, isOpen: false } })).toBe('Entregamos amanhã a partir das 7h')
  expect(words({ hoursOrText: { ...hours, isOpen: false, opensLaterToday: true, openTime: '08:30' } })).toBe(
    'Entregamos hoje a partir das 8h30',
  )
})

test('with a prescription the time counts from its check', () => {
  expect(words({ hoursOrText: hours, needsPrescription: true, children: 'CEP 01310-100' })).toBe(
    'Chega em até 30 minutos CEP 01310-100O prazo conta depois que o farmacêutico aprova a receita.',
  )
})
