import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Timeline } from './timeline.tsx'

test('a timeline marks the current step, says what is done, and what happens now', () => {
  const html = renderToStaticMarkup(
    <Timeline
      steps={[
        { name: 'Pedido feito', time: '12h12', state: 'done' },
        { name: 'Em análise da receita', time: '12h14', state: 'current', note: 'O farmacêutico confere.' },
        { name: 'Entregue', time: 'a seguir', state: 'ahead' },
      ]}
    />,
  )
  const steps = html.split('<li').slice(1)
  expect(steps.map((step) => step.includes('aria-current="step"'))).toEqual([false, true, false])
  const words = steps.map((step) => step.replace(/^[^>]*>|<[^>]*>/g, ''))
  expect(words).toEqual([
    'Pedido feito (concluída) 12h12',
    'Em análise da receita 12h14O farmacêutico confere.',
    'Entregue a seguir',
  ])
})
