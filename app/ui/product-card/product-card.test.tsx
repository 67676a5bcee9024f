import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { genericCard } from './product-card.css.ts'
import { type CardProduct, ProductCard, type ProductCardProps, toCardProduct } from './product-card.tsx'

const product: CardProduct = {
  id: 60,
  slug: 'novalgina-1g',
  name: 'Novalgina 1g',
  pictureKey: '60',
  priceCents: 1947,
  fullPriceCents: 2290,
  discountPercent: 15,
  stock: 23,
  requiresPrescription: false,
}

const render = (changes: Partial<CardProduct>, props?: Partial<ProductCardProps>) =>
  renderToStaticMarkup(<ProductCard product={{ ...product, ...changes }} href="/produto/novalgina-1g" {...props} />)
const words = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')

test('a card with a discount shows it beside the price', () => {
  expect(words(render({}))).toBe('Novalgina 1g15% de desconto De R$ 22,90 por R$ 19,47Adicionar no carrinho')
})

test('a prescription item shows its plain price, whatever discount it comes with', () => {
  const html = render({ requiresPrescription: true })
  expect(words(html)).toBe('Novalgina 1gReceita R$ 19,47Adicionar no carrinho')
})

test('what is not sold online cannot be added', () => {
  const html = render({ isStoreOnly: true, requiresPrescription: true })
  expect(words(html)).toContain('Só na loja física')
  expect(html).not.toContain('<form')
})

test('what is out of stock has no price and leads to its page instead of the bag', () => {
  const html = render({ stock: 0 })
  expect(words(html)).toBe('Novalgina 1gSem estoque Avise-me')
  expect(html).not.toContain('<form')
})

test('adding posts the id to the product, and says where to come back to', () => {
  const html = render({}, { returnTo: '/categoria/medicamentos' })
  expect(html).toContain('method="post" action="/produto/novalgina-1g"')
  expect(html).toContain('name="id" value="60"')
  expect(html).toContain('name="redirectTo" value="/categoria/medicamentos"')
})

test('the heart says what pressing it does, and is absent where favourites are not offered', () => {
  expect(render({}, { isFavourite: false })).toContain('>Adicionar aos favoritos<')
  expect(render({}, { isFavourite: true })).toContain('>Remover dos favoritos<')
  expect(render({}, { isFavourite: true })).toContain('name="intent" value="remove"')
  expect(render({})).not.toContain('/favoritos')
})

test('what is in the bag shows how many, one less and one more; the last one less takes it out', () => {
  const html = render({ quantityInBag: 1 }, { returnTo: '/favoritos' })
  expect(words(html)).toContain('1 na sacola')
  expect(html).not.toContain('Adicionar no carrinho')
  expect(html).toContain('name="intent" value="replace"')
  const buttons = [...html.matchAll(/name="quantity" value="(\d+)".*?<span[^>]*>([^<]*)/g)]
  expect(buttons.map(([, value, label]) => [value, label])).toEqual([
    ['0', 'Diminuir quantidade de Novalgina 1g'],
    ['2', 'Aumentar quantidade de Novalgina 1g'],
  ])
})

test('out of coverage a card says so and leads to its page, without a button that would be refused', () => {
  const outside = toCardProduct(listed, { bag: { lines: [] }, destination: {}, isCovered: false })
  const html = render(outside)
  expect(words(html)).toContain('Fora da sua região')
  expect(html).not.toContain('<form')
})

test('a card’s button says which product it adds', () => {
  expect(render({})).toContain('aria-label="Adicionar no carrinho: Novalgina 1g"')
})

test('a card shows what one of many costs', () => {
  expect(words(render({ packContents: { count: 10, unit: 'comprimido' } }))).toContain('R$ 1,95 por comprimido')
})

test('without a picture a card has a drawing whose letters are no text; of a prescription item its form alone', () => {
  const drawing = render({ pictureKey: 'receita' })
  expect(drawing).toContain('data-label="No"')
  expect(drawing).toContain('#box')
  expect(words(drawing)).toMatch(/^Novalgina/)
  const outline = render({ pictureKey: 'receita', requiresPrescription: true, name: 'Amoxicilina 500mg 21 Cápsulas' })
  expect(outline).toContain('#pill')
  expect(outline).not.toContain('data-label')
})

test('a generic wears its mark, and says the word once', () => {
  const marked = render({ name: 'Dipirona 500mg Genérico' })
  expect(marked).toContain(genericCard)
  expect(words(marked).match(/Genérico/g)).toHaveLength(1)
  expect(words(render({ isGeneric: true })).match(/Genérico/g)).toHaveLength(1)
})

test('only the last few are called few', () => {
  expect(words(render({ stock: 3 }))).toContain('Apenas 3 unidades em estoque')
  expect(words(render({ stock: 4 }))).not.toContain('Apenas')
})

const listed = {
  ...product,
  stock: 23,
  kind: 'generico',
  isSellableOnline: true,
  presentation: '500 mg, 20 comprimidos',
  pictureKey: 'receita',
}

test('of a prescription item a card hands over no price of one (RDC 44/2009, art. 54), nor beside a discount', () => {
  const visitor = { bag: { lines: [{ productId: 60, quantity: 2 }] }, destination: null, isCovered: false }
  expect(toCardProduct({ ...listed, requiresPrescription: true }, visitor)).toMatchObject({
    quantityInBag: 2,
  })
  expect(toCardProduct({ ...listed, requiresPrescription: true }, visitor)).not.toHaveProperty('packContents')
  expect(toCardProduct(listed, visitor)).not.toHaveProperty('packContents')
  expect(toCardProduct({ ...listed, discountPercent: null }, { ...visitor, bag: { lines: [] } })).toMatchObject({
    packContents: { count: 20, unit: 'comprimido' },
    isGeneric: true,
  })
})
