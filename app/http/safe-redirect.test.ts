import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const shop = 'https://farmacia.example'

test.each([
  ['', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['evil.example', '/'],
  ['//evil.example', '/'],
  ['///evil.example', '/'],
  ['//evil.example/pagar', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/\r\n/evil.example', '/'],
  ['\t//evil.example', '/'],
  [' //evil.example', '/'],
  ['\u0001//evil.example', '/'],
  ['/..//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/%2e%2e//evil.example', '/'],
  ['/categoria/..//evil.example', '/'],
  ['/\u0001/evil.example', '/%01/evil.example'],
  ['/\u000b/evil.example', '/%0B/evil.example'],
  ['/a\r\nSet-Cookie: x=1', '/aSet-Cookie:%20x=1'],
  ['/%09/evil.example', '/%09/evil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/%2f/evil.example', '/%2f/evil.example'],
  ['/日本', '/%E6%97%A5%E6%9C%AC'],
  ['/categoria?search=dor de cabeça', '/categoria?search=dor%20de%20cabe%C3%A7a'],
  ['/minha-conta?section=pedidos#topo', '/minha-conta?section=pedidos#topo'],
])('told to lead to %j, a form leads to %s, which a browser takes for a page of the shop', (target, led) => {
  expect(safeRedirect(target)).toBe(led)
  expect(new URL(led, `${shop}/login`).origin).toBe(shop)
  // What a header can hold.
  expect(() => new Headers({ Location: led })).not.toThrow()
})

test('what says nothing leads where the form does by itself', () => {
  for (const target of [null, undefined, new File([], 'x'), 'https://evil.example']) {
    expect(safeRedirect(target, '/favoritos')).toBe('/favoritos')
  }
})
