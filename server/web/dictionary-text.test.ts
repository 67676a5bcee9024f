import { expect, test } from 'vitest'
import { buildDictionaryText, removeRepeats } from './dictionary-text.ts'

const styles = Array.from({ length: 200 }, (_, place) => `.a${place}{color:red}`).join('')

test('what stands in a text before is left out, unless it is too short to be worth a gap', () => {
  expect(removeRepeats([`one${styles}1`, `two${styles}2`])).toBe(`one${styles}1two2`)
  expect(removeRepeats(['<p>one</p><b>same</b>', '<p>two</p><b>same</b>'])).toBe(
    '<p>one</p><b>same</b><p>two</p><b>same</b>',
  )
  expect(removeRepeats(['', 'a', ''])).toBe('a')
})

test('a shop that shows no product yet has no text to share', async () => {
  const visit = { fetchPage: async () => new Response('<main></main>'), origin: 'http://localhost', zipcode: null }
  await expect(buildDictionaryText(visit)).rejects.toThrow('no product')
})

test('nothing is made of a page that fails', async () => {
  const visit = {
    fetchPage: async () => new Response('<a href="/produto/x">', { status: 503 }),
    origin: 'http://localhost',
    zipcode: null,
  }
  await expect(buildDictionaryText(visit)).rejects.toThrow('/ answers 503')
})
