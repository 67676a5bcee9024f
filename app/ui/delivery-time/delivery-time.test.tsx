import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DeliveryTime } from './delivery-time.tsx'

test('with a prescription the time counts from its check', () => {
  const html = renderToStaticMarkup(
    <DeliveryTime text="Chega em até 30 minutos" needsPrescription>
      CEP 01310-100
    </DeliveryTime>,
  )
  expect(html.replace(/<[^>]*>/g, '').trim()).toBe(
    'Chega em até 30 minutos CEP 01310-100O prazo conta depois que o farmacêutico aprova a receita.',
  )
})
