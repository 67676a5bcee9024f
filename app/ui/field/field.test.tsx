import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorSummary } from '../error-summary/error-summary.tsx'
import { TextField } from './field.tsx'

test('a refused field is tied to its hint and its error', () => {
  const html = renderToStaticMarkup(
    <TextField label="CEP" name="zipcode" hint="Só números." error={['Insira um CEP válido.', 'x']} />,
  )
  expect(html).toContain('<label for="zipcode">')
  expect(html).toContain('aria-invalid="true" aria-describedby="zipcode-description zipcode-error" id="zipcode"')
  expect(html).toContain('<p id="zipcode-description">Só números.</p>')
  expect(html).toMatch(/<p id="zipcode-error">.*Insira um CEP válido\.<\/p>/)
})

test('a field without hint or error points at nothing', () => {
  expect(renderToStaticMarkup(<TextField label="CEP" name="zipcode" />)).not.toContain('aria-')
})

test('the summary counts the fields, links to each, and takes the focus without scripts', () => {
  const html = renderToStaticMarkup(<ErrorSummary errors={[{ id: 'zipcode', message: 'Insira um CEP válido.' }]} />)
  expect(html).toContain('Corrija 1 campo para continuar')
  expect(html).toContain('<a href="#zipcode">Insira um CEP válido.</a>')
  expect(html).toContain('role="alert" tabindex="-1" autofocus=""')
  expect(renderToStaticMarkup(<ErrorSummary errors={[]} />)).toBe('')
})

test('a refusal of the whole form counts no field', () => {
  const html = renderToStaticMarkup(<ErrorSummary errors={[{ message: 'E-mail ou senha não conferem.' }]} />)
  expect(html).toContain('<li>E-mail ou senha não conferem.</li>')
  expect(html).not.toContain('Corrija 1')
})
