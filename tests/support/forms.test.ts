import { expect, test } from 'vitest'
import { submissionOf } from './forms.ts'

const page = `<!doctype html>
  <form action="/categoria" role="search"><input name="search"><button>Buscar</button></form>
  <form method="post" action="/sacola" id="linha">
    <input type="hidden" name="id" value="60">
    <input name="quantity" type="number" value="2">
    <input name="out" value="x" disabled>
    <fieldset disabled><input name="out" value="x"></fieldset>
    <label hidden>Robôs <input name="website"></label>
    <input value="nameless">
    <button type="button" name="out" value="x">−</button>
    <button name="intent" value="update">Atualizar <span>agora</span></button>
    <button name="intent" value="remove" aria-label="Remover Novalgina"><svg></svg></button>
    <button name="intent" value="buy" formaction="/compra?agora=1" formmethod="get">Comprar</button>
  </form>
  <form method="post" action="/sacola"><input type="hidden" name="id" value="61"><button>Atualizar agora</button></form>
  <form method="post" enctype="multipart/form-data">
    <textarea name="note">
a
b</textarea>
    <input type="radio" name="kind" value="1"><input type="radio" name="kind" value="2" checked>
    <input type="checkbox" name="products" value="3" checked><input type="checkbox" name="products" value="4">
    <input type="checkbox" name="terms">
    <select name="state"><option>RJ<option value="SP" selected>São Paulo</select>
    <select name="shift"><option>Manhã<option>Tarde</select>
    <input type="file" name="file">
    <input type="submit" value="Enviar">
  </form>
  <input form="linha" name="outside" value="too">
  <dialog><form method="dialog"><button>Comprar</button></form></dialog>
  <form method="post" action="https://elsewhere.example/"><button>Pagar</button></form>`

const sent = (use: Parameters<typeof submissionOf>[2]) => submissionOf(page, '/pagina?de=casa', use)
const entries = (use: Parameters<typeof submissionOf>[2]) => [...(sent(use).body ?? [])]

test('a form sends its fields and the button that was pressed, as the page has them', () => {
  const use = { button: 'Atualizar agora', holding: { id: '60' } }
  expect(sent(use)).toMatchObject({ method: 'POST', path: '/sacola' })
  const line = [
    ['id', '60'],
    ['quantity', '2'],
    ['website', ''],
  ]
  expect(entries(use)).toEqual([...line, ['intent', 'update'], ['outside', 'too']])
  expect(entries({ button: 'Remover Novalgina' })).toEqual([...line, ['intent', 'remove'], ['outside', 'too']])
  expect(entries({ action: '/sacola', holding: { outside: 'too' } })).toContainEqual(['intent', 'update'])
})

test('what is typed replaces what the page had; a form that gets sends it in the address', () => {
  expect(entries({ button: 'Remover Novalgina', fields: { quantity: '3' } })).toContainEqual(['quantity', '3'])
  expect(sent({ button: 'Buscar', fields: { search: 'dor e febre' } })).toEqual({
    method: 'GET',
    path: '/categoria?search=dor+e+febre',
    body: undefined,
  })
  expect(sent({ button: 'Comprar' }).path).toMatch(/^\/compra\?id=60&.*intent=buy/)
})

test('choices, boxes, texts and files are sent as a browser sends them, to the page itself without an action', () => {
  expect(sent({ button: 'Enviar' })).toMatchObject({ method: 'POST', path: '/pagina?de=casa' })
  expect(sent({ button: 'Enviar' }).body).toBeInstanceOf(FormData)
  const untouched = entries({ button: 'Enviar' })
  expect(untouched.slice(0, -1)).toEqual([
    ['note', 'a\r\nb'],
    ['kind', '2'],
    ['products', '3'],
    ['state', 'SP'],
    ['shift', 'Manhã'],
  ])
  expect(untouched.at(-1)).toMatchObject(['file', { name: '', size: 0 }])

  const file = new File(['x'], 'receita.jpg')
  const fields = { kind: '1', products: ['4'], terms: 'on', state: 'RJ', shift: 'Tarde', note: 'c', file }
  const filled = entries({ button: 'Enviar', fields })
  expect(filled.slice(0, -1)).toEqual([
    ['note', 'c'],
    ['kind', '1'],
    ['products', '4'],
    ['terms', 'on'],
    ['state', 'RJ'],
    ['shift', 'Tarde'],
  ])
  expect(filled.at(-1)).toMatchObject(['file', { name: 'receita.jpg' }])
})

test.each([
  [{ button: 'Enviar', fields: { notes: 'x' } }, 'No field "notes"'],
  [{ button: 'Remover Novalgina', fields: { id: '61' } }, 'No field "id"'],
  [{ button: 'Remover Novalgina', fields: { website: 'x' } }, 'No field "website"'],
  [{ button: 'Remover Novalgina', fields: { out: 'x' } }, 'No field "out"'],
  [{ button: 'Enviar', fields: { state: 'XX' } }, '"state" has no choice "XX", but RJ, SP'],
  [{ button: 'Enviar', fields: { products: ['3', '5'] } }, '"products" has no choice "5", but 3, 4'],
  [{ button: 'Finalizar' }, '0 forms'],
  [{ button: 'Atualizar agora' }, '2 forms'],
  [{ button: 'Atualizar agora', holding: { id: '62' } }, '0 forms'],
  [{ button: 'Pagar' }, 'leads away from the shop'],
])('what no shopper could do with the page fails the test: %j', (use, reason) => {
  expect(() => sent(use)).toThrow(reason)
})
