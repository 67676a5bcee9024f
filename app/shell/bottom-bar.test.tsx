import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BottomBar } from './bottom-bar.tsx'

const active = (path: string) =>
  renderToStaticMarkup(<BottomBar currentPath={path} />).match(
    /aria-current="(?:page|true)"><svg.*?<\/svg>(\p{L}+)/u,
  )?.[1]

test('the phone bar marks where one is', () => {
  expect(active('/')).toBe('Loja')
  expect(active('/produto/novalgina-1g')).toBe('Loja')
  expect(active('/checkout/sacola')).toBe('Sacola')
  expect(active('/favoritos')).toBe('Favoritos')
  expect(active('/minha-conta')).toBe('Perfil')
  expect(active('/minha-conta/pedidos/7')).toBe('Perfil')
  expect(active('/login')).toBe('Perfil')
  expect(active('/sobre-nos')).toBeUndefined()
})
