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

test('three hundred pages are kept, those that were asked for last', () => {
  const placeFor = openMadePages()
  for (let number = 0; number < 300; number++) placeFor(`${number}`).keep(page(`${number}`))
  expect(placeFor('0').page).toBeDefined()
  placeFor('one more').keep(page('one more'))
  expect(placeFor('0').page).toBeDefined()
  expect(placeFor('1').page).toBeUndefined()
})
