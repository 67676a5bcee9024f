import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmailText } from './email-text.tsx'

test('a letter stands whole, with all its links, the same one twice too', () => {
  const html = renderToStaticMarkup(
    <EmailText sentAtText="hoje" text="Veja https://a.example/1 e https://b.example ou https://a.example/1 e fim." />,
  )
  expect(html).toContain('href="https://b.example"')
  expect(html.match(/href="https:\/\/a.example\/1"/g)).toHaveLength(2)
  expect(html.replace(/<[^>]*>/g, '')).toContain(
    'Veja https://a.example/1 e https://b.example ou https://a.example/1 e fim.',
  )
})
