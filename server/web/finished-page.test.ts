import { expect, test } from 'vitest'
import { finishPage } from './finished-page.ts'

test.each([
  ['Latin-1', 'Ação, 1,5 ml'],
  ['beyond Latin-1', 'Resultados para “dipirona”: −R$ 5,00'],
  ['emoji', 'obrigada 🙏'],
  ['half of a surrogate pair', 'a\ud83db\udc4fc'],
  ['nothing', ''],
  ['longer than most', '−R$ 5,00 '.repeat(60_000)],
])('a page is UTF-8: %s', (_what, text) => {
  const { body } = finishPage(text, new Response())
  expect(body().equals(Buffer.from(text))).toBe(true)
})
