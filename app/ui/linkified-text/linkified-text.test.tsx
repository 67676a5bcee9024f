import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkifiedText } from './linkified-text.tsx'

const markup = (text: string) => renderToStaticMarkup(<LinkifiedText text={text} />)
const unbroken = (text: string) => [...markup(text).matchAll(/class="[^"]+">([^<]*)</g)].map(([, word]) => word)

test('e-mails and phones in a sentence are links', () => {
  const text = markup('E-mail vendas@loja-ipe.com.br, telefone (11) 3000-0000 ou 0800 702 1234. Até logo.')
  expect(text).toContain('<a href="mailto:vendas@loja-ipe.com.br">vendas@loja-ipe.com.br</a>, telefone')
  expect(text).toMatch(/<a class="[^"]+" href="tel:\+551130000000">\(11\) 3000-0000<\/a> ou/)
  expect(text).toMatch(/<a class="[^"]+" href="tel:08007021234">0800 702 1234<\/a>\. Até logo\.$/)
})

test('what reads as one word is not broken at its hyphen or dash', () => {
  expect(unbroken('E-mail e CNPJ 00.000.000/0001-00, Seg–sáb 7h–22h e Dom 8h–20h.')).toEqual([
    'E-mail',
    '00.000.000/0001-00',
    '7h–22h',
    '8h–20h',
  ])
  expect(unbroken('CRF-SP 00.000, CEP 01310-100 (GLP-1)')).toEqual(['CRF-SP', '01310-100', 'GLP-1'])
  expect(unbroken('Informe-se, anti-inflamatório, nº 344/1998')).toEqual([])
})

test('nothing of a sentence is lost', () => {
  const text = 'Fale com a gente: (11) 3000-0000 ou atendimento@example.com, 7h–22h.'
  expect(markup(text).replace(/<[^>]*>/g, '')).toBe(text)
})
