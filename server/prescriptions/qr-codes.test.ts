import { expect, test } from 'vitest'
import { parseQrCodes, toQrTexts } from './qr-codes.ts'
import { findSncr } from './sncr.ts'

test.each([
  ['https://memed.com.br/receita/Ab12-Cd34', 'Ab12-Cd34'],
  [
    'https://prescricao.cfm.org.br/api/documento?_format=application/validador-iti+json&_secretCode=XIU8789Y',
    'XIU8789Y',
  ],
  ['HTTPS://VALIDAR.ITI.GOV.BR/', null],
  ['https://receitadigital.com/receitas/ver', null],
])('%s is a link to a site that keeps prescriptions', (text, code) => {
  expect(parseQrCodes([text])).toEqual([{ text, href: new URL(text).href, code }])
})

test.each([
  'javascript:alert(document.cookie)',
  'http://memed.com.br/receita/Ab12',
  'https://example.com/memed.com.br',
  'https://memed.com.br.example.com/r/1234',
  'https://notmemed.com.br/r/1234',
  'https://memed.com.br@example.com/r/1234',
  'https://senha@memed.com.br/r/1234',
  'https://memed.com.br:8443/r/1234',
  'https://memed.com.br./r/1234',
  'https://mémed.com.br/r/1234',
  ' https://memed.com.br/r/1234',
  'https://memed.com.br/r/1 234',
  'data:text/html,<script>alert(1)</script>',
  '<a href="https://memed.com.br">Receita</a>',
  'Ab12-Cd34',
])('%s is text, and no link', (text) => {
  expect(parseQrCodes([text])).toEqual([{ text, href: null, code: null }])
})

test('an address that was cut is no link', () => {
  const [text = ''] = toQrTexts([`https://memed.com.br/${'a1'.repeat(2000)}`])
  expect(text).toHaveLength(501)
  expect(parseQrCodes([text])).toMatchObject([{ href: null }])
})

test('links come first', () => {
  const texts = ['Ab12', 'https://memed.com.br/r/1234', 'Cd34']
  expect(parseQrCodes(texts).map(({ text }) => text)).toEqual(['https://memed.com.br/r/1234', 'Ab12', 'Cd34'])
})

test('of codes each is kept once, in one line, without letters that hide or turn others; of many the first', () => {
  expect(toQrTexts(['BEGIN:VCARD\r\nN:Ana', ' a\u202eb\u0000 ', 'a b', '\u200b'])).toEqual(['BEGIN:VCARD N:Ana', 'a b'])
  expect(toQrTexts(Array.from({ length: 40 }, (_, index) => String(index)))).toHaveLength(8)
})

test('the one number of the SNCR is found in an address or alone, and none among several', () => {
  expect(findSncr(['https://memed.com.br/r/26111350001234?v=2'])).toBe('26111350001234')
  expect(findSncr(['2611.1-35.0001234', '26111350001234'])).toBe('26111350001234')
  expect(findSncr(['26111350001234', '26111350001235'])).toBeNull()
  // A month 34, a longer number, another's letters.
  for (const text of ['12345678000195', '26111350001234000199', 'x26111350001234']) expect(findSncr([text])).toBeNull()
})
