import { expect, test } from 'vitest'
import { openMadePages } from './made-pages.ts'
import type { PageText } from './page-text.ts'

const page = (text: string): PageText => ({ before: text, styles: '', after: '', nonce: 'x' })

test('the same data find the page that was made of them, others none', () => {
  const placeFor = openMadePages()
  const place = placeFor('/ Marina')
  expect(place.page).toBeUndefined()
  place.keep(page('Olá, Marina'))
  expect(placeFor('/ Marina').page?.before).toBe('Olá, Marina')
  expect(placeFor('/ Ana').page).toBeUndefined()
})

test('so many pages are kept as have twenty million characters together, those that were asked for last', () => {
  const placeFor = openMadePages()
  const million = 'x'.repeat(1_000_000)
  for (let number = 0; number < 20; number++) placeFor(`${number}`).keep(page(million))
  expect(placeFor('0').page).toBeDefined()
  placeFor('one more').keep(page(million))
  expect(placeFor('0').page).toBeDefined()
  expect(placeFor('1').page).toBeUndefined()
})
