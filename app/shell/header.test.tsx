import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Header, type HeaderVisitor, pickHeaderCategories } from './header.tsx'

const category = (id: number) => ({ id, name: `Categoria ${id}`, href: `/categoria/${id}` })
const stranger: HeaderVisitor = {
  firstName: null,
  zipcode: null,
  isOutsideCoverage: false,
  bagUnitCount: 0,
  favouriteCount: null,
  isBenefitUser: false,
}
const render = (visitor: Partial<HeaderVisitor>) =>
  renderToStaticMarkup(
    <Header
      shopName="Farmácia Ipê"
      categories={[1, 2].map(category)}
      visitor={{ ...stranger, ...visitor }}
      currentPath="/categoria/2"
      pharmacistChatHref="https://example.com/"
    />,
  )
const words = (html: string) => html.replace(/<[^>]*>/g, '')

test('a repeated category is shown once, and a seventh not at all', () => {
  const categories = pickHeaderCategories([1, 2, 1, 3, 4, 5, 6, 7].map(category))
  expect(categories.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a visitor is invited to sign in and sees no favourites', () => {
  const html = render({})
  expect(words(html)).toContain('Entre ou cadastre-se')
  expect(html).not.toContain('/favoritos')
  expect(html).toContain('aria-label="Informe seu CEP"')
})

test('a customer is greeted by name, and only a benefit user sees the benefit', () => {
  const customer = render({ firstName: 'Marina', favouriteCount: 1, bagUnitCount: 3 })
  expect(words(customer)).toContain('Olá, Marina Minha conta')
  expect(words(customer)).toContain('Favoritos, 1 produto 1 Sacola, 3 itens 3')
  expect(words(customer)).not.toContain('Meu benefício')
  expect(words(render({ firstName: 'Marina', isBenefitUser: true }))).toContain('Meu benefício')
})

test('a postal code out of coverage says so in words', () => {
  const html = render({ zipcode: '08200000', isOutsideCoverage: true })
  expect(html).toContain('aria-label="Fora de cobertura 08200-000. Trocar CEP"')
})

test('the category one is in is marked', () => {
  expect(render({})).toContain('<a href="/categoria/2" aria-current="page">')
})
