import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductDetails, type ProductDetailsProps } from './product-details.tsx'
import { ProductFacts } from './product-facts.tsx'
import type { ProductView } from './product-view.ts'

const product: ProductView = {
  id: 60,
  slug: 'novalgina-1g',
  name: 'Novalgina 1g 10 Comprimidos',
  brand: 'Novalgina',
  kind: 'referencia',
  requiresPrescription: false,
  isMedicine: true,
  isPbm: false,
  isPromoAllowed: true,
  isSellableOnline: true,
  isPaused: false,
  priceCents: 1947,
  fullPriceCents: 2290,
  discountPercent: 15,
  stock: 23,
  promotionTitle: null,
  maxUnits: null,
  pictureKey: '60',
  pictures: [],
  sku: 'FD0060',
  manufacturer: 'Sanofi',
  activeIngredient: 'Dipirona monoidratada',
  presentation: '1 g, 10 comprimidos',
  description: `Um <b>texto</b> ${'comprido '.repeat(40)}fim.`,
  prescriptionClass: 'MIP',
  anvisaRegistration: null,
  ean: null,
  leafletUrl: null,
  details: {},
  substanceWarnings: [],
  installmentsText: null,
  packContents: { count: 10, unit: 'comprimido' },
}

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u2060', '')

const panel = (changes: Partial<ProductView> = {}, props?: Partial<ProductDetailsProps>) =>
  renderToStaticMarkup(
    <ProductDetails
      product={{ ...product, ...changes }}
      zipcode={null}
      isCovered={false}
      quantityInBag={0}
      shipping={null}
      rating={null}
      toggles={{ isFavourite: false, isCompared: false }}
      {...props}
    />,
  )
const whole = (changes: Partial<ProductView> = {}) =>
  renderToStaticMarkup(<ProductFacts product={{ ...product, ...changes }} categories={[]} ceiling={null} />)

test('the description stands without tags, cut to 260 characters; "Ver mais" leads to all of it', () => {
  const html = panel()
  const [, shown = ''] = /<p>(Um[^<]*)<a href="#detalhes">Ver mais<\/a><\/p>/.exec(html) ?? []
  expect(words(shown).trim()).toMatch(/^Um texto comprido .*…$/)
  expect(words(shown).trim().length).toBeLessThanOrEqual(260)
  expect(whole()).toContain('id="detalhes"')
  expect(words(whole())).toContain('comprido fim.')
})

test('"Ver mais" stands after a short description, too, and over a list it leads to the product’s page', () => {
  expect(panel({ description: 'Curto.' })).toContain('Curto. <a href="#detalhes">Ver mais</a>')
  expect(panel({}, { isInQuickView: true })).toContain('<a href="/produto/novalgina-1g#detalhes">Ver mais</a>')
})

test('a prescription item is described by its facts alone, whatever its file praised', () => {
  const changes = { requiresPrescription: true, description: 'O melhor remédio!' }
  expect(words(panel(changes))).toContain('Novalgina 1g 10 Comprimidos contém dipirona monoidratada.')
  for (const html of [panel(changes), whole(changes)]) expect(html).not.toContain('melhor')
})

test.each([
  [{ estimateMinutes: 20, nextOpening: null }, 'Entrega grátis em até 30 minutos!*'],
  [{ estimateMinutes: 30, nextOpening: null }, 'Entrega grátis em até 30 minutos!*'],
  [{ estimateMinutes: 31, nextOpening: null }, 'Entrega grátis em até 31 minutos!*'],
  [{ estimateMinutes: 120, nextOpening: null }, 'Entrega grátis em até 2 horas!*'],
  [{ estimateMinutes: 20, nextOpening: 'a partir das 7h' }, 'Entrega grátis em até 20 minutos, a partir das 7h.*'],
])('a delivery of %j is promised as: %s', (shipping, sentence) => {
  expect(words(panel({}, { shipping }))).toContain(sentence)
})

test('nothing is promised where the list is switched off, nor for a product that cannot be bought; cashback for no medicine', () => {
  expect(words(panel())).not.toMatch(/Entrega grátis|cashback/)
  const shipping = { estimateMinutes: 30, nextOpening: null }
  const promises = { shipping, hasCashback: true }
  expect(words(panel({}, promises))).not.toContain('cashback')
  expect(words(panel({ isMedicine: false }, promises))).toContain('cashback')
  expect(words(panel({ isMedicine: false }, { shipping, hasCashback: false }))).not.toContain('cashback')
  expect(words(panel({ isMedicine: false, isPromoAllowed: false }, promises))).not.toContain('cashback')
  for (const changes of [
    { stock: 0, isMedicine: false },
    { isSellableOnline: false, isMedicine: false },
  ]) {
    expect(words(panel(changes, promises))).not.toMatch(/Entrega grátis|cashback/)
  }
})

test('what is unavailable speaks of a region only once a postal code is known', () => {
  const without = words(panel({ stock: 0 }))
  expect(without).toContain('O produto está indisponível no momento.')
  expect(without).not.toContain('região')
  expect(words(panel({ stock: 0 }, { zipcode: '01310100', isCovered: true }))).toContain(
    'O produto está indisponível na sua região no momento.',
  )
})

test('a product with a leaflet links to it, before its warnings; one without has no such link', () => {
  const leafletUrl = 'https://consultas.anvisa.gov.br/#/bulario/'
  expect(whole({ leafletUrl, isMedicine: true })).toMatch(
    new RegExp(`<a href="${leafletUrl}">Ler a bula completa</a>.*PODE TRAZER RISCOS`, 's'),
  )
  expect(whole({ leafletUrl: null, isMedicine: true })).not.toContain('bula completa')
})

test('a controlled medicine names the shop that sells it, with address and phone', () => {
  const store = { name: 'Farmácia Ipê', address: 'Avenida Paulista, 1000', phone: '(11) 3000-0000' }
  const told = words(panel({ isSellableOnline: false }, { store }))
  expect(told).toContain('Farmácia Ipê: Avenida Paulista, 1000. Telefone (11) 3000-0000.')
})

test('beside a price "de" stands the lowest of the 30 days before it, where one is known', () => {
  const discounted = { priceCents: 849, fullPriceCents: 1_000, discountPercent: 15 }
  expect(panel({ ...discounted, lowestPriceCents: 799 })).toMatch(
    /Menor preço nos 30 dias antes desta oferta: R\$\s7,99/,
  )
  expect(panel(discounted)).not.toContain('Menor preço')
})
